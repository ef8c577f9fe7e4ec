import { writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "@playwright/test";
import { encode } from "uqr";
import { withDevices } from "../../playwright.config";
import { stateOf } from "./people";
import { ask, send, visit } from "./visit";

const sku = "SCANNED-1";
const picture = join(tmpdir(), `plenum-camera-${process.pid}.y4m`);
writeFileSync(picture, filmOf(sku));

const { launchOptions } = withDevices;
test.use({
  ...withDevices,
  storageState: stateOf("manager"),
  permissions: ["camera"],
  launchOptions: {
    ...launchOptions,
    args: [...launchOptions.args, "--use-fake-device-for-media-stream", `--use-file-for-fake-video-capture=${picture}`],
  },
});

test("a label scanned by the camera becomes a line, and a code can be typed instead", async ({ page, context }) => {
  const item = {
    sku,
    name: "Contactor, 2-pole 30 A",
    primaryCategory: "PARTS",
    baseUnit: "EA",
    barcode: "687152012345",
  };
  expect((await ask(page, "post", "/inventory/items", item)).status()).toBe(201);
  await visit(page, "/inventory/movements/create");
  await page.getByRole("button", { name: "Scan with the camera" }).click();
  const dialog = page.getByRole("dialog", { name: "Scan an item" });
  await expect(dialog.getByText(`Read ${sku}`)).toBeVisible();
  await expect(dialog.getByText("1 line")).toBeVisible();
  // The box has a UPC, which a scanner reads as an EAN with a leading 0.
  await dialog.getByLabel("Or type the code").fill("0687152012345");
  await dialog.getByLabel("Or type the code").press("Enter");
  await dialog.getByRole("button", { name: "Close" }).click();
  await expect(page.getByLabel(`Quantity of ${sku}`)).toHaveValue("2");

  // Without permission to use the camera the code is typed in.
  await context.clearPermissions();
  await visit(page, "/inventory/items");
  await page.getByRole("button", { name: "Scan with the camera" }).click();
  await expect(page.getByRole("alert").filter({ hasText: "The camera is blocked" })).toBeVisible();
  const use = async (code: string) => {
    await page.getByLabel("Or type the code").fill(code);
    await page.getByRole("button", { name: "Use code" }).click();
  };
  await page.route("**/resources/item-stock*", (route) => route.abort());
  await use(sku);
  await expect(page.getByText(`${sku} could not be looked up`)).toBeVisible();
  await expect(page).toHaveURL(/\/inventory\/items$/);
  await page.unroute("**/resources/item-stock*");
  await page.getByRole("button", { name: "Scan with the camera" }).click();
  await use(sku.toLowerCase());
  await expect(page.getByRole("heading", { level: 1, name: item.name })).toBeVisible();
});

test("a part scanned without a connection is not taken for one that is not in stock", async ({ page, context }) => {
  const code = `PART-${Date.now().toString(36)}`.toUpperCase();
  const item = { sku: code, name: "Fan relay", primaryCategory: "PARTS", baseUnit: "EA" };
  expect((await ask(page, "post", "/inventory/items", item)).status()).toBe(201);
  const { items } = await send(page, "get", "/customers?limit=1");
  const { number } = await send(page, "post", "/work-orders", { title: "Fan relay", customerId: items[0].id });
  await context.clearPermissions();
  await visit(page, `/workorders/${number}/parts/new`);
  const part = page.getByRole("combobox", { name: "Part" });
  const scan = async () => {
    await page.getByRole("button", { name: "Scan with the camera" }).click();
    await page.getByLabel("Or type the code").fill(code);
    await page.getByRole("button", { name: "Use code" }).click();
  };
  await page.route("**/resources/item-stock*", (route) => route.abort());
  await scan();
  await expect(page.getByText(`${code} could not be looked up.`)).toBeVisible();
  await expect(part).toHaveValue("");
  await page.unroute("**/resources/item-stock*");
  await scan();
  await expect(part).toHaveValue("Fan relay");
  await expect(page.getByText("could not be looked up")).toHaveCount(0);
});

test("a scanned label becomes a playbook's part, and an unknown code is named", async ({ page, context }) => {
  const name = "Capacitor, 45/5 MFD";
  const code = `PLAN-${Date.now().toString(36)}`.toUpperCase();
  const item = { sku: code, name, primaryCategory: "PARTS", baseUnit: "EA" };
  expect((await ask(page, "post", "/inventory/items", item)).status()).toBe(201);
  // The camera shows another code, so these are typed in.
  await context.clearPermissions();
  await visit(page, "/service-types/create/advanced");
  const scan = async (typed: string) => {
    await page.getByRole("button", { name: "Scan with the camera" }).click();
    await page.getByLabel("Or type the code").fill(typed);
    await page.getByRole("button", { name: "Use code" }).click();
  };
  await scan("NO-SUCH-CODE");
  await expect(page.getByText("No item has the code NO-SUCH-CODE.")).toBeVisible();
  await page.route("**/resources/item-stock*", (route) => route.abort());
  await scan(code);
  await expect(
    page.getByText(`${code} could not be looked up. Check your connection and scan it again.`),
  ).toBeVisible();
  await expect(page.getByText("No item has the code")).toHaveCount(0);
  await page.unroute("**/resources/item-stock*");
  await scan(code.toLowerCase());
  await expect(page.getByLabel(`Quantity of ${name}`)).toHaveValue("1");
  await expect(page.getByRole("list", { name: "Planned parts" }).getByText(code)).toBeVisible();
  await expect(page.getByText("could not be looked up")).toHaveCount(0);
});

/** One frame of a QR code, black on white, which the browser's fake camera repeats. */
function filmOf(text: string): Buffer {
  const [width, height, scale] = [640, 480, 12];
  const { data, size } = encode(text, { border: 2 });
  const luma = Buffer.alloc(width * height, 235);
  const [left, top] = [(width - size * scale) / 2, (height - size * scale) / 2].map(Math.round);
  for (let y = 0; y < size * scale; y++) {
    for (let x = 0; x < size * scale; x++) {
      const isDark = data[Math.floor(y / scale)]?.[Math.floor(x / scale)];
      if (isDark) luma[(y + (top ?? 0)) * width + x + (left ?? 0)] = 16;
    }
  }
  const head = `YUV4MPEG2 W${width} H${height} F10:1 Ip A1:1 C420jpeg\nFRAME\n`;
  return Buffer.concat([Buffer.from(head), luma, Buffer.alloc((width * height) / 2, 128)]);
}
