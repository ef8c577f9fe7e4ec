import { expect, type Locator, type Page } from "@playwright/test";

/** The field for a technician on a form. */
export const technicianField = (form: Page | Locator) =>
  form.getByRole("combobox", { name: "Technician", exact: true });

/** The technicians that its list offers. */
export const technicianOptions = (form: Page | Locator) =>
  form.getByRole("listbox", { name: "Technicians" }).getByRole("option");

/** Chooses a technician by typing the name. */
export async function chooseTechnician(form: Page | Locator, name: string): Promise<void> {
  await technicianField(form).fill(name);
  await expect(technicianOptions(form)).toHaveText([name]);
  await technicianField(form).press("Enter");
  await expect(technicianField(form)).toHaveValue(name);
}
