import { expect, test } from "vitest";
import { auditRows } from "~/routes/settings/audit/export-rows.server";

test.each([
  [true, ["This file has the newest 50,000 entries. Filter by day to export older ones."]],
  [false, []],
])("whether the file lacks entries is said in its last row: %s", async (isCut, messages) => {
  async function* pages() {
    yield [];
    return isCut;
  }
  const rows: string[][] = [];
  for await (const page of auditRows(pages())) rows.push(...page);
  expect(rows.map((row) => row[2])).toEqual(messages);
});
