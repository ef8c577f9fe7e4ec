import { and, desc, eq, gt, type SQL, sql } from "drizzle-orm";
import { namedEach } from "#drizzle/d1/columns";
import { coverage } from "#drizzle/schema/maps";
import type { Ctx, Member } from "~/domain/shared/context";
import { DomainError, serverErrorText } from "~/domain/shared/errors";
import { onWorkingShards } from "~/domain/shared/shards.server";
import { type CoveredArea, SMALLEST_SHOWN } from "./coverage";
import type { CoverageQuery } from "./schema";

export const MAX_ZIPS = 100;
const MAX_COUNTIES = 260;
/** Per county and shard: more than any county has, so that sums are complete. */
const MAX_READ_ZIPS = 500;

/**
 * Where businesses on Plenum work, for the public: counts by state, county and ZIP code across all of them, and nothing else.
 * Without a state and county, those of the ZIP code, or else those with the most sites. Each shard counts its own: two round
 * trips, and one more if shards do not agree on the state with the most sites. A shard that is closed for maintenance or fails is
 * left out, and `isComplete` is false.
 * @throws DomainError unavailable if every open shard fails
 */
export async function publicCoverage(ctx: Ctx, { state, county, zip = "" }: CoverageQuery) {
  const placed = sql`(SELECT p.state FROM places p WHERE p.postal_code = ${zip})`;
  const chosen = sql`coalesce(${state ?? null}, ${placed}, ${mostServed("state", sql`''`)})`;
  const { answers: first, failing } = await onWorkingShards(ctx, "coverage", ({ db }) =>
    db.batch([
      db
        .select({
          state: sql<string | null>`${chosen}`.as("chosen_state"),
          county: sql<string | null>`(SELECT p.county_fips FROM places p WHERE p.postal_code = ${zip})`.as(
            "placed_county",
          ),
        })
        .from(sql`(SELECT 1)`),
      areas(db, { kind: "state", parent: sql`''`, limit: 60 }),
      areas(db, { kind: "county", parent: chosen, limit: MAX_COUNTIES }),
      db
        .select(areaColumns)
        .from(coverage)
        .where(and(eq(coverage.kind, "zip"), eq(coverage.code, zip), gt(coverage.sites, 0))),
    ]),
  );
  if (first.length === 0 && failing.length > 0) throw new DomainError("unavailable", serverErrorText);
  const states = merged(first.map(([, rows]) => rows));
  const chosenOnes = first.map(([[row]]) => row?.state ?? null);
  const isPlaced = state !== undefined || first.some(([[row]]) => row?.county != null);
  const chosenState = isPlaced ? (chosenOnes.find((each) => each !== null) ?? null) : (states[0]?.code ?? null);
  const counties = chosenOnes.every((each) => each === null || each === chosenState)
    ? { answers: first.map(([, , rows]) => rows), failing }
    : await onWorkingShards(ctx, "coverage/counties", ({ db }) =>
        areas(db, { kind: "county", parent: sql`${chosenState}`, limit: MAX_COUNTIES }),
      );
  const shownCounties = merged(counties.answers).slice(0, MAX_COUNTIES);
  const countyOfZip =
    state === undefined ? first.map(([[row]]) => row?.county ?? null).find((each) => each !== null) : null;
  const chosenCounty = county ?? countyOfZip ?? shownCounties[0]?.code ?? null;
  // Falls back to the state if its counties are not known.
  const parent = sql`${chosenCounty ?? chosenState}`;
  const zips = await onWorkingShards(ctx, "coverage/zips", ({ db }) =>
    areas(db, { kind: "zip", parent, limit: MAX_READ_ZIPS }),
  );
  const [found] = merged(first.map(([, , , rows]) => rows));
  return {
    state: chosenState,
    county: chosenCounty,
    states: states.map(withoutSmallNumbers),
    counties: shownCounties.map(withoutSmallNumbers),
    zips: merged(zips.answers).slice(0, MAX_ZIPS).map(withoutSmallNumbers),
    found: found ? withoutSmallNumbers(found) : null,
    isComplete:
      [failing, counties.failing, zips.failing].every((names) => names.length === 0) && ctx.shards.closed.size === 0,
  };
}

interface Area {
  code: string;
  name: string;
  sites: number;
}

/** Merges the shards' counts of the same places, largest first. */
function merged(shards: readonly (readonly Area[])[]): Area[] {
  const sums = new Map<string, Area>();
  for (const area of shards.flat())
    sums.set(area.code, { ...area, sites: area.sites + (sums.get(area.code)?.sites ?? 0) });
  return [...sums.values()].sort((a, b) => b.sites - a.sites || b.code.localeCompare(a.code));
}

const areaColumns = namedEach({ code: coverage.code, name: coverage.name, sites: coverage.sites });

const mostServed = (kind: "state" | "county", parent: SQL) =>
  sql`(SELECT top.code FROM coverage top INDEXED BY coverage_parent WHERE top.kind = ${kind} AND top.parent = ${parent}
    AND top.sites > 0 ORDER BY top.sites DESC, top.code DESC LIMIT 1)`;

function areas(
  db: Ctx["db"],
  { kind, parent, limit }: { kind: "state" | "county" | "zip"; parent: SQL; limit: number },
) {
  return db
    .select(areaColumns)
    .from(sql`coverage INDEXED BY coverage_parent`)
    .where(and(eq(coverage.kind, kind), eq(coverage.parent, parent), gt(coverage.sites, 0)))
    .orderBy(desc(coverage.sites), desc(coverage.code))
    .limit(limit);
}

const withoutSmallNumbers = ({ sites, ...area }: Area): CoveredArea => ({
  ...area,
  sites: sites < SMALLEST_SHOWN ? null : sites,
});

/** The business's own ZIP codes with the most sites, with the center and county of each: a statement for a batch. */
export function ownZips(ctx: Ctx, me: Member, limit: number) {
  return ctx.db
    .select({
      zip: sql<string>`z.zip`.as("own_zip"),
      sites: sql<number>`z.sites`.as("own_sites"),
      city: sql<string | null>`places.city`.as("zip_city"),
      state: sql<string | null>`places.state`.as("zip_state"),
      county: sql<string | null>`places.county`.as("zip_county"),
      countyFips: sql<string | null>`places.county_fips`.as("zip_fips"),
      latitude: sql<number | null>`places.latitude`.as("zip_latitude"),
      longitude: sql<number | null>`places.longitude`.as("zip_longitude"),
    })
    .from(sql`(SELECT zip, sites FROM site_zips INDEXED BY site_zips_by_count WHERE org_id = ${me.orgId} AND sites > 0
      ORDER BY sites DESC, zip DESC LIMIT ${limit}) AS z LEFT JOIN places ON places.postal_code = z.zip`);
}
