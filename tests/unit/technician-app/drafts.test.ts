import { expect, test } from "vitest";
import { draftsOf, removeOldDrafts } from "~/routes/technician-app/drafts";

function storageWith(entries: Record<string, string> = {}) {
  const device = new Map(Object.entries(entries));
  return {
    device,
    storage: () => ({
      getItem: (key: string) => device.get(key) ?? null,
      setItem: (key: string, value: string) => void device.set(key, value),
      removeItem: (key: string) => void device.delete(key),
      key: (index: number) => [...device.keys()][index] ?? null,
      length: device.size,
    }),
  };
}

const DAY_MS = 24 * 3600 * 1000;

test("a draft is visible only to its author", () => {
  const { storage } = storageWith();
  draftsOf("luis", storage).save("job-1:t1", { value: "350" });
  expect(draftsOf("luis", storage).read("job-1:t1")).toEqual({ value: "350" });
  expect(draftsOf("mary", storage).read("job-1:t1")).toBeNull();
  draftsOf("luis", storage).remove("job-1:t1");
  expect(draftsOf("luis", storage).read("job-1:t1")).toBeNull();
});

test("drafts older than a week are removed, and nothing else is", () => {
  const { device, storage } = storageWith({ plenum_theme: "dark", "plenum_draft:luis:broken": "{}" });
  const drafts = draftsOf("luis", storage);
  drafts.save("old", { value: "1" }, 0);
  drafts.save("new", { value: "2" }, 2 * DAY_MS);
  removeOldDrafts(8 * DAY_MS, storage);
  expect([...device.keys()]).toEqual(["plenum_theme", "plenum_draft:luis:new"]);
});

test("a browser without storage has no drafts and no errors", () => {
  const drafts = draftsOf("luis", () => {
    throw new DOMException("denied", "SecurityError");
  });
  expect(drafts.save("t1", { value: "1" })).toBe(false);
  expect(drafts.read("t1")).toBeNull();
  expect(draftsOf("luis", storageWith().storage).save("t1", { value: "1" })).toBe(true);
});
