import { readFileSync } from "node:fs";

/** What actions cost in a release, in dollars a million by the list. */
export interface ReleaseCosts {
  release: string;
  /** YYYY-MM-DD. */
  measuredOn: string;
  actions: Record<string, number>;
}

export interface ChangedCost {
  name: string;
  /** Null: not measured then. */
  before: number | null;
  /** Null: there is no such action any more. */
  now: number | null;
}

/** CPU differs by as much from run to run. */
const NOTED_FROM = 0.05;

/** What costs another amount than in the release before, the largest change first. */
export function changedCosts(before: ReleaseCosts["actions"], now: ReleaseCosts["actions"]): ChangedCost[] {
  const names = [...new Set([...Object.keys(before), ...Object.keys(now)])];
  const by = ({ before: was, now: is }: ChangedCost) => Math.abs((is ?? 0) - (was ?? 0));
  return names
    .map((name): ChangedCost => ({ name, before: before[name] ?? null, now: now[name] ?? null }))
    .filter((one) => one.before === null || one.now === null || by(one) >= one.before * NOTED_FROM)
    .sort((a, b) => by(b) - by(a));
}

/** The releases with one more at the end; one that is measured anew gives way. */
export function withRelease(releases: readonly ReleaseCosts[], one: ReleaseCosts): ReleaseCosts[] {
  return [...releases.filter(({ release }) => release !== one.release), one];
}

export const releaseFile = new URL("./costs-by-release.json", import.meta.url);

/** The releases that were measured, the last one last. */
export const savedReleases = (): ReleaseCosts[] => JSON.parse(readFileSync(releaseFile, "utf8"));
