import fc from "fast-check";
import { expect, test } from "vitest";
import { estimateDrive } from "~/domain/drives/drive-time";
import { findConflicts } from "~/domain/scheduling/conflicts";
import {
  type DayReassignment,
  type DayReassignmentRequest,
  proposeDay,
  type ReassignableWorkOrder,
} from "~/domain/scheduling/reassign-day";
import { aPlan, aTechnician, aWorkOrder, drives, site, wall } from "./fixtures";

const LUIS = aTechnician();
const ANA = aTechnician({ id: "ana", name: "Ana", home: site("ana-home") });
const SAM = aTechnician({ id: "sam", name: "Sam", home: site("sam-home") });

function workOrder(label: string, time: string, parts: Partial<ReassignableWorkOrder> = {}): ReassignableWorkOrder {
  return {
    ...aWorkOrder({ label, start: wall(`2026-11-20 ${time}`), place: site(label) }),
    priority: "normal",
    ...parts,
  };
}

function proposalFor(
  jobs: readonly ReassignableWorkOrder[],
  parts: Partial<DayReassignmentRequest> = {},
): DayReassignment {
  return proposeDay({
    technicianId: "luis",
    date: "2026-11-20",
    now: wall("2026-11-20 07:00"),
    team: [LUIS, ANA, SAM],
    jobs,
    drive: drives({ "ana-home>WO-001": 5, "sam-home>WO-001": 40 }),
    slackMinutes: 60,
    movesOthers: true,
    ...parts,
  });
}

test("a job of the absent technician goes to the nearest free one at the same time", () => {
  expect(
    proposalFor([
      workOrder("WO-001", "09:00", {
        arrivalWindow: { start: wall("2026-11-20 09:00"), end: wall("2026-11-20 10:00") },
      }),
    ]),
  ).toEqual({
    changes: [
      {
        workOrderId: "WO-001",
        label: "WO-001",
        isOwn: true,
        from: { technicianIds: ["luis"], start: wall("2026-11-20 09:00") },
        to: { technicianIds: ["ana"], start: wall("2026-11-20 09:00") },
        message: "Ana takes WO-001 at 9:00 AM.",
      },
    ],
    leftOver: [],
    driveMinutes: { before: 0, after: 5 },
  });
});

test("others' arrival windows do not change, and jobs that do not fit are listed with the reason", () => {
  const busy = workOrder("WO-002", "09:00", { technicianIds: ["ana"], minutes: 480 });
  const held = workOrder("WO-001", "09:00", {
    arrivalWindow: { start: wall("2026-11-20 09:00"), end: wall("2026-11-20 10:00") },
  });
  const proposal = proposalFor([held, busy], { team: [LUIS, ANA] });
  expect(proposal.changes).toEqual([]);
  expect(proposal.leftOver).toEqual([
    {
      workOrderId: "WO-001",
      label: "WO-001",
      reason: "Ana can't be there between 9:00 AM and 10:00 AM without missing another arrival window.",
    },
  ]);
});

test("refrigerant work goes only to a technician with a certification valid that day", () => {
  const demands = { skills: [], certifications: [], refrigerantWork: true };
  const certified = (expiresOn: string) => ({ ...SAM, certifications: [{ name: "EPA 608", expiresOn }] });
  const work = workOrder("WO-001", "09:00", { demands });
  expect(proposalFor([work], { team: [LUIS, ANA, certified("2026-11-20")] }).changes[0]?.to.technicianIds).toEqual([
    "sam",
  ]);
  expect(proposalFor([work], { team: [LUIS, ANA, certified("2026-11-19")] }).leftOver[0]?.reason).toBe(
    "No one else working that day has the required skills and certifications.",
  );
});

test("a helper is replaced without moving the others on the job", () => {
  const pair = workOrder("WO-001", "09:00", { technicianIds: ["ana", "luis"] });
  expect(proposalFor([pair]).changes).toMatchObject([
    { to: { technicianIds: ["ana", "sam"], start: wall("2026-11-20 09:00") } },
  ]);
});

test("jobs that are under way, done, canceled or on another day are unchanged", () => {
  const done = workOrder("WO-001", "08:00", { status: "completed" });
  const going = workOrder("WO-002", "09:00", { status: "in_progress" });
  const off = workOrder("WO-003", "10:00", { status: "cancelled" });
  const tomorrow = { ...workOrder("WO-004", "10:00"), start: wall("2026-11-23 10:00") };
  expect(proposalFor([done, going, off, tomorrow])).toMatchObject({ changes: [], leftOver: [] });
});

test("midday, nothing is scheduled in hours that have passed", () => {
  const proposal = proposalFor([workOrder("WO-001", "08:30")], { now: wall("2026-11-20 09:07") });
  expect(proposal.changes[0]?.to.start).toBeGreaterThanOrEqual(wall("2026-11-20 09:07"));
});

test("with no one else working, every job is left over with the reason", () => {
  const away = [{ start: wall("2026-11-20 00:00"), end: wall("2026-11-21 00:00"), reason: "training" }];
  expect(
    proposalFor([workOrder("WO-001", "09:00")], { team: [LUIS, { ...ANA, week: null }] }).leftOver[0]?.reason,
  ).toBe("No one else is working that day.");
  expect(proposalFor([workOrder("WO-001", "09:00")], { team: [LUIS, { ...ANA, timeOff: away }] }).changes).toEqual([]);
});

const COUNT = 4;
const anyDay = fc.array(
  fc.record({
    by: fc.nat(COUNT - 1),
    slot: fc.nat(35),
    quarters: fc.integer({ min: 2, max: 8 }),
    x: fc.nat(40),
    y: fc.nat(40),
    skill: fc.option(fc.constantFrom("boilers", "chillers"), { nil: null }),
    window: fc.option(fc.nat(8), { nil: null }),
  }),
  { maxLength: 24 },
);

const TEAM = Array.from({ length: COUNT }, (_, index) =>
  aTechnician({
    id: `t${index}`,
    name: `T${index}`,
    skills: index % 2 ? ["boilers"] : ["boilers", "chillers"],
    home: site(`home-${index}`, 40.7 + index / 50, -74),
  }),
);

/** Keeps only jobs without conflicts, taking them in order. */
function aCleanDay(
  draws: readonly (typeof anyDay extends fc.Arbitrary<infer T> ? T : never)[number][],
): ReassignableWorkOrder[] {
  const day: ReassignableWorkOrder[] = [];
  draws.forEach(({ by, slot, quarters, x, y, skill, window }, index) => {
    const start = wall("2026-11-20 08:00") + slot * 15 * 60_000;
    const candidate: ReassignableWorkOrder = {
      ...aWorkOrder({
        label: `WO-${index}`,
        technicianIds: [`t${by}`],
        start,
        minutes: quarters * 15,
        place: site(`s${index}`, 40.6 + x / 200, -74.1 + y / 200),
      }),
      priority: "normal",
      demands: { skills: skill ? [skill] : [], certifications: [], refrigerantWork: false },
      arrivalWindow: window === null ? null : { start, end: start + window * 15 * 60_000 },
    };
    const fits = TEAM.every(
      (person) => person.id !== `t${by}` || findConflicts(candidate, person, aPlan(day, estimateDrive)).length === 0,
    );
    if (fits) day.push(candidate);
  });
  return day;
}

test("reassigning a day without conflicts creates none and keeps every arrival window", () => {
  fc.assert(
    fc.property(anyDay, fc.nat(COUNT - 1), (draws, out) => {
      const jobs = aCleanDay(draws);
      const now = wall("2026-11-20 06:00");
      const { changes, leftOver } = proposeDay({
        technicianId: `t${out}`,
        date: "2026-11-20",
        now,
        team: TEAM,
        jobs,
        drive: estimateDrive,
        slackMinutes: 30,
        movesOthers: true,
      });
      const left = new Set(leftOver.map(({ workOrderId }) => workOrderId));
      const after = jobs
        .filter(({ id }) => !left.has(id))
        .map((planned) => ({ ...planned, ...changes.find(({ workOrderId }) => workOrderId === planned.id)?.to }));
      for (const planned of after) {
        expect(planned.technicianIds).not.toContain(`t${out}`);
        const person = TEAM.find(({ id }) => planned.technicianIds.includes(id));
        expect(person && findConflicts(planned, person, aPlan(after, estimateDrive))).toEqual([]);
        const { arrivalWindow: window } = planned;
        expect(window === null || (window.start <= planned.start && planned.start <= window.end)).toBe(true);
      }
    }),
    { numRuns: 150 },
  );
});

test("the same day is always reassigned the same way", () => {
  const jobs = [
    workOrder("WO-001", "09:00"),
    workOrder("WO-002", "11:00"),
    workOrder("WO-003", "13:00", { technicianIds: ["ana"] }),
  ];
  expect(proposalFor(jobs)).toEqual(proposalFor(jobs));
});

test("others' jobs change technicians only if that keeps a job from being left over", () => {
  const chillers = { skills: ["Chillers"], certifications: [], refrigerantWork: false };
  const able = { ...ANA, skills: ["Chillers"] };
  const exact = { start: wall("2026-11-20 09:00"), end: wall("2026-11-20 09:00") };
  const plain = workOrder("WO-002", "09:00", { technicianIds: ["ana"], arrivalWindow: exact });
  const special = workOrder("WO-001", "09:00", { demands: chillers, arrivalWindow: exact });
  const proposal = proposalFor([special, plain], { team: [LUIS, able, SAM] });
  expect(proposal.changes.map(({ label, to }) => [label, to.technicianIds])).toEqual([
    ["WO-001", ["ana"]],
    ["WO-002", ["sam"]],
  ]);
  const elsewhere = { ...special, demands: { ...chillers, skills: [] } };
  expect(proposalFor([elsewhere, plain], { team: [LUIS, able, SAM] }).changes.map(({ label }) => label)).toEqual([
    "WO-001",
  ]);
});

test("jobs of working technicians move only if allowed", () => {
  const exact = { start: wall("2026-11-20 09:00"), end: wall("2026-11-20 09:00") };
  const roomy = { start: wall("2026-11-20 09:00"), end: wall("2026-11-20 12:00") };
  const own = workOrder("WO-001", "09:00", { arrivalWindow: exact });
  const other = workOrder("WO-002", "09:00", { technicianIds: ["ana"], arrivalWindow: roomy });
  const day = { team: [LUIS, ANA], drive: drives({}) };
  const left = proposalFor([own, other], { ...day, movesOthers: false });
  expect([left.changes, left.leftOver.map(({ workOrderId }) => workOrderId)]).toEqual([[], ["WO-001"]]);
  const moved = proposalFor([own, other], { ...day, movesOthers: true });
  expect(moved.changes.map(({ workOrderId, isOwn }) => [workOrderId, isOwn]).sort()).toEqual([
    ["WO-001", true],
    ["WO-002", false],
  ]);
});
