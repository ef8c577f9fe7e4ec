import { expect, test } from "vitest";
import { draft } from "#tests/support/estimates";
import { post, stocked } from "#tests/support/inventory";
import { threePagesAndBack } from "#tests/support/page-text";
import { testWorker } from "#tests/support/worker";

const worker = await testWorker();

/** What of `pattern` the first three pages show, and the page before the third. */
async function shownOn(by: Parameters<typeof threePagesAndBack>[0], path: string, pattern: RegExp) {
  const { pages, back } = await threePagesAndBack(by, path);
  return [...pages, back].map((page) => pattern.exec(page)?.[0]);
}

test("stock movements page back one page at a time", async () => {
  const { manager } = await worker.business();
  const { itemId, locationId } = await stocked(manager, 10);
  for (const quantity of [7001, 7002]) await post(manager, "receipt", [{ itemId, locationId, quantity }]);
  expect(await shownOn(manager, "/inventory/movements", /\+(7,002|7,001|10)\b/)).toEqual([
    ...["+7,002", "+7,001", "+10", "+7,001"],
  ]);
});

test("reservations page back one page at a time", async () => {
  const { manager } = await worker.business();
  const { itemId, locationId } = await stocked(manager, 100);
  for (const quantity of [11, 12, 13])
    await manager.post("/api/inventory/reservations", { itemId, locationId, quantity });
  expect(await shownOn(manager, "/inventory/reservations", />1[123] [A-Z]/)).toEqual([
    ...[">13 E", ">12 E", ">11 E", ">12 E"],
  ]);
});

test("estimates page back one page at a time", async () => {
  const { admin } = await worker.business();
  const ids: string[] = [];
  for (let made = 0; made < 3; made += 1) ids.unshift((await draft(admin)).id);
  const shown = await shownOn(admin, "/estimates", /\/estimates\/[0-9a-f-]{36}/);
  expect(shown).toEqual([ids[0], ids[1], ids[2], ids[1]].map((id) => `/estimates/${id}`));
});
