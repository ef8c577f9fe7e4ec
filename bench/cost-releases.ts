import { readFileSync } from "node:fs";

/** The cost of each action in a release, in dollars per million at list prices. */
export interface ReleaseCosts {
  release: string;
  /** YYYY-MM-DD. */
  measuredOn: string;
  actions: Record<string, number>;
}

export interface ChangedCost {
  name: string;
  /** Null: not measured in that release. */
  before: number | null;
  /** Null: the action no longer exists. */
  now: number | null;
}

/** CPU time varies by this much between runs. */
const NOTED_FROM = 0.05;

/** Actions whose cost changed since the previous release, largest change first. */
export function changedCosts(before: ReleaseCosts["actions"], now: ReleaseCosts["actions"]): ChangedCost[] {
  const names = [...new Set([...Object.keys(before), ...Object.keys(now)])];
  const by = ({ before: was, now: is }: ChangedCost) => Math.abs((is ?? 0) - (was ?? 0));
  return names
    .map((name): ChangedCost => ({ name, before: before[name] ?? null, now: now[name] ?? null }))
    .filter((one) => one.before === null || one.now === null || by(one) >= one.before * NOTED_FROM)
    .sort((a, b) => by(b) - by(a));
}

/** Appends a release, replacing an earlier measurement of it. */
export function withRelease(releases: readonly ReleaseCosts[], one: ReleaseCosts): ReleaseCosts[] {
  return [...releases.filter(({ release }) => release !== one.release), one];
}

export const releaseFile = new URL("./costs-by-release.json", import.meta.url);

/** The measured releases, latest last. */
export const savedReleases = (): ReleaseCosts[] => JSON.parse(readFileSync(releaseFile, "utf8"));
