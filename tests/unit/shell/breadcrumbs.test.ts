import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { type CrumbNames, crumbsFor } from "~/components/app-shell/breadcrumbs-trail";
import { pagePathnameOf } from "~/components/app-shell/handle";

function trail(pathname: string, names?: CrumbNames): string {
  return crumbsFor(pathname, names)
    .map((crumb) => crumb.label)
    .join(" > ");
}

const uuid = "0191f3a2-7c1e-7b55-9d2f-6a1c2b3d4e5f";

test.each<[string, CrumbNames, string]>([
  ["/", {}, ""],
  ["/dashboard", {}, ""],
  ["/workorders", {}, "Home > Work Orders"],
  ["/workorders/12", {}, "Home > Work Orders > Work Order #12"],
  ["/workorders/WO-012", {}, "Home > Work Orders > Work Order WO-012"],
  [`/workorders/${uuid}`, {}, "Home > Work Orders > Work Order"],
  [`/workorders/${uuid}`, { workOrder: "Work Order WO-012" }, "Home > Work Orders > Work Order WO-012"],
  ["/workorders/create", {}, "Home > Work Orders > New Work Order"],
  ["/workorders/12/edit", {}, "Home > Work Orders > Work Order #12 > Edit"],
  ["/workorders/12/timeline", {}, "Home > Work Orders > Work Order #12 > Timeline"],
  [`/workorders/voice/${uuid}`, {}, "Home > Work Orders > Voice Sessions"],
  ["/workorders/scheduler", {}, "Home > Work Orders > Scheduler"],
  ["/workorders/scheduler/2026-11-20", {}, "Home > Work Orders > Scheduler > 2026-11-20"],
  ["/workorders/board", {}, "Home > Work Orders > Kanban Board"],
  ["/technician/jobs/today", {}, "Home > Technician > Jobs > Today"],
  ["/technician/jobs/WO-001", {}, "Home > Technician > Jobs > Work Order WO-001"],
  ["/technicians", {}, "Home > Technicians"],
  ["/technicians/invitations", {}, "Home > Technicians > Pending Invitations"],
  ["/technicians/invite", {}, "Home > Technicians > Invite Technician"],
  ["/technicians/create", {}, "Home > Technicians > Invite Technician"],
  ["/technicians/7", { technician: "Luis Ortega" }, "Home > Technicians > Luis Ortega"],
  ["/technicians/7", {}, "Home > Technicians > Technician #7"],
  ["/technicians/7", { technician: "" }, "Home > Technicians > Technician #7"],
  ["/technicians/7/edit", { technician: "Luis Ortega" }, "Home > Technicians > Luis Ortega > Edit"],
  ["/technicians/7/schedule", {}, "Home > Technicians > Technician #7 > Schedule"],
  ["/customers", {}, "Home > Customers"],
  ["/customers/3", { customer: "Lakeside Dental" }, "Home > Customers > Lakeside Dental"],
  ["/customers/3", {}, "Home > Customers > Customer #3"],
  [`/customers/${uuid}`, {}, "Home > Customers > Customer"],
  ["/customers/create", {}, "Home > Customers > New Customer"],
  ["/customers/3/edit", {}, "Home > Customers > Customer #3 > Edit"],
  ["/customers/3/equipment", { customer: "Lakeside Dental" }, "Home > Customers > Lakeside Dental > Equipment"],
  [
    "/customers/3/equipment/9",
    { equipment: "Attic furnace" },
    "Home > Customers > Customer #3 > Equipment > Attic furnace",
  ],
  ["/customers/3/equipment/9", {}, "Home > Customers > Customer #3 > Equipment > Equipment #9"],
  [`/customers/${uuid}/equipment/create`, {}, "Home > Customers > Customer > Equipment > New Equipment"],
  ["/equipment", {}, "Home > Equipment"],
  ["/equipment/create", {}, "Home > Equipment > New Equipment"],
  ["/equipment/disposals", {}, "Home > Equipment > Disposals"],
  ["/equipment/audit-packet", {}, "Home > Equipment > Audit Packet"],
  ["/equipment/cylinders", {}, "Home > Equipment > Cylinders"],
  ["/equipment/cylinders/variance", {}, "Home > Equipment > Cylinders > Variance"],
  [`/equipment/cylinders/${uuid}`, { record: "R410A-11" }, "Home > Equipment > Cylinders > R410A-11"],
  ["/equipment/9", {}, "Home > Equipment #9"],
  ["/equipment/9", { equipment: "Attic furnace" }, "Home > Attic furnace"],
  [
    "/equipment/9",
    { equipment: "Attic furnace", owner: { id: "3", name: "Lakeside Dental" } },
    "Home > Customers > Lakeside Dental > Attic furnace",
  ],
  ["/equipment/9", { owner: { id: "3", name: "" } }, "Home > Customers > Customer #3 > Equipment #9"],
  ["/inventory/items", {}, "Home > Inventory > Items"],
  ["/inventory/items/4", {}, "Home > Inventory > Items > #4"],
  ["/inventory/items/4", { record: "Dual-run capacitor 45/5" }, "Home > Inventory > Items > Dual-run capacitor 45/5"],
  [`/inventory/items/${uuid}/edit`, {}, "Home > Inventory > Items > Details > Edit"],
  ["/inventory/items/create", {}, "Home > Inventory > Items > New Item"],
  ["/inventory/locations", {}, "Home > Inventory > Locations"],
  ["/inventory/movements", {}, "Home > Inventory > Movements"],
  ["/inventory/reservations", {}, "Home > Inventory > Reservations"],
  ["/inventory/stock/4/distribution", {}, "Home > Inventory > Stock > #4 > Distribution"],
  ["/system/user-managment", {}, "Home > System > Users"],
  ["/profile", {}, "Home > Profile"],
  ["/service-types", {}, "Home > Service Types"],
  ["/service-types/create", {}, "Home > Service Types > New Service Type"],
  ["/service-types/create/advanced", {}, "Home > Service Types > New Service Type > Advanced"],
  ["/service-types/5", {}, "Home > Service Types > Service Type #5"],
  ["/service-types/5/edit", {}, "Home > Service Types > Service Type #5 > Edit"],
  ["/service-types/5/tasks/8/edit", {}, "Home > Service Types > Service Type #5 > Tasks > #8 > Edit"],
  ["/finances/expenses", {}, "Home > Finances > Expenses"],
  ["/knowledge-graph", {}, "Home > Knowledge Graph"],
  ["/invoices-v2/12", {}, "Home > Invoices > #12"],
  ["/integrations/github", {}, "Home > Integrations > GitHub"],
  ["/bugscout/issues/31", {}, "Home > Bugscout > Issues > #31"],
  ["/some_odd-PLACE/", {}, "Home > Some Odd Place"],
  ["/customers/%E0%A4%A", {}, "Home > Page"],
])("%s with %o is %s", (pathname, names, expected) => {
  expect(trail(pathname, names)).toBe(expected);
});

test("each crumb links to its page, except the last one and those without a page", () => {
  const targets = (pathname: string, names?: CrumbNames) => crumbsFor(pathname, names).map((crumb) => crumb.to);
  expect(targets("/workorders/12/edit")).toEqual(["/", "/workorders", "/workorders/12", null]);
  expect(targets("/inventory/items/4")).toEqual(["/", null, "/inventory/items", null]);
  expect(targets("/system/user-managment")).toEqual(["/", null, null]);
  expect(targets("/equipment/9", { owner: { id: "3", name: "Lakeside" } })).toEqual([
    "/",
    "/customers",
    "/customers/3",
    null,
  ]);
});

test.each(["constructor", "__proto__", "toString"])("breadcrumbs for the path %s have labels", (name) => {
  for (const path of [`/equipment/${name}`, `/${name}/create`, `/${name}`]) {
    for (const { label } of crumbsFor(path)) expect(label).toEqual(expect.any(String));
  }
});

test.each<[string, { pathname: string; handle?: unknown }[], string]>([
  ["a page has its own path", [{ pathname: "/" }, { pathname: "/finances" }], "/finances"],
  [
    "a dialog has the path of its page",
    [{ pathname: "/finances" }, { pathname: "/finances/expense/new", handle: { dialog: true } }],
    "/finances",
  ],
  [
    "a layout without a path of its own has its parent's",
    [{ pathname: "/customers/3/" }, { pathname: "/customers/3/addresses/new", handle: { dialog: true } }],
    "/customers/3",
  ],
  ["the home page keeps its slash", [{ pathname: "/" }, { pathname: "/", handle: { frame: "wide" } }], "/"],
])("among the matches, %s", (_, matches, expected) => {
  expect(pagePathnameOf(matches.map(({ pathname, handle }) => ({ pathname, handle })))).toBe(expected);
});

test("every route that fails as a dialog has the dialog handle", () => {
  const folder = join(import.meta.dirname, "../../../app/routes");
  const silent = readdirSync(folder, { recursive: true, encoding: "utf8" })
    .filter((name) => name.endsWith(".tsx"))
    .filter((name) => {
      const text = readFileSync(join(folder, name), "utf8");
      return text.includes("DialogError as ErrorBoundary") && !text.includes("dialogHandle as handle");
    });
  expect(silent).toEqual([]);
});
