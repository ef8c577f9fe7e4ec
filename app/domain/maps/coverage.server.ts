import { and, desc, eq, gt, type SQL, sql } from "drizzle-orm";
import { namedEach } from "#drizzle/d1/columns";
import { coverage } from "#drizzle/schema/maps";
import type { Ctx, Member } from "~/domain/shared/context";
import { type CoveredArea, SMALLEST_SHOWN } from "./coverage";
import type { CoverageQuery } from "./schema";

const MAX_ZIPS = 100;

/**
 * Where businesses on Plenum work, for anybody: counts by state, county and ZIP code over all of them, and nothing else. Without a
 * state and a county they are those of the ZIP code, or those with most sites. One round trip.
 */
export async function publicCoverage(ctx: Ctx, { state, county, zip = "" }: CoverageQuery) {
  const ofZip = (column: "state" | "county_fips") =>
    sql`(SELECT ${sql.raw(column)} FROM places WHERE postal_code = ${zip})`;
  const chosenState = state ? sql`${state}` : sql`coalesce(${ofZip("state")}, ${mostServed("state", sql`''`)})`;
  const countyOfZip = state ? sql`NULL` : ofZip("county_fips");
  const chosenCounty = county ? sql`${county}` : sql`coalesce(${countyOfZip}, ${mostServed("county", chosenState)})`;
  const [[chosen], states, counties, zips, [found]] = await ctx.db.batch([
    ctx.db
      .select({
        state: sql<string | null>`${chosenState}`.as("chosen_state"),
        county: sql<string | null>`${chosenCounty}`.as("chosen_county"),
      })
      .from(sql`(SELECT 1)`),
    areas(ctx, { kind: "state", parent: sql`''`, limit: 60 }),
    areas(ctx, { kind: "county", parent: chosenState, limit: 260 }),
    // Of the state where its counties are not known.
    areas(ctx, { kind: "zip", parent: sql`coalesce(${chosenCounty}, ${chosenState})`, limit: MAX_ZIPS }),
    ctx.db
      .select(areaColumns)
      .from(coverage)
      .where(and(eq(coverage.kind, "zip"), eq(coverage.code, zip), gt(coverage.sites, 0))),
  ]);
  return {
    state: chosen?.state ?? null,
    county: chosen?.county ?? null,
    states: states.map(withoutSmallNumbers),
    counties: counties.map(withoutSmallNumbers),
    zips: zips.map(withoutSmallNumbers),
    found: found ? withoutSmallNumbers(found) : null,
  };
}

const areaColumns = namedEach({ code: coverage.code, name: coverage.name, sites: coverage.sites });

const mostServed = (kind: "state" | "county", parent: SQL) =>
  sql`(SELECT top.code FROM coverage top INDEXED BY coverage_parent WHERE top.kind = ${kind} AND top.parent = ${parent}
    AND top.sites > 0 ORDER BY top.sites DESC, top.code DESC LIMIT 1)`;

function areas(ctx: Ctx, { kind, parent, limit }: { kind: "state" | "county" | "zip"; parent: SQL; limit: number }) {
  return ctx.db
    .select(areaColumns)
    .from(sql`coverage INDEXED BY coverage_parent`)
    .where(and(eq(coverage.kind, kind), eq(coverage.parent, parent), gt(coverage.sites, 0)))
    .orderBy(desc(coverage.sites), desc(coverage.code))
    .limit(limit);
}

const withoutSmallNumbers = ({ sites, ...area }: { code: string; name: string; sites: number }): CoveredArea => ({
  ...area,
  sites: sites < SMALLEST_SHOWN ? null : sites,
});

/** The business's own ZIP codes with most sites first, with the middle and county of each: a statement for a batch. */
export function ownZips(ctx: Ctx, me: Member, limit = MAX_ZIPS) {
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
