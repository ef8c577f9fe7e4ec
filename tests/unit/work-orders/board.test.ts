import fc from "fast-check";
import { expect, test } from "vitest";
import { PRIORITIES } from "~/domain/work-order-basics/priority";
import type { WorkOrderStatus } from "~/domain/work-order-basics/status";
import {
  type Card,
  type Column,
  dropOn,
  inColumnOrder,
  type Mover,
  undoOf,
  withFurther,
  withMoves,
} from "~/domain/work-orders/board";
import { BOARD_COLUMNS } from "~/domain/work-orders/work-order";

const office: Mover = { office: true, manager: false, technicianId: null, assists: [] };
const manager: Mover = { ...office, manager: true };
const luis: Mover = { office: false, manager: false, technicianId: "luis", assists: ["helping"] };

function card(parts: Partial<Card> = {}): Card {
  return {
    id: "w1",
    number: 1,
    title: "No heat",
    status: "scheduled",
    priority: "normal",
    scheduledStart: "2026-11-20T14:00:00.000Z",
    windowStart: null,
    windowEnd: null,
    late: false,
    unsafe: false,
    durationMinutes: 60,
    technicianId: "luis",
    technicianName: "Luis Ortega",
    holdReason: null,
    cancelReason: null,
    version: 1,
    customerId: "c1",
    customerName: "Hale",
    customerPhone: null,
    timeZone: null,
    line1: "12 Oak Street",
    city: "Milwaukee",
    createdAt: "2026-11-18T14:00:00.000Z",
    ...parts,
  };
}

function board(...cards: Card[]): Column[] {
  return BOARD_COLUMNS.map((status) => {
    const items = cards.filter((one) => one.status === status).sort(inColumnOrder(status));
    return { status, items, nextCursor: null, total: items.length, shut: false };
  });
}

const column = (columns: Column[], status: WorkOrderStatus) => columns.find((one) => one.status === status);
const ids = (columns: Column[], status: WorkOrderStatus) => column(columns, status)?.items.map((one) => one.id);

test.each<[string, Partial<Card>, WorkOrderStatus, Mover, string]>([
  ["its own column", {}, "scheduled", office, "stays"],
  ["the next status", {}, "dispatched", office, "moves"],
  ["a status that needs a start", { status: "unscheduled" }, "scheduled", office, "asks schedule"],
  ["a status that needs a reason", { status: "in_progress" }, "on_hold", office, "asks hold_reason"],
  ["cancelled", {}, "cancelled", office, "asks cancel_reason"],
  ["in progress again, by a manager", { status: "completed" }, "in_progress", manager, "asks reason"],
  ["completed, whose checklist only the server knows", { status: "in_progress" }, "completed", office, "moves"],
  ["a status that cannot follow", {}, "closed", manager, "A work order cannot go from Scheduled to Closed."],
  ["a manager's status", { status: "completed" }, "closed", office, "Only a manager can move this to Closed."],
  ["dispatched, without a technician", { technicianId: null }, "dispatched", office, "Choose a technician."],
  [
    "completed, on hold for parts",
    { status: "on_hold", holdReason: "parts" },
    "completed",
    office,
    "Resume the job first: it is on hold.",
  ],
  ["any status after closed", { status: "closed" }, "in_progress", manager, "A closed work order can't be changed."],
  ["en route, by the office, which has to confirm", { status: "dispatched" }, "en_route", office, "asks "],
  ["en route, by the job's technician", { status: "dispatched" }, "en_route", luis, "moves"],
  [
    "en route, by a helper on the job",
    { id: "helping", technicianId: "mia", status: "dispatched" },
    "en_route",
    luis,
    "moves",
  ],
  [
    "en route, by a technician not on the job",
    { technicianId: "mia", status: "dispatched" },
    "en_route",
    luis,
    "You can view this work order but not move it.",
  ],
])("dropped on %s", (_, parts, to, mover, expected) => {
  const drop = dropOn(card(parts), to, mover);
  const outcome =
    drop.kind === "refused" ? drop.message : drop.kind === "asks" ? `asks ${drop.inputs.join()}` : drop.kind;
  expect(outcome).toBe(expected);
});

test.each<[string, Partial<Card>, WorkOrderStatus, Mover, object | null]>([
  ["a dispatch", {}, "dispatched", office, { to: "scheduled", version: 2 }],
  [
    "work resumed after a hold",
    { status: "on_hold", holdReason: "parts" },
    "in_progress",
    { ...manager },
    { to: "on_hold", version: 2, holdReason: "parts", reason: "Moved back on the board" },
  ],
  [
    "a completion, by a manager",
    { status: "in_progress" },
    "completed",
    manager,
    { to: "in_progress", version: 2, reason: "Moved back on the board" },
  ],
  ["a completion, by the office", { status: "in_progress" }, "completed", office, null],
  ["an unscheduled booking", {}, "unscheduled", office, null],
  ["a transition that cannot be undone", { status: "en_route" }, "in_progress", manager, null],
])("undo of %s is the transition back, if there is one", (_, parts, to, mover, expected) => {
  expect(undoOf({ card: card(parts), to, version: 2 }, mover)).toEqual(expected);
});

test("a moved card is in its new column at once, in order, and the counts follow", () => {
  const before = board(
    card({ id: "a", number: 5 }),
    card({ id: "b", number: 9, status: "dispatched", priority: "low" }),
  );
  const after = withMoves(before, [{ id: "a", to: "dispatched", version: 1 }]);
  expect(ids(after, "scheduled")).toEqual([]);
  expect(ids(after, "dispatched")).toEqual(["a", "b"]);
  expect([column(after, "scheduled")?.total, column(after, "dispatched")?.total]).toEqual([0, 2]);
});

test("a move superseded by another user's move is no longer shown", () => {
  const columns = board(card({ id: "a", status: "on_hold", version: 2 }));
  expect(withMoves(columns, [{ id: "a", to: "dispatched", version: 1 }])).toEqual(columns);
});

test("a collapsed column counts a card moved into it without showing it", () => {
  const columns = board(card({ id: "a", status: "completed" })).map((one) => ({
    ...one,
    shut: one.status === "closed",
  }));
  const after = withMoves(columns, [{ id: "a", to: "closed", version: 1 }]);
  expect(column(after, "closed")).toMatchObject({ total: 1, items: [] });
});

test("a moved card loses the details of its old status", () => {
  const after = withMoves(board(card({ id: "a", status: "on_hold", holdReason: "parts" })), [
    { id: "a", to: "in_progress", version: 1 },
  ]);
  expect(column(after, "in_progress")?.items[0]?.holdReason).toBeNull();
});

test("scheduled cards are ordered by start, whatever their number and priority; others by urgency, newest first", () => {
  const at = (hour: number) => `2026-11-20T${hour}:00:00.000Z`;
  const jobs = [
    { id: "late", number: 9, priority: "low", scheduledStart: at(10) },
    { id: "next", number: 1, priority: "normal", scheduledStart: at(14) },
    { id: "last", number: 5, priority: "emergency", scheduledStart: at(16) },
  ] as const;
  for (const status of ["scheduled", "dispatched"] as const) {
    const column = jobs.toReversed().map((workOrder) => card({ ...workOrder, status }));
    expect(column.sort(inColumnOrder(status)).map(({ id }) => id)).toEqual(["late", "next", "last"]);
  }
  const held = jobs.map((workOrder) => card({ ...workOrder, status: "on_hold" })).sort(inColumnOrder("on_hold"));
  expect(held.map(({ id }) => id)).toEqual(["last", "next", "late"]);
});

test("a card is late only until its job starts", () => {
  const late = card({ id: "a", status: "dispatched", late: true });
  const after = (to: WorkOrderStatus) =>
    column(withMoves(board(late), [{ id: "a", to, version: 1 }]), to)?.items[0]?.late;
  expect([after("scheduled"), after("en_route")]).toEqual([true, false]);
});

test("moves never lose or duplicate cards, and every column keeps its order and count", () => {
  const status = fc.constantFrom(...BOARD_COLUMNS);
  const cards = fc.uniqueArray(
    fc.record({ number: fc.integer({ min: 1, max: 99 }), status, priority: fc.constantFrom(...PRIORITIES) }),
    { selector: (one) => one.number, maxLength: 30 },
  );
  const moves = fc.array(fc.record({ number: fc.integer({ min: 1, max: 99 }), to: status }), { maxLength: 30 });
  fc.assert(
    fc.property(cards, moves, (all, wanted) => {
      const before = board(...all.map((parts) => card({ ...parts, id: `${parts.number}` })));
      const after = withMoves(
        before,
        wanted.map(({ number, to }) => ({ id: `${number}`, to, version: 1 })),
      );
      const idsOf = (columns: Column[]) => columns.flatMap((one) => one.items.map((item) => item.id)).sort();
      expect(idsOf(after)).toEqual(idsOf(before));
      for (const one of after) {
        expect(one.items).toEqual(one.items.toSorted(inColumnOrder(one.status)));
        expect(one.total).toBe(one.items.length);
        expect(one.items.every((item) => item.status === one.status)).toBe(true);
      }
    }),
  );
});

test("more cards are appended to the first ones, unless they were seen in another column since", () => {
  const columns = board(card({ id: "a" }), card({ id: "b", status: "dispatched" }));
  const further = new Map([["scheduled" as const, { items: [card({ id: "b" }), card({ id: "c" })], nextCursor: "x" }]]);
  const after = withFurther(columns, further);
  expect(ids(after, "scheduled")).toEqual(["a", "c"]);
  expect(ids(after, "dispatched")).toEqual(["b"]);
  expect(column(after, "scheduled")?.nextCursor).toBe("x");
});
