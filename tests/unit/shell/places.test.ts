import type { RouteConfigEntry } from "@remix-run/route-config";
import { expect, test } from "vitest";
import { createActions } from "~/components/app-shell/palette/actions";
import { placesFor } from "~/components/app-shell/palette/places";
import { defaultPermissions, type Role } from "~/domain/shared/permissions";
import { homeFor } from "~/http/home-for";
import routes from "~/routes";

const member = (...roles: Role[]) => ({ member: { roles, permissions: defaultPermissions(roles) } });
const household = { member: null };

const households = [
  ...["/finances/income/new", "/finances/expenses/new", "/finances/accounts/new", "/finances/accounts/connect"],
  "/receipts",
];
const members = ["/todos/new", "/messages/new", "/report-problem", "/profile/calendars/new"];
const office = [
  ...[
    "/workorders/create",
    "/customers/create",
    "/leads/new",
    "/estimates/new",
    "/technicians/invite",
    "/equipment/create",
  ],
  ...["/inventory/items/create", "/inventory/purchase-orders/create", "/inventory/movements/create"],
  ...["/inventory/suppliers/create", "/inventory/locations/create"],
  ...["/inventory/counts/create", "/service-types/create", "/bugscout/issues/new", "/designer/new"],
  ...["/inventory/reservations/create", "/inventory/purchase-orders/reorder", "/inventory/items/import"],
  ...["/equipment/cylinders/new", "/invoices-v2/remind"],
];
const administration = ["/system/user-managment/invite", "/settings/api-keys/new", "/settings/webhooks/new"];

test.each([
  ["an Admin", member("Admin"), [...office, ...administration, ...members, ...households]],
  ["a Manager", member("Manager"), [...office, ...members, ...households]],
  ["a Technician", member("Technician"), [...members, ...households]],
  ["a household", household, households],
  ["a guest", null, []],
])("%s gets each create action they have permission for, once", (_who, viewer, actions) => {
  const targets = createActions(viewer).map((action) => action.to);
  expect(targets.toSorted()).toEqual(actions.toSorted());
});

test("the palette has the sidebar's places, each once", () => {
  const places = placesFor(member("Admin")).map((place) => place.to);
  expect(places).toEqual(expect.arrayContaining(["/workorders", "/workorders/board", "/bugscout/config", "/profile"]));
  // What the workspace has and no sidebar names.
  const workspace = ["/leads/report", "/payment/received", "/settings/export", "/profile/export", "/designer", "/chat"];
  expect(places).toEqual(expect.arrayContaining(workspace));
  expect(new Set(places).size).toBe(places.length);
});

/** Screens that are opened from another one, or not by choice. */
const elsewhere: readonly RegExp[] = [
  // Before signing in, or signed in as it happens.
  /^\/$/,
  /^\/(signup|login|auth|households|dev|start)\b|^\/\*$/,
  // Groups, which lead to their first page.
  /^\/(inventory|system|integrations|technician(\/jobs)?)$/,
  // Of the installation's operators, who are not known to the palette.
  /^\/(system\/operations|support\/messages)/,
  // Own details, the next step of a form, and dialogs of one screen.
  /\/invite-technician$/,
  /^\/(profile\/(two-step|passkeys|leave|delete)|payment\/(cancel|period)|dashboard\/(technician|customer|job|dispatch|received))/,
  /^\/(settings\/(delete|billing\/)|bugscout\/(landing|config\/|(issues|board)\/views)|system\/user-managment\/two-step)/,
  /^\/(finances\/(expense\/new|accounts\/institution)|pgi\/|industry-analysis\/save$|service-types\/create\/advanced)/,
  /^\/(technicians\/(create|invitations|teams\/new)|workorders\/new-customer$|integrations\/git(hub|lab)\/|finances\/transactions\/export)/,
];

test("the palette opens every screen that needs no record", async () => {
  const flat = (entries: RouteConfigEntry[], parent = ""): string[] =>
    entries.flatMap(({ path, index, children }) => {
      const at = path === undefined ? parent : `${parent}/${path}`;
      return [...(path === undefined && !index ? [] : [at || "/"]), ...flat(children ?? [], at)];
    });
  const screens = [...new Set(flat(await routes))]
    .map((path) => path.replace(/\/:[^/]+\?/g, ""))
    .filter((path) => !/:|^\/(s|f|resources)\b/.test(path) && path !== "/settings/logo");
  const known = [member("Admin", "Technician"), household].flatMap((viewer) =>
    [...placesFor(viewer), ...createActions(viewer)].map(({ to }) => to.replace(/[?#].*$/, "")),
  );
  expect(screens.length).toBeGreaterThan(100);
  expect(screens.filter((path) => !known.includes(path) && !elsewhere.some((rule) => rule.test(path)))).toEqual([]);
});

test("a household is not offered any business place", () => {
  const places = placesFor(household).map((place) => place.to);
  expect(places).toContain("/finances");
  expect(places.filter((to) => /workorders|customers|leads|dashboard$/.test(to))).toEqual(["/finances/dashboard"]);
});

test.each([
  ["an Admin", member("Admin"), "/dashboard"],
  ["a Technician", member("Technician"), "/technician/jobs/today"],
  ["a Manager who is a technician too", member("Manager", "Technician"), "/dashboard"],
  ["a household", household, "/finances/dashboard"],
])("%s starts at the right place", (_who, viewer, to) => {
  expect(homeFor(viewer)).toBe(to);
});
