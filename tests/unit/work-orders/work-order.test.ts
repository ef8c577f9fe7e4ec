import { expect, test } from "vitest";
import { formatWorkOrderNumber, parseWorkOrderRef } from "~/domain/work-order-basics/number";
import { priorityRank } from "~/domain/work-order-basics/priority";
import { BOARD_COLUMNS, invitationNotice, reachNotice } from "~/domain/work-orders/work-order";

const ID = "0b8c8f0e-6f0a-4c57-9c39-0d6f0f6a1b2c";

test.each([
  [1, "WO-001"],
  [12, "WO-012"],
  [999, "WO-999"],
  [1000, "WO-1000"],
  [123456, "WO-123456"],
])("work order %i is shown as %s", (number, name) => {
  expect(formatWorkOrderNumber(number)).toBe(name);
});

test.each([
  ["12", { by: "number", number: 12 }],
  ["WO-012", { by: "number", number: 12 }],
  [" wo-1000 ", { by: "number", number: 1000 }],
  [ID, { by: "id", id: ID }],
  [ID.toUpperCase(), { by: "id", id: ID }],
  ["0", null],
  ["WO-000", null],
  ["WO-", null],
  ["-5", null],
  ["12.5", null],
  ["1234567890", null],
  ["WO-12x", null],
  ["", null],
])("%s is read as %o", (text, ref) => {
  expect(parseWorkOrderRef(text)).toEqual(ref);
});

test("the board runs from unscheduled to closed, with canceled last", () => {
  expect(BOARD_COLUMNS).toEqual([
    "unscheduled",
    "scheduled",
    "dispatched",
    "en_route",
    "in_progress",
    "on_hold",
    "completed",
    "closed",
    "cancelled",
  ]);
});

test("an emergency outranks every other priority", () => {
  expect(priorityRank("emergency")).toBeGreaterThan(priorityRank("high"));
  expect(priorityRank("normal")).toBeGreaterThan(priorityRank("low"));
});

test.each([
  [[], null],
  [["Luis"], "Luis has not accepted the invitation yet: the job will be on their phone when they do."],
  [
    ["Luis", "Mia", "Tom"],
    "Luis, Mia and Tom have not accepted their invitations yet: the job will be on their phones when they do.",
  ],
])("for %o who have not accepted, the notice is: %s", (names, text) => {
  expect(invitationNotice(names)).toBe(text);
});

test.each([
  [[], [], null],
  [[], ["Luis"], "Luis has no access: the job will not reach their phone."],
  [[], ["Luis", "Mia"], "Luis and Mia have no access: the job will not reach their phones."],
  [
    ["Tom"],
    ["Luis"],
    "Tom has not accepted the invitation yet: the job will be on their phone when they do. Luis has no access: the job will not reach their phone.",
  ],
])("for %o who have not accepted and %o without access, the notice is: %s", (invited, withoutAccess, text) => {
  expect(reachNotice({ invited, withoutAccess })).toBe(text);
});
