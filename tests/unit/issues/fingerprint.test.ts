import { expect, test } from "vitest";
import { errorSubject, framesOf, placeOf } from "~/domain/issues/reports/fingerprint";

test.each([
  ["no such table: audit_log", "Error: no such table: audit_log"],
  ["Cannot read 'Ada Byron' of \"x\"", "Error: Cannot read … of …"],
  ["row 12 of 345 for ada@example.com", "Error: row # of # for …"],
  ["id 01932f6a-7b1c-7d2e-8f00-123456789abc is gone", "Error: id … is gone"],
])("the subject of %j is %j", (message, expected) => {
  expect(errorSubject({ name: "Error", message })).toBe(expected);
});

test("frames are functions and files without line numbers", () => {
  const stack = [
    "Error: x",
    "    at listIssues (file:///build/server/chunks/list.server-CLDhE2B_.js:12:34)",
    "    at async Object.loader (/app/routes/list/route.tsx:5:1)",
    "    at <anonymous>",
  ].join("\n");
  expect(framesOf(stack)).toEqual(["listIssues (list.server)", "Object.loader (route)"]);
});

test.each([
  ["/workorders/12/edit", "/workorders/:id/edit"],
  ["/workorders/WO-012", "/workorders/:id"],
  ["/customers/01932f6a-7b1c-7d2e-8f00-123456789abc", "/customers/:id"],
  ["/customers.data", "/customers.data"],
  ["/s/visit/qZ3xUqj0m1kq7B2w9d4Yp6Rt8Vn5Lc0Ha1Se2Fg3Jk4", "/s/visit/:token"],
])("%s is %s", (path, expected) => {
  expect(placeOf(path)).toBe(expected);
});
