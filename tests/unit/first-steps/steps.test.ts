import { expect, test } from "vitest";
import { doneSteps } from "~/domain/first-steps/steps";

const empty = {
  hasServiceType: false,
  hasTechnician: false,
  hasCustomer: false,
  workOrders: {},
};

test.each([
  ["nothing", {}, []],
  ["a technician and a customer", { hasTechnician: true, hasCustomer: true }, ["technician", "customer"]],
  ["a job without a time", { workOrders: { unscheduled: 3 } }, []],
  ["a job that was canceled", { workOrders: { cancelled: 1, scheduled: 0 } }, []],
  ["a scheduled job", { workOrders: { scheduled: 1 } }, ["schedule"]],
  ["a job under way", { workOrders: { en_route: 1 } }, ["schedule", "dispatch"]],
  ["a job completed long ago", { workOrders: { closed: 1 } }, ["schedule", "dispatch"]],
])("a business with %s has completed %j of the first steps", (_what, facts, steps) => {
  expect(doneSteps({ ...empty, ...facts })).toEqual(steps);
});
