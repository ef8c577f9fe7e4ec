import { expect, type Locator, type Page } from "@playwright/test";

/** The field for a technician on a form. */
export const technicianField = (form: Page | Locator) =>
  form.getByRole("combobox", { name: "Technician", exact: true });

/** Chooses a technician by typing the name. */
export async function chooseTechnician(form: Page | Locator, name: string): Promise<void> {
  await technicianField(form).fill(name);
  await form.getByRole("option", { name }).click();
  await expect(technicianField(form)).toHaveValue(name);
}
