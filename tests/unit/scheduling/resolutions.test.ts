import { expect, test } from "vitest";
import { jobConflicts } from "~/domain/scheduling/conflicts";
import { cheapestResolutions, nearestFreeStart } from "~/domain/scheduling/resolutions";
import type { PlannedJob } from "~/domain/technicians/calendar";
import { aJob, aPlan, aTechnician, drives, site, wall } from "./fixtures";

const LUIS = aTechnician();
const ANA = aTechnician({ id: "ana", name: "Ana", home: site("harbour") });
const drive = drives({ "oak>elm": 30, "harbour>elm": 12, "home>elm": 25, "home>oak": 5 });
const now = wall("2026-11-20 07:00");
const plan = (jobs: readonly PlannedJob[]) => ({ ...aPlan(jobs, drive), now });

const FIRST = aJob({ label: "WO-004", place: site("oak") });
const NEXT = aJob({ label: "WO-005", start: wall("2026-11-20 10:00"), place: site("elm") });

test("the two cheapest resolutions of a drive conflict are offered, with their cost", () => {
  expect(cheapestResolutions(NEXT, [LUIS, ANA], plan([FIRST, NEXT]))).toEqual([
    {
      kind: "other_technician",
      jobId: "WO-005",
      technicianIds: ["ana"],
      start: NEXT.start,
      addedMinutes: 12,
      affected: ["Ana"],
      message: "Assign to Ana: 12 min more drive time.",
    },
    {
      kind: "move_job",
      jobId: "WO-005",
      technicianIds: ["luis"],
      start: wall("2026-11-20 10:30"),
      addedMinutes: 30,
      affected: ["WO-005"],
      message: "Start at 10:30 AM: 30 min later.",
    },
  ]);
});

test("the other job is moved where that is cheaper, but never one that is under way", () => {
  const [first, second] = cheapestResolutions(
    NEXT,
    [LUIS],
    plan([{ ...FIRST, start: wall("2026-11-20 09:00") }, NEXT]),
  );
  expect([first?.kind, second?.kind]).toEqual(["move_job", "move_other_job"]);
  expect(second).toMatchObject({
    jobId: "WO-004",
    start: wall("2026-11-20 08:30"),
    message: "Move WO-004 to 8:30 AM: 30 min earlier.",
  });
  const under = { ...FIRST, status: "in_progress" as const };
  expect(cheapestResolutions(NEXT, [LUIS], plan([under, NEXT])).map((resolution) => resolution.kind)).toEqual([
    "move_job",
  ]);
});

test("a job without conflicts needs no resolution, and one without qualified technicians has none", () => {
  expect(cheapestResolutions(FIRST, [LUIS, ANA], plan([FIRST]))).toEqual([]);
  const refrigerant = { ...FIRST, demands: { skills: [], certifications: [], refrigerantWork: true } };
  expect(cheapestResolutions(refrigerant, [LUIS, ANA], plan([refrigerant]))).toEqual([]);
});

test("a full day moves the job to the next working day", () => {
  const thursday = aJob({ start: wall("2026-11-19 09:00"), minutes: 540, label: "WO-010" });
  const fullDay = aJob({ start: wall("2026-11-19 08:00"), minutes: 540, label: "WO-011" });
  const start = nearestFreeStart({ ...thursday, minutes: 60 }, [LUIS], { ...plan([fullDay]), now: 0 });
  expect(start).toBe(wall("2026-11-20 08:00"));
});

test("nothing is moved into the past", () => {
  const late = { ...plan([FIRST, NEXT]), now: wall("2026-11-20 10:40") };
  const resolutions = cheapestResolutions(NEXT, [LUIS], late);
  expect(resolutions.length > 0 && resolutions.every((resolution) => resolution.start >= late.now)).toBe(true);
});

test("every resolution really leaves nothing against the job", () => {
  const day = [FIRST, NEXT, aJob({ label: "WO-006", start: wall("2026-11-20 11:15"), place: site("oak") })];
  for (const resolution of cheapestResolutions(NEXT, [LUIS, ANA], plan(day))) {
    const after = day.map((job) =>
      job.id === resolution.jobId ? { ...job, start: resolution.start, technicianIds: resolution.technicianIds } : job,
    );
    const job = after.find(({ id }) => id === NEXT.id) ?? NEXT;
    expect(jobConflicts(job, [LUIS, ANA], plan(after))).toEqual([]);
  }
});
