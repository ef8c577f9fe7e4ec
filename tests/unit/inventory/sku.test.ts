import { expect, test } from "vitest";
import { customPartName, customSku, customSkuBesides, fieldSku, normalizeSku } from "~/domain/inventory/items/sku";

const at = 1_763_800_000_000;

test("a custom SKU has the timestamp, the work order and up to twenty characters of the description", () => {
  const sku = customSku({ at, workOrder: "WO-012", description: 'Gasket, 3/8" high-temp (OEM) replacement' });
  expect(sku).toBe(`CUSTOM-${at}-WO-012-GASKET38HIGHTEMPOEMR`);
  expect(sku.split("-").at(-1)).toHaveLength(20);
});

test("a description without letters or digits leaves no trailing dash", () => {
  expect(customSku({ at, workOrder: "WO-012", description: "密封 — !" })).toBe(`CUSTOM-${at}-WO-012`);
});

test("a taken SKU gets a four-character suffix, and a field SKU a six-character one", () => {
  expect(customSkuBesides("CUSTOM-1", "a-b_c9z")).toBe("CUSTOM-1-ABC9");
  expect(fieldSku(at, "xy")).toBe(`FIELD-${at}-XY0000`);
});

test("a name is cut to 255 characters, and SKUs are compared in uppercase", () => {
  expect(customPartName(` ${"x".repeat(300)}`)).toHaveLength(255);
  expect(normalizeSku(" cap-45 ")).toBe("CAP-45");
});
