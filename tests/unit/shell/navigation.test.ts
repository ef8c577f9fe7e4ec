import { expect, test } from "vitest";
import { activeLink, seesApiHealth, type Viewer, visibleNavigation } from "~/components/app-shell/navigation";
import { defaultPermissions, type Permission, type Role } from "~/domain/shared/permissions";

const finance = [
  "/finances",
  "/finances/dashboard",
  "/finances/calendar",
  "/finances/transactions",
  "/finances/expenses",
  "/finances/accounts",
];
const workOrders = ["/workorders", "/workorders/scheduler", "/workorders/board", "/map", "/map2"];
const inventory = [
  "/inventory/items",
  "/inventory/locations",
  "/inventory/stock",
  "/inventory/movements",
  "/inventory/reservations",
  "/inventory/purchase-orders",
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
const office = [
  ...workOrders,
  "/leads",
  "/estimates",
  "/invoices-v2",
  "/invoices-v2/aging",
  "/pgi",
  "/service-types",
  "/customers",
  "/properties",
  "/equipment",
  ...inventory,
];
const own = "/technician/jobs/WO-001";

function seen(viewer: Viewer): string[] {
  return visibleNavigation(viewer).flatMap((group) => group.links.map((link) => link.to));
}

function member(role: Role | null, permissions: readonly string[] | null): Viewer {
  return { member: { roles: role ? [role] : [], permissions } };
}

test.each<[string, Viewer, string[]]>([
  ["a guest sees only Home", null, []],
  ["a household sees its finances", { member: null }, finance],
  [
    "an Admin without a permissions list sees everything",
    member("Admin", null),
    [...office, ...technicians, ...system, ...finance],
  ],
  [
    "an Admin with an empty list sees everything by role",
    member("Admin", []),
    [...office, ...technicians, ...system, ...finance],
  ],
  [
    "a Manager without a permissions list sees all but technicians and system",
    member("Manager", null),
    [...office, ...finance],
  ],
  [
    "a Manager with the usual list sees technicians too",
    member("Manager", defaultPermissions(["Manager"])),
    [...office, ...technicians, ...finance],
  ],
  [
    "a Technician with the usual list",
    member("Technician", defaultPermissions(["Technician"])),
    [...workOrders, own, "/customers", "/properties", "/equipment", ...inventory, ...finance],
  ],
  ["a Technician without a permissions list sees their own jobs", member("Technician", null), [own, ...finance]],
  ["a member with neither role nor list", member(null, null), finance],
])("%s", (_who, viewer, links) => {
  expect(seen(viewer)).toEqual(links);
});

test.each<[Permission, string[]]>([
  ["work_orders.read", workOrders],
  ["work_orders.manage", workOrders],
  ["invoices.read", ["/invoices-v2", "/invoices-v2/aging", "/pgi"]],
  ["service_types.read", ["/service-types"]],
  ["customers.read", ["/customers", "/properties"]],
  ["equipment.read", []],
  ["inventory.read", inventory],
  ["technicians.read", technicians],
  ["technicians.manage", technicians],
  ["issues.read", []],
  ["system.admin", system],
])("the permission %s alone shows only its area", (permission, links) => {
  expect(seen(member(null, [permission])).filter((to) => !finance.includes(to))).toEqual(links);
});

test("the equipment link needs its own permission within the customers group", () => {
  expect(seen(member(null, ["customers.read", "equipment.read"]))).toEqual([
    "/customers",
    "/properties",
    "/equipment",
    ...finance,
  ]);
});

test("a member's own finances are last and separate, and a household has nothing else", () => {
  const own = visibleNavigation(member("Admin", null)).at(-1);
  expect(own).toMatchObject({ title: "My household", personal: true, folded: true });
  expect(visibleNavigation({ member: null })).toMatchObject([{ personal: false, folded: false }]);
});

test("only choosing the Scheduler closes the sidebar", () => {
  const closing = visibleNavigation(member("Admin", null)).flatMap((g) => g.links.filter((link) => link.closesSidebar));
  expect(closing.map((link) => link.label)).toEqual(["Scheduler"]);
});

test.each<[string, Viewer, boolean]>([
  ["an Admin", member("Admin", null), true],
  ["system.admin", member("Technician", ["system.admin"]), true],
  ["a Manager", member("Manager", defaultPermissions(["Manager"])), false],
  ["a household", { member: null }, false],
  ["a guest", null, false],
])("whether the API's health is shown to %s", (_who, viewer, shown) => {
  expect(seesApiHealth(viewer)).toBe(shown);
});

test.each([
  ["/settings/integrations", "/settings/integrations"],
  ["/settings", "/settings"],
  ["/workorders/scheduler/2026-11-20", "/workorders/scheduler"],
  ["/workorders/WO-017/edit", "/workorders"],
  ["/workorders/board/12/hold", "/workorders/board"],
  ["/customers/12/equipment", "/customers"],
  ["/finances/expenses", "/finances/expenses"],
  ["/financesque", null],
  ["/inventory/labels", "/inventory/items"],
  ["/", null],
])("at %s the current link is %s", (pathname, link) => {
  expect(activeLink(visibleNavigation(member("Admin", null)), pathname)).toBe(link);
});
