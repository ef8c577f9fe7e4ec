import { expect, test } from "vitest";
import { createActions, placesFor } from "~/components/app-shell/palette/places";
import { defaultPermissions, type Role } from "~/domain/shared/permissions";
import { homeFor } from "~/http/home-for";

const member = (...roles: Role[]) => ({ member: { roles, permissions: defaultPermissions(roles) } });
const household = { member: null };

const households = ["/finances/income/new", "/finances/expenses/new", "/finances/accounts/new"];
const members = ["/todos/new", "/messages/new", "/report-problem", "/profile/calendars/new"];
const office = [
  ...["/workorders/create", "/customers/create", "/leads/new", "/technicians/invite", "/equipment/create"],
  ...["/inventory/items/create", "/inventory/purchase-orders/create", "/inventory/movements/create"],
  ...["/inventory/suppliers/create", "/inventory/locations/create"],
  ...["/inventory/counts/create", "/service-types/create", "/bugscout/issues/new", "/designer/new"],
];

test.each([
  ["an Admin", member("Admin"), [...office, ...members, ...households]],
  ["a Manager", member("Manager"), [...office, ...members, ...households]],
  ["a Technician", member("Technician"), [...members, ...households]],
  ["a household", household, households],
  ["a guest", null, []],
])("%s gets each create action they have permission for, once", (_who, viewer, actions) => {
  const begun = createActions(viewer).map((action) => action.to);
  expect(begun.toSorted()).toEqual(actions.toSorted());
});

test("the palette has the sidebar's places, each once", () => {
  const places = placesFor(member("Admin")).map((place) => place.to);
  expect(places).toEqual(expect.arrayContaining(["/workorders", "/workorders/board", "/bugscout/config", "/profile"]));
  // What the workspace has and no sidebar names.
  const workspace = ["/leads/report", "/payment/received", "/settings/export", "/profile/export", "/designer", "/chat"];
  expect(places).toEqual(expect.arrayContaining(workspace));
  expect(new Set(places).size).toBe(places.length);
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
