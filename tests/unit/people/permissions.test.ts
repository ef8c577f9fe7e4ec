import { expect, test } from "vitest";
import {
  can,
  defaultPermissions,
  hasRole,
  type Permission,
  permissions,
  type Rights,
} from "~/domain/shared/permissions";

const rows: [string, Rights | null, Permission, boolean][] = [
  ["nobody", null, "work_orders.read", false],
  ["an Admin without a list", { roles: ["Admin"], permissions: null }, "system.admin", true],
  ["a Manager without a list", { roles: ["Manager"], permissions: null }, "work_orders.read", false],
  ["a Technician without a list", { roles: ["Technician"], permissions: null }, "work_orders.read", false],
  ["an Admin with a list", { roles: ["Admin"], permissions: ["customers.read"] }, "work_orders.read", false],
  ["an Admin with an empty list", { roles: ["Admin"], permissions: [] }, "customers.read", false],
  ["a permissions list with it", { roles: ["Technician"], permissions: ["customers.read"] }, "customers.read", true],
  ["manage includes read", { roles: [], permissions: ["customers.manage"] }, "customers.read", true],
  ["manage includes write", { roles: [], permissions: ["customers.manage"] }, "customers.write", true],
  ["write includes read", { roles: [], permissions: ["customers.write"] }, "customers.read", true],
  ["write does not include manage", { roles: [], permissions: ["customers.write"] }, "customers.manage", false],
  ["read does not include write", { roles: [], permissions: ["customers.read"] }, "customers.write", false],
  ["one area does not include another", { roles: [], permissions: ["customers.manage"] }, "equipment.read", false],
  [
    "all areas do not include the system",
    { roles: ["Manager"], permissions: permissions.filter((p) => p !== "system.admin") },
    "system.admin",
    false,
  ],
  ["an unknown permission", { roles: [], permissions: ["customers.all", "*"] }, "customers.read", false],
];

test.each(rows)("%s", (_, rights, permission, allowed) => {
  expect(can(rights, permission)).toBe(allowed);
});

test("a role check ignores the permission list", () => {
  expect(hasRole({ roles: ["Manager"], permissions: [] }, "Admin", "Manager")).toBe(true);
  expect(hasRole({ roles: ["Technician"], permissions: [] }, "Admin", "Manager")).toBe(false);
  expect(hasRole(null, "Admin")).toBe(false);
});

test("a new Manager gets every business area, a Technician four read permissions, an Admin none", () => {
  expect(defaultPermissions(["Admin"])).toBeNull();
  expect(defaultPermissions(["Admin", "Technician"])).toBeNull();
  expect(defaultPermissions(["Manager"])).toHaveLength(permissions.length - 1);
  expect(defaultPermissions(["Technician"])).toEqual([
    "work_orders.read",
    "customers.read",
    "equipment.read",
    "inventory.read",
  ]);
});
