import { expect, type Page, test } from "@playwright/test";
import { stateOf } from "./people";
import { visit } from "./visit";

test.use({ storageState: stateOf("household"), viewport: { width: 390, height: 844 } });

/** A printed receipt as a picture. */
async function printedReceipt(page: Page, lines: readonly string[]): Promise<Buffer> {
  const base64 = await page.evaluate(async (texts) => {
    const canvas = new OffscreenCanvas(900, 120 + texts.length * 64);
    const drawing = canvas.getContext("2d");
    if (!drawing) throw new Error("no canvas");
    drawing.fillStyle = "#fff";
    drawing.fillRect(0, 0, canvas.width, canvas.height);
    drawing.fillStyle = "#000";
    drawing.font = "40px monospace";
    for (const [index, text] of texts.entries()) drawing.fillText(text, 50, 90 + index * 64);
    const bytes = new Uint8Array(await (await canvas.convertToBlob({ type: "image/png" })).arrayBuffer());
    return btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(""));
  }, lines);
  return Buffer.from(base64, "base64");
}

test("a photographed receipt is read on the device, confirmed and added as an expense, and the same picture is recognized", async ({
  page,
}) => {
  await visit(page, "/receipts");
  const violations: string[] = [];
  page.on("console", (message) => {
    if (/Content Security Policy/i.test(message.text())) violations.push(message.text());
  });
  const buffer = await printedReceipt(page, [
    "ACE HARDWARE",
    "DATE 11/03/2026 10:14 AM",
    "FURNACE FILTER 20.00",
    "SUBTOTAL 20.00",
    "SALES TAX 1.10",
    "TOTAL 21.10",
  ]);
  const file = { name: "receipt.png", mimeType: "image/png", buffer };
  await page.getByLabel("Choose pictures of receipts").setInputFiles(file);
  await expect(page.getByRole("heading", { level: 1, name: "New receipt" })).toBeVisible();
  await expect(page.getByRole("region", { name: "Read from the picture" })).toBeVisible({ timeout: 60_000 });
  await expect(page.getByLabel("Merchant")).toHaveValue("Ace Hardware");
  await expect(page.getByLabel("Total")).toHaveValue("21.10");
  await expect(page.getByLabel("Tax, included")).toHaveValue("1.10");
  await expect(page.getByLabel("Date")).toHaveValue("2026-11-03");
  await page.getByLabel("For").selectOption("new");
  await page.getByRole("button", { name: "Confirm receipt" }).click();
  await expect(page.getByText("Receipt from Ace Hardware saved.")).toBeVisible();
  await expect(page.getByRole("table")).toContainText("Ace Hardware");
  await page.getByLabel("Choose pictures of receipts").setInputFiles(file);
  await expect(page.getByRole("alert")).toContainText("This picture was already added.");
  await expect(page.getByRole("link", { name: "Open it" })).toBeVisible();
  expect(violations).toEqual([]);
});

test("a picture that is too large or unreadable is rejected with a message, and the others are added", async ({
  page,
}) => {
  await visit(page, "/receipts");
  const chooser = page.getByLabel("Choose pictures of receipts");
  const alert = page.getByRole("alert");
  // Playwright cannot pass a file of that size, so the browser creates it.
  await page.evaluate(() => {
    const input = document.querySelector<HTMLInputElement>("input[type=file][multiple]");
    const files = new DataTransfer();
    files.items.add(new File([new Uint8Array(50_000_001)], "wall.jpg", { type: "image/jpeg" }));
    if (!input) throw new Error("no chooser");
    input.files = files.files;
    input.dispatchEvent(new Event("change", { bubbles: true }));
  });
  await expect(alert).toContainText("wall.jpg: larger than 50 MB");
  const heic = Buffer.concat([Buffer.from([0, 0, 0, 24]), Buffer.from("ftypheic\0\0\0\0mif1heic"), Buffer.alloc(4000)]);
  const good = await printedReceipt(page, ["HEIC AND CO", "TOTAL 4.00"]);
  await chooser.setInputFiles([
    { name: "IMG_0042.HEIC", mimeType: "image/heic", buffer: heic },
    { name: "notes.png", mimeType: "image/png", buffer: Buffer.from("no picture at all") },
    { name: "receipt.png", mimeType: "image/png", buffer: good },
  ]);
  await expect(alert).toContainText("IMG_0042.HEIC: This is a HEIC photo");
  await expect(alert).toContainText("Most Compatible");
  await expect(alert).toContainText("notes.png: Please choose a JPEG, PNG or WebP picture");
  await expect(alert).not.toContainText("receipt.png");
  // Files that could be added are there, and listed.
  await expect(page.getByRole("heading", { name: "To review" })).toBeVisible();
  await expect(page.getByRole("table").getByRole("link").first()).toBeVisible();
  await expect(alert).toContainText("notes.png");
  await chooser.setInputFiles({ name: "receipt.png", mimeType: "image/png", buffer: good });
  await expect(alert).toContainText("receipt.png: This picture was already added.");
});

test("another picture with the same merchant, day and total needs confirmation before it counts twice", async ({
  page,
}) => {
  const merchant = `Twin Supply ${crypto.randomUUID().slice(0, 8)}`;
  const confirm = async (shade: string) => {
    await visit(page, "/receipts");
    const buffer = await printedReceipt(page, [merchant.toUpperCase(), shade]);
    await page
      .getByLabel("Choose pictures of receipts")
      .setInputFiles({ name: "twin.png", mimeType: "image/png", buffer });
    await expect(page.getByRole("heading", { level: 1, name: "New receipt" })).toBeVisible();
    await page.getByLabel("Merchant").fill(merchant);
    await page.getByLabel("Total").fill("58.20");
    await page.getByLabel("Date").fill("2026-11-04");
    await page.getByRole("button", { name: "Confirm receipt" }).click();
  };
  await confirm("first");
  await expect(page.getByText(`Receipt from ${merchant} saved.`)).toBeVisible();
  await confirm("second");
  await expect(page.getByText("with the same day and total").first()).toBeVisible();
  await expect(page.getByRole("link", { name: `Open the other receipt from ${merchant}` })).toBeVisible();
  await expect(page.getByText(`Receipt from ${merchant} saved.`)).toHaveCount(0);
});
