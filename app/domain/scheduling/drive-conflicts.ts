import { type DriveLookup, type Neighbours, type PlannedJob, timeOnSite } from "./jobs";
import { MINUTE_MS } from "./rules";

export type DriveConflict = {
  kind: "drive" | "drive_unknown";
  severity: "override" | "warning";
  otherJobId: string;
  message: string;
};

type Leg = { from: PlannedJob; to: PlannedJob; other: PlannedJob; words: string };

// With this much time in between nobody has to know the drive.
const AMPLE_MINUTES = 120;

/** Drives to the job and on from it that do not fit into the time between; overlapping jobs are not looked at here. */
export function findDriveConflicts(job: PlannedJob, neighbours: Neighbours, drive: DriveLookup): DriveConflict[] {
  const { before, after } = neighbours;
  const legs: Leg[] = [];
  if (before) legs.push({ from: before, to: job, other: before, words: `from ${before.label}` });
  if (after) legs.push({ from: job, to: after, other: after, words: `to ${after.label}` });
  return legs.flatMap((leg) => legConflict(leg, drive) ?? []);
}

function legConflict({ from, to, other, words }: Leg, drive: DriveLookup): DriveConflict | null {
  const has = Math.floor((to.start - timeOnSite(from, null).end) / MINUTE_MS);
  if (has < 0) return null;
  const { minutes: needed } = drive(from.place, to.place);
  if (needed === null) {
    if (has >= AMPLE_MINUTES) return null;
    const message = `The drive ${words} is unknown, there are ${has} min for it.`;
    return { kind: "drive_unknown", severity: "warning", otherJobId: other.id, message };
  }
  if (needed <= has) return null;
  const message = `The drive ${words} needs ${needed} min, has ${has}.`;
  return { kind: "drive", severity: "override", otherJobId: other.id, message };
}
