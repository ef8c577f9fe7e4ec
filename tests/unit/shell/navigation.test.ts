import { expect, test } from "vitest";
import { activeLink, seesApiHealth, type Viewer, visibleNavigation } from "~/components/app-shell/navigation";
import { defaultPermissions, type Permission, type Role } from "~/domain/shared/permissions";

const finance = ["/finances", "/finances/dashboard", "/finances/calendar", "/finances/expenses", "/finances/accounts"];
const workOrders = ["/workorders", "/workorders/scheduler"];
const inventory = [
  "/inventory/items",
  "/inventory/locations",
  "/inventory/stock",
  "/inventory/movements",
  "/inventory/reservations",
];
const technicians = ["/technicians", "/technicians/invitations"];
const system = [
  "/settings",
  "/settings/integrations",
  "/system/user-managment",
  "/bugscout/issues",
  "/bugscout/config",
  "/integrations/github",
  "/integrations/gitlab",
];
const office = [...workOrders, ...finance, "/invoices-v2", "/service-types", "/customers", "/equipment", ...inventory];
const own = "/technician/jobs/WO-001";

function seen(viewer: Viewer): string[] {
  return visibleNavigation(viewer).flatMap((group) => group.links.map((link) => link.to));
}

function member(role: Role | null, permissions: readonly string[] | null): Viewer {
  return { member: { roles: role ? [role] : [], permissions } };
}

test.each<[string, Viewer, string[]]>([
  ["a guest sees nothing but Home", null, []],
  ["a household sees its money", { member: null }, finance],
  [
    "an Admin without a list sees everything of the office",
    member("Admin", null),
    [...office, ...technicians, ...system],
  ],
  ["an Admin whose list is empty still sees it by role", member("Admin", []), [...office, ...technicians, ...system]],
  ["a Manager without a list sees all but technicians and system", member("Manager", null), office],
  [
    "a Manager with the usual list sees technicians too",
    member("Manager", defaultPermissions(["Manager"])),
    [...office, ...technicians],
  ],
  [
    "a Technician with the usual list",
    member("Technician", defaultPermissions(["Technician"])),
    [...workOrders, own, ...finance, "/customers", "/equipment", ...inventory],
  ],
  ["a Technician without a list sees the own jobs", member("Technician", null), [own, ...finance]],
  ["a member with neither role nor list", member(null, null), finance],
])("%s", (_who, viewer, links) => {
  expect(seen(viewer)).toEqual(links);
});

test.each<[Permission, string[]]>([
  ["work_orders.read", workOrders],
  ["work_orders.manage", workOrders],
  ["invoices.read", ["/invoices-v2"]],
  ["service_types.read", ["/service-types"]],
  ["customers.read", ["/customers"]],
  ["equipment.read", []],
  ["inventory.read", inventory],
  ["technicians.read", technicians],
  ["technicians.manage", technicians],
  ["issues.read", []],
  ["system.admin", system],
])("the permission %s alone shows its area", (permission, links) => {
  expect(seen(member(null, [permission])).filter((to) => !finance.includes(to))).toEqual(links);
});

test("the equipment link needs its own right within the customers' group", () => {
  expect(seen(member(null, ["customers.read", "equipment.read"]))).toEqual([...finance, "/customers", "/equipment"]);
});

test("choosing the Scheduler, and nothing else, closes the sidebar", () => {
  const closing = visibleNavigation(member("Admin", null)).flatMap((g) => g.links.filter((link) => link.closesSidebar));
  expect(closing.map((link) => link.label)).toEqual(["Scheduler"]);
});

test.each<[string, Viewer, boolean]>([
  ["an Admin", member("Admin", null), true],
  ["system.admin", member("Technician", ["system.admin"]), true],
  ["a Manager", member("Manager", defaultPermissions(["Manager"])), false],
  ["a household", { member: null }, false],
  ["a guest", null, false],
])("the API's health is shown or not to %s", (_who, viewer, shown) => {
  expect(seesApiHealth(viewer)).toBe(shown);
});

test.each([
  ["/settings/integrations", "/settings/integrations"],
  ["/settings", "/settings"],
  ["/workorders/scheduler/2026-11-20", "/workorders/scheduler"],
  ["/workorders/WO-017/edit", "/workorders"],
  ["/customers/12/equipment", "/customers"],
  ["/finances/expenses", "/finances/expenses"],
  ["/financesque", null],
  ["/", null],
])("at %s the link %s is the current one", (pathname, link) => {
  expect(activeLink(visibleNavigation(member("Admin", null)), pathname)).toBe(link);
});
