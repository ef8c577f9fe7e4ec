import { eq, sql } from "drizzle-orm";
import { named } from "#drizzle/d1/columns";
import { places } from "#drizzle/schema/places";
import type { Ctx } from "~/domain/shared/context";
import { type FoundPlace, placeQuery, type ZipPlace } from "./geocode";

interface PlaceWish {
  words: string;
  types: readonly ("postal_code" | "city")[];
  limit: number;
}

/** ZIP codes and cities whose words begin as those typed, the best match first, from the embedded places. */
export async function findPlaces(ctx: Ctx, { words, types, limit }: PlaceWish): Promise<FoundPlace[]> {
  const match = placeQuery(words);
  if (!match) return [];
  const zips = ctx.db
    .select({
      city: named(places.city, "city"),
      state: named(places.state, "state"),
      postalCode: named(places.postalCode, "postal_code"),
      latitude: named(places.latitude, "latitude"),
      longitude: named(places.longitude, "longitude"),
    })
    .from(sql`place_search CROSS JOIN places`)
    .where(sql`place_search.rowid = places.id AND place_search MATCH ${match}`)
    .orderBy(sql`place_search.rank, places.postal_code`)
    .limit(types.includes("postal_code") ? limit : 0);
  const cities = ctx.db
    .select({
      city: named(places.city, "city"),
      state: named(places.state, "state"),
      latitude: sql<number>`round(avg(places.latitude), 4)`.as("middle_latitude"),
      longitude: sql<number>`round(avg(places.longitude), 4)`.as("middle_longitude"),
    })
    .from(sql`place_search CROSS JOIN places`)
    .where(sql`place_search.rowid = places.id AND place_search MATCH ${match}`)
    .groupBy(places.state, places.city)
    .orderBy(sql`count(*) DESC, places.city`)
    .limit(types.includes("city") ? Math.ceil(limit / 2) : 0);
  const [codes, towns] = await ctx.db.batch([zips, cities]);
  const found = [
    ...towns.map((town) => ({ ...town, line1: null, postalCode: null, precision: "city" as const })),
    ...codes.map((code) => ({ ...code, line1: null, precision: "postal_code" as const })),
  ];
  return found.slice(0, limit);
}

/** The middle of a ZIP code; null for one that is not known. */
export async function zipPlace(ctx: Ctx, postalCode: string): Promise<ZipPlace | null> {
  const [found] = await ctx.db
    .select({
      postalCode: places.postalCode,
      city: places.city,
      state: places.state,
      latitude: places.latitude,
      longitude: places.longitude,
    })
    .from(places)
    .where(eq(places.postalCode, postalCode.slice(0, 5)));
  return found ?? null;
}
