import { expect, test } from "vitest";
import { people } from "#tests/support/screens/demo";

test.each([
  ["/inventory", "/inventory/items"],
  ["/inventory/", "/inventory/items"],
  ["/system", "/system/user-managment"],
  ["/integrations", "/settings/integrations"],
  ["/technician", "/technician/jobs/today"],
  ["/technician/jobs", "/technician/jobs/today"],
])("%s leads to the first page of its group", async (path, first) => {
  const { status, location } = await people.admin.get(path);
  expect([status, location]).toEqual([302, first]);
});
