import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import JsBarcode from "jsbarcode";
import { encode } from "uqr";
import { expect, test } from "vitest";
import { prepareZXingModule, readBarcodes } from "zxing-wasm/reader";
import { canBeBars, fitsLabel, sheetsOf } from "~/domain/inventory/items/label";
import { pathOf } from "~/domain/shared/dark-modules";

const wasm = readFileSync(createRequire(import.meta.url).resolve("zxing-wasm/reader/zxing_reader.wasm"));
prepareZXingModule({ overrides: { wasmBinary: new Uint8Array(wasm).buffer } });

/** Draws the path as pixels, `scale` of them per module, `tall` rows per row of the path. */
function drawn(path: string, { width, height, tall }: { width: number; height: number; tall: number }) {
  const [scale, border] = [3, 30];
  const size = { width: width * scale + 2 * border, height: height * tall + 2 * border };
  const data = new Uint8ClampedArray(size.width * size.height * 4).fill(255);
  for (const [, x, y, length] of path.matchAll(/M(\d+) (\d+)h(\d+)v1h-\3z/g)) {
    for (let row = Number(y) * tall; row < (Number(y) + 1) * tall; row++)
      for (let column = Number(x) * scale; column < (Number(x) + Number(length)) * scale; column++)
        data.fill(
          0,
          ((row + border) * size.width + column + border) * 4,
          ((row + border) * size.width + column + border) * 4 + 3,
        );
  }
  return { ...size, data, colorSpace: "srgb" as const };
}

function barsOf(code: string) {
  const drawnBars: { encodings?: { data: string }[] } = {};
  JsBarcode(drawnBars, code, { format: "CODE128" });
  return [...(drawnBars.encodings?.[0]?.data ?? "")].map((bit) => bit === "1");
}

test.each(["CAP-45-5", "687152012345", "R410A/25 lb"])("the bars for %s read back as written", async (code) => {
  const bars = barsOf(code);
  const picture = drawn(pathOf([bars]), { width: bars.length, height: 1, tall: 60 });
  expect((await readBarcodes(picture, { formats: ["Code128"] })).map(({ text }) => text)).toEqual([code]);
});

test("a label's QR code decodes to its item's URL", async () => {
  const address = "https://plenum.example/inventory/items/0199f0aa-1111-7222-8333-123456789abc";
  const { data, size } = encode(address, { border: 0, ecc: "M" });
  const picture = drawn(pathOf(data), { width: size, height: size, tall: 3 });
  expect((await readBarcodes(picture, { formats: ["QRCode"] })).map(({ text }) => text)).toEqual([address]);
});

test("labels whose bars are too fine or not encodable have only the QR code", () => {
  expect(fitsLabel(barsOf("CAP-45-5").length, "5160")).toBe(true);
  expect(fitsLabel(barsOf("CUSTOM-1763800000000-WO-012-GASKET38HIGHTEMPOEMR").length, "5160")).toBe(false);
  expect([canBeBars("CAP 45/5"), canBeBars("Größe")]).toEqual([true, false]);
});

test("labels start after a sheet's used positions, and are separate on a roll", () => {
  expect(sheetsOf([1, 2, 3], "5160", 28)).toEqual([[...Array.from({ length: 28 }, () => null), 1, 2], [3]]);
  expect(sheetsOf([1, 2], "roll", 28)).toEqual([[1], [2]]);
  expect(sheetsOf([], "5160", 0)).toEqual([]);
});
