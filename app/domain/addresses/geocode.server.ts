import { eq, sql } from "drizzle-orm";
import { named } from "#drizzle/d1/columns";
import { geocodes, places } from "#drizzle/schema/places";
import type { Ctx, Member } from "~/domain/shared/context";
import { limitSearches } from "~/domain/shared/limits.server";
import { allow } from "~/domain/shared/permissions";
import { DAY_MS } from "~/domain/shared/time/dates";
import {
  checkAddress,
  checkedExtent,
  type FoundPlace,
  type Precision,
  placeLabel,
  placeQuery,
  readTyped,
  type ZipPlace,
} from "./geocode";
import type { AutocompleteInput, SearchInput, VerifyInput } from "./schema";
import { statesIn } from "./zip-zones";

const MAX_FOUND = 8;

/** Streets rarely change within this time. */
const TTL_MS = 90 * DAY_MS;

/** Completes an address. A provider knows streets; without one only the place is completed, and the street stays as typed. */
export async function autocompleteAddress(ctx: Ctx, { query, region }: AutocompleteInput) {
  const me = allow(ctx, "customers.read");
  await limitSearches(ctx);
  const streets = await ask(ctx, query, region);
  const found = streets.length > 0 || region !== "us" ? streets : await completedPlaces(ctx, me, query);
  return { suggestions: labeled(found) };
}

/** Searches places of the given types, exact matches first. */
export async function searchAddresses(ctx: Ctx, { query, region, types }: SearchInput) {
  const me = allow(ctx, "customers.read");
  await limitSearches(ctx);
  const streets = types.includes("address") ? await ask(ctx, query, region) : [];
  const kinds = types.filter((type) => type !== "address");
  const found = region === "us" ? await findPlaces(ctx, me, { words: query, types: kinds, limit: MAX_FOUND }) : [];
  return { results: labeled([...streets, ...found].slice(0, 2 * MAX_FOUND)) };
}

/**
 * Validates an address against its ZIP code, and against a provider's map if one is set up: without one no street is "verified".
 * `location` is as exact as its `precision`, and null if nothing is known.
 */
export async function verifyAddress(ctx: Ctx, input: VerifyInput) {
  allow(ctx, "customers.read");
  await limitSearches(ctx);
  const zip = await zipPlace(ctx, input.postalCode);
  const { verdict, address, messages } = checkAddress(input, zip);
  const [exact] = await ask(ctx, placeLabel(address), "us");
  const location = exact ?? (zip && { ...zip, precision: "postal_code" as const });
  const judged = exact ? withStreet(verdict, exact.precision) : verdict;
  return {
    verdict: judged,
    address: { ...address, line2: input.line2 ?? null },
    formatted: placeLabel(address),
    messages: [...messages, checkedExtent(judged, location?.precision)],
    location: location && {
      latitude: location.latitude,
      longitude: location.longitude,
      precision: location.precision,
    },
  };
}

/** The verdict when a provider has found the address on its map. */
function withStreet(verdict: Verified, precision: Precision): Verified {
  if (verdict === "unverified") return "corrected";
  return verdict === "partial" && (precision === "address" || precision === "street") ? "verified" : verdict;
}

type Verified = ReturnType<typeof checkAddress>["verdict"];

/** Cities that match what is typed after the street, with the ZIP code if it is the only match. No street is suggested. */
async function completedPlaces(ctx: Ctx, me: Member, query: string): Promise<FoundPlace[]> {
  const { place } = readTyped(query);
  return findPlaces(ctx, me, { words: place, types: ["city"], limit: MAX_FOUND });
}

/** A provider's results, cached by query; empty without a provider or a response. */
async function ask(ctx: Ctx, query: string, region: string): Promise<FoundPlace[]> {
  const { geocoder } = ctx.providers;
  if (!geocoder) return [];
  const question = `${region}: ${query.toLowerCase().replace(/\s+/g, " ").trim()}`;
  const [cached] = await ctx.db.select().from(geocodes).where(eq(geocodes.question, question));
  if (cached && ctx.now.getTime() - Date.parse(cached.foundAt) < TTL_MS) return cached.answer;
  const answer = await geocoder.find(query, { region, limit: MAX_FOUND });
  if (answer === null) return cached?.answer ?? [];
  const row = { answer, foundAt: ctx.now.toISOString() };
  const write = ctx.db
    .insert(geocodes)
    .values({ question, ...row })
    .onConflictDoUpdate({ target: geocodes.question, set: row });
  ctx.after(write.run());
  return answer;
}

function labeled(found: readonly FoundPlace[]) {
  return found.map((one) => ({ label: placeLabel(one), ...one }));
}

interface PlaceOptions {
  words: string;
  types: readonly ("postal_code" | "city")[];
  limit: number;
}

/**
 * ZIP codes and cities by word prefixes, from the embedded places: first in states of the business's latest addresses, then in
 * states in its time zone, larger places before smaller ones.
 */
async function findPlaces(ctx: Ctx, me: Member, { words, types, limit }: PlaceOptions): Promise<FoundPlace[]> {
  const match = placeQuery(words);
  if (!match) return [];
  const nearby = JSON.stringify(statesIn(me.timeZone));
  const near = sql`CASE
    WHEN places.state IN (SELECT state FROM (SELECT a.state FROM addresses a WHERE a.org_id = ${me.orgId} ORDER BY a.id DESC LIMIT 20)) THEN 0
    WHEN places.state IN (SELECT value FROM json_each(${nearby})) THEN 1 ELSE 2 END`;
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
    .orderBy(sql`${near}, place_search.rank, places.postal_code`)
    .limit(types.includes("postal_code") ? limit : 0);
  const cities = ctx.db
    .select({
      city: named(places.city, "city"),
      state: named(places.state, "state"),
      postalCode: sql<string | null>`iif(count(*) = 1, min(places.postal_code), NULL)`.as("only_postal_code"),
      latitude: sql<number>`round(avg(places.latitude), 4)`.as("middle_latitude"),
      longitude: sql<number>`round(avg(places.longitude), 4)`.as("middle_longitude"),
    })
    .from(sql`place_search CROSS JOIN places`)
    .where(sql`place_search.rowid = places.id AND place_search MATCH ${match}`)
    .groupBy(places.state, places.city)
    // The number of ZIP codes approximates a city's population.
    .orderBy(sql`${near}, count(*) DESC, places.city`)
    .limit(types.includes("city") ? (types.length > 1 ? Math.ceil(limit / 2) : limit) : 0);
  const [codes, towns] = await ctx.db.batch([zips, cities]);
  const found = [
    ...towns.map((town) => ({ ...town, line1: null, precision: "city" as const })),
    ...codes.map((code) => ({ ...code, line1: null, precision: "postal_code" as const })),
  ];
  return found.slice(0, limit);
}

/** The center of a ZIP code; null if it is unknown. */
async function zipPlace(ctx: Ctx, postalCode: string): Promise<ZipPlace | null> {
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
