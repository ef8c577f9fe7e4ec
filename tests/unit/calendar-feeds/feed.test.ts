import { expect, test } from "vitest";
import { type FeedWorkOrder, wholeAppointments, workOrderEvents } from "~/domain/calendar-feeds/feed";

const booked = (
  appointmentId: string,
  technicianName: string,
  role: FeedWorkOrder["role"] = "helper",
): FeedWorkOrder => ({
  ...{ appointmentId, technicianName, role, title: "No heat", label: "WO-001", customerName: "Ana Silva" },
  ...{
    startsAt: "2028-03-06T15:00:00.000Z",
    endsAt: "2028-03-06T16:00:00.000Z",
    location: "",
    statusLabel: "Scheduled",
  },
  ...{ url: "https://plenum.example/workorders/1", changedAt: "2028-03-01T00:00:00.000Z" },
});

const rows = [
  ...[booked("a", "Luis", "lead"), booked("a", "Mia"), booked("b", "Abe", "lead")],
  ...[booked("c", "Mia"), booked("c", "Luis", "lead"), booked("d", "Abe", "lead")],
];

test.each([
  [6, ["a", "b", "c", "d"]],
  [7, ["a", "b", "c", "d"]],
  [5, ["a", "b", "c"]],
  [4, ["a", "b"]],
  [3, ["a", "b"]],
  [1, []],
])("a calendar cut off after %i rows has only appointments with their whole crew: %j", (limit, expected) => {
  const events = workOrderEvents(wholeAppointments(rows, limit));
  expect(events.map(({ id }) => id)).toEqual(expected);
  const people = Object.fromEntries(events.map(({ id, details }) => [id, details[1]]));
  if (expected.includes("a")) expect(people.a).toBe("Technician: Luis, Mia");
  if (expected.includes("c")) expect(people.c).toBe("Technician: Luis, Mia");
});
