import { expect, type Page, test } from "@playwright/test";
import { violationsOf } from "./axe";
import { stateOf } from "./people";
import { visit } from "./visit";

test.use({ storageState: stateOf("manager"), viewport: { width: 390, height: 844 } });

test("a nameplate is read by keyboard alone and fills only the confirmed values", async ({ page }) => {
  await visit(page, "/equipment/create");
  await page.getByRole("textbox", { name: "Name", exact: true }).fill("Attic unit");
  await page.getByRole("textbox", { name: "Manufacturer" }).fill("Bryant");
  await page.getByRole("button", { name: "Read the nameplate" }).press("Enter");
  const dialog = page.getByRole("dialog", { name: "Read the nameplate" });
  await expect(dialog.getByLabel("Nameplate text")).toBeFocused();
  await page.keyboard.insertText("CARRIER\nMODEL 24ABC636A003\nSERIAL 4OO6A17330\nR-22 OR R-407C");
  await dialog.getByRole("button", { name: "Read text" }).press("Enter");
  await expect(dialog.getByText("Replaces “Bryant” in the form.")).toBeVisible();
  await expect(dialog.getByRole("button", { name: "Use 0 values" })).toBeDisabled();
  const choose = (name: RegExp) => dialog.getByRole("checkbox", { name });
  await choose(/^24ABC636A003/).press("Space");
  await choose(/^4OO6A17330/).press("Space");
  // Choosing one of several removes the other.
  await choose(/^4006A17330/).press("Space");
  await expect(choose(/^4OO6A17330/)).not.toBeChecked();
  await choose(/^R-22/).press("Space");
  expect(await violationsOf(page)).toEqual([]);
  await dialog.getByRole("button", { name: "Use 3 values" }).press("Enter");
  await expect(dialog).toHaveCount(0);
  await expect(page.getByRole("textbox", { name: "Model number" })).toHaveValue("24ABC636A003");
  await expect(page.getByRole("textbox", { name: "Serial number" })).toHaveValue("4006A17330");
  await expect(page.getByRole("combobox", { name: "Refrigerant" })).toHaveValue("R-22");
  await expect(page.getByRole("textbox", { name: "Notes" })).toHaveValue("");
  await expect(page.getByRole("textbox", { name: "Manufacturer" })).toHaveValue("Bryant");
  await expect(page.getByRole("textbox", { name: "Name", exact: true })).toHaveValue("Attic unit");
});

test("a photo of a nameplate is read on this device, and each field is confirmed", async ({ page }) => {
  await visit(page, "/equipment/create");
  const requests: string[] = [];
  page.on("request", (request) => requests.push(new URL(request.url()).href));
  const violations: string[] = [];
  page.on("console", (message) => {
    if (/Content Security Policy/i.test(message.text())) violations.push(message.text());
  });
  await page.getByRole("button", { name: "Read the nameplate" }).press("Enter");
  const dialog = page.getByRole("dialog", { name: "Read the nameplate" });
  const isOfReader = (url: string) => /tesseract|traineddata|worker\.min/.test(url);
  await expect(dialog.getByRole("button", { name: "Use a photo" })).toBeVisible();
  expect(requests.filter(isOfReader)).toEqual([]);
  const plate = await drawnPlate(page, [
    "CARRIER CORPORATION",
    "MODEL NO. 24ABC636A003",
    "SERIAL NO. 4006A17330",
    "FACTORY CHARGED R-410A 6 LB 4 OZ",
    "VOLTS 208/230 PH 1 HZ 60",
  ]);
  await dialog
    .getByLabel("Photo of the nameplate")
    .setInputFiles({ name: "plate.png", mimeType: "image/png", buffer: plate });
  const choose = (name: RegExp) => dialog.getByRole("checkbox", { name });
  await expect(choose(/^24ABC636A003 Likely/)).toBeVisible();
  await expect(dialog.getByRole("button", { name: "Use 0 values" })).toBeDisabled();
  expect(await violationsOf(page)).toEqual([]);
  await choose(/^Carrier/).press("Space");
  await choose(/^24ABC636A003/).press("Space");
  await choose(/^4006A17330/).press("Space");
  await choose(/^R-410A/).press("Space");
  await dialog.getByRole("button", { name: "Use 4 values" }).press("Enter");
  await expect(page.getByRole("textbox", { name: "Manufacturer" })).toHaveValue("Carrier");
  await expect(page.getByRole("textbox", { name: "Model number" })).toHaveValue("24ABC636A003");
  await expect(page.getByRole("textbox", { name: "Serial number" })).toHaveValue("4006A17330");
  await expect(page.getByRole("combobox", { name: "Refrigerant" })).toHaveValue("R-410A");
  // The photo was not uploaded, and the text recognition was served by this origin.
  expect(requests.every((url) => url.startsWith(new URL(page.url()).origin) || url.startsWith("blob:"))).toBe(true);
  expect(violations).toEqual([]);
});

test("a photo without text and a file that is not a photo show an error", async ({ page }) => {
  await visit(page, "/equipment/create");
  await page.getByRole("button", { name: "Read the nameplate" }).press("Enter");
  const dialog = page.getByRole("dialog", { name: "Read the nameplate" });
  const photo = dialog.getByLabel("Photo of the nameplate");
  await photo.setInputFiles({ name: "empty.png", mimeType: "image/png", buffer: await drawnPlate(page, []) });
  await expect(dialog.getByRole("alert")).toHaveText(/^No text was found/);
  await photo.setInputFiles({ name: "no.png", mimeType: "image/png", buffer: Buffer.from("no picture") });
  await expect(dialog.getByRole("alert")).toHaveText(/could not be read on this device/);
  await dialog.getByLabel("Nameplate text").fill("CARRIER");
  await dialog.getByRole("button", { name: "Read text" }).press("Enter");
  await dialog.getByRole("checkbox", { name: /^Carrier/ }).press("Space");
  await expect(dialog.getByRole("button", { name: "Use 1 value" })).toBeEnabled();
  // Values confirmed for one plate are not filled in after another photo failed.
  await photo.setInputFiles({ name: "no.png", mimeType: "image/png", buffer: Buffer.from("no picture") });
  await expect(dialog.getByRole("alert")).toHaveText(/could not be read on this device/);
  await expect(dialog.getByRole("button", { name: "Use 0 values" })).toBeDisabled();
});

/** A plate as photographed: gray, slightly rotated, with stamped letters. */
async function drawnPlate(page: Page, lines: readonly string[]): Promise<Buffer> {
  const drawn = await page.evaluate(async (texts) => {
    const canvas = new OffscreenCanvas(1400, 900);
    const drawing = canvas.getContext("2d");
    if (!drawing) throw new Error("nothing can be drawn");
    drawing.fillStyle = "#c9ccd0";
    drawing.fillRect(0, 0, 1400, 900);
    drawing.rotate(0.01);
    drawing.fillStyle = "#22252a";
    drawing.font = "52px Arial, sans-serif";
    for (const [at, text] of texts.entries()) drawing.fillText(text, 90, 150 + at * 120);
    const picture = await canvas.convertToBlob({ type: "image/png" });
    return [...new Uint8Array(await picture.arrayBuffer())];
  }, lines);
  return Buffer.from(drawn);
}
