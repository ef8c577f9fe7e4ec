import { expect, test } from "@playwright/test";
import { violationsOf } from "./axe";
import { asTechnician, goOffline, officeWithJob, onTechnicianDevice, open, read } from "./technician";

onTechnicianDevice();

test("a memo made without a connection waits on the device, and is saved after one look at it", async ({ context }) => {
  const { office, job } = await officeWithJob();
  const page = await asTechnician(context);
  await open(page, job);
  await goOffline(context, page);
  const memos = page.getByRole("region", { name: "Speak" });
  await memos.getByRole("button", { name: "Speak" }).click();
  const dialog = page.getByRole("dialog", { name: "Speak" });
  await dialog.getByLabel("Or type it").fill("Amps 6.2. Note that the filter is dirty. I'm all done.");
  await dialog.getByRole("button", { name: "Save memo" }).click();
  await expect(memos.getByText("Kept on this device until there is a connection")).toBeVisible();
  await context.setOffline(false);
  await memos.getByRole("button", { name: "Review" }).click();
  const review = page.getByRole("dialog", { name: "Review what you said" });
  await expect(review.getByRole("textbox", { name: "Current, A" })).toHaveValue("6.2");
  await review.getByRole("textbox", { name: "Note" }).fill("The filter is dirty and was changed");
  await review.getByRole("switch", { name: "Save status" }).press("Space");
  expect(await violationsOf(page)).toEqual([]);
  expect((await read(office, job)).notes).toEqual([]);
  await review.getByRole("button", { name: "Save 2 entries" }).click();
  await expect(page.locator("#notes").getByText("The filter is dirty and was changed")).toBeVisible();
  await expect(memos.getByRole("listitem")).toHaveCount(0);
  const { notes, status } = await read(office, job);
  expect(notes.map(({ body }) => body).sort()).toEqual(["Current 6.2 A", "The filter is dirty and was changed"]);
  expect(status).toBe("dispatched");
});
