import { expect, test } from "vitest";
import { permissionsAfter } from "~/domain/people/member";
import { defaultPermissions, type Role } from "~/domain/shared/permissions";

const byHand = ["work_orders.read", "invoices.read"];

test.each<[string, Role[], readonly string[] | null, Role[], readonly string[] | null]>([
  [
    "defaults follow from technician to manager",
    ["Technician"],
    defaultPermissions(["Technician"]),
    ["Manager"],
    defaultPermissions(["Manager"]),
  ],
  [
    "defaults follow from manager to technician",
    ["Manager"],
    defaultPermissions(["Manager"]),
    ["Technician"],
    defaultPermissions(["Technician"]),
  ],
  ["a custom list stays", ["Technician"], byHand, ["Manager"], byHand],
  ["an Admin has no list", ["Manager"], byHand, ["Admin"], null],
  ["a former Admin gets the defaults", ["Admin"], null, ["Technician"], defaultPermissions(["Technician"])],
  [
    "a different order does not make a list custom",
    ["Technician"],
    [...(defaultPermissions(["Technician"]) ?? [])].reverse(),
    ["Manager"],
    defaultPermissions(["Manager"]),
  ],
])("%s", (_, roles, permissions, after, expected) => {
  expect(permissionsAfter({ roles, permissions }, after)).toEqual(expected);
});
