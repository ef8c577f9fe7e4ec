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
  ["a list made by hand stays", ["Technician"], byHand, ["Manager"], byHand],
  ["an Admin has no list", ["Manager"], byHand, ["Admin"], null],
  ["who is no Admin any more gets the defaults", ["Admin"], null, ["Technician"], defaultPermissions(["Technician"])],
  [
    "the order of a list does not make it one by hand",
    ["Technician"],
    [...(defaultPermissions(["Technician"]) ?? [])].reverse(),
    ["Manager"],
    defaultPermissions(["Manager"]),
  ],
])("%s", (_, roles, permissions, after, expected) => {
  expect(permissionsAfter({ roles, permissions }, after)).toEqual(expected);
});
