import { and, eq, inArray, type SQL, sql } from "drizzle-orm";
import { byIndex } from "#drizzle/d1/by-index";
import { named } from "#drizzle/d1/columns";
import { addresses, customers } from "#drizzle/schema/customers";
import { equipment } from "#drizzle/schema/equipment";
import { inventoryItems } from "#drizzle/schema/inventory";
import { serviceTypes } from "#drizzle/schema/service-types";
import { technicians } from "#drizzle/schema/technicians";
import { unitLabels } from "~/domain/equipment/unit-labels";
import type { Ctx, Member } from "~/domain/shared/context";
import { nationalNumber } from "~/domain/shared/text/phones";
import { prefixTerm, wordsOf } from "~/domain/shared/text/search";
import { readSpeech } from "~/domain/voice/extraction/speech";
import type { Transcript } from "~/domain/voice/extraction/transcript";
import { addressesIn } from "~/domain/voice/extraction/values/addresses";
import { phonesIn } from "~/domain/voice/extraction/values/phones";
import { isCommon } from "~/domain/voice/extraction/words/common-words";
import type { SpokenBook } from "./draft-view";

/** Full-text queries per transcript, and the maximum results of each. */
const MAX_QUERIES = 80;
const PER_QUERY = 12;
const MAX_CUSTOMERS = 200;
const MAX_ITEMS = 500;
/**
 * Size of each business's range of full-text row ids; a row id is the business's key and the record's number (see migrations).
 */
const ROWS_OF_A_BUSINESS = 2_147_483_648;

interface Meant {
  now: number;
  zone: string;
  /** Words of the parts mentioned. */
  parts: readonly string[];
}

/**
 * Reads the business's own names that a transcript may refer to: customers matching its words, numbers and addresses, parts,
 * technicians and service types. Reads only matching rows, however large the business is.
 */
export async function bookFor(
  ctx: Ctx,
  me: Member,
  { transcript, now, zone, parts }: Meant & { transcript: Transcript },
): Promise<SpokenBook> {
  const [people, types, items, found] = await ctx.db.batch([
    ctx.db
      .select({ id: technicians.id, firstName: technicians.firstName, lastName: technicians.lastName })
      .from(technicians)
      .where(and(eq(technicians.orgId, me.orgId), inArray(technicians.status, ["active", "pending_setup"]))),
    ctx.db
      .select({ id: serviceTypes.id, name: serviceTypes.name })
      .from(serviceTypes)
      .where(and(eq(serviceTypes.orgId, me.orgId), eq(serviceTypes.active, true))),
    itemsCalled(ctx, me, parts),
    ctx.db
      .select({
        id: named(customers.id, "id"),
        name: named(customers.name, "name"),
        phone: named(customers.phone, "phone"),
      })
      .from(byIndex(customers, "customers_number"))
      .where(
        and(
          eq(customers.orgId, me.orgId),
          eq(customers.archived, false),
          sql`${customers.number} IN ${foundBy(me, "customer_search", { queries: customerQueries(transcript), limit: MAX_CUSTOMERS })}`,
        ),
      ),
  ]);
  const ids = JSON.stringify(found.map(({ id }) => id));
  const [places, units] = await ctx.db.batch([
    ctx.db
      .select({
        id: named(addresses.id, "id"),
        customerId: named(addresses.customerId, "customer_id"),
        line1: named(addresses.line1, "line1"),
        city: named(addresses.city, "city"),
        isPrimary: named(addresses.isPrimary, "is_primary"),
        timeZone: named(addresses.timeZone, "time_zone"),
      })
      .from(byIndex(addresses, "addresses_customer"))
      .where(
        and(
          eq(addresses.orgId, me.orgId),
          sql`${addresses.customerId} IN (SELECT value FROM json_each(${ids}))`,
          eq(addresses.type, "service"),
        ),
      ),
    ctx.db
      .select({
        id: named(equipment.id, "id"),
        customerId: named(equipment.customerId, "customer_id"),
        type: named(equipment.type, "type"),
        name: named(equipment.name, "name"),
        location: named(equipment.location, "location"),
        serialNumber: named(equipment.serialNumber, "serial_number"),
      })
      .from(byIndex(equipment, "equipment_customer"))
      .where(
        and(
          eq(equipment.orgId, me.orgId),
          sql`${equipment.customerId} IN (SELECT value FROM json_each(${ids}))`,
          sql`${equipment.status} <> 'retired'`,
        ),
      ),
  ]);
  const sites = byCustomer(places);
  const own = byCustomer(units);
  return {
    now,
    zone,
    customers: found.map(({ id, name, phone }) => ({
      ...{ id, name },
      phones: phone === null ? [] : [withoutExtension(phone)],
      addresses: (sites.get(id) ?? []).map(({ line1, city }) => `${line1}, ${city}`),
      equipment: (own.get(id) ?? []).map((unit) => ({ id: unit.id, type: unit.type })),
    })),
    technicians: people.map(({ id, firstName, lastName }) => ({ id, name: `${firstName} ${lastName}` })),
    serviceTypes: types,
    parts: items,
    sites,
    unitNames: new Map([...own.values()].flatMap((units) => [...unitLabels(units)])),
  };
}

function byCustomer<T extends { customerId: string | null }>(rows: readonly T[]): Map<string, T[]> {
  const found = new Map<string, T[]>();
  for (const row of rows) found.set(row.customerId ?? "", [...(found.get(row.customerId ?? "") ?? []), row]);
  return found;
}

/** The business's items whose names contain all words of a part. */
export function itemsCalled(ctx: Ctx, me: Member, parts: readonly string[]) {
  const queries = parts.flatMap((part) => {
    const words = wordsOf(part).map((word) => prefixTerm(word.replace(/(?<=\p{L}{2})s$/u, "")));
    return words.length > 0 ? [`{item} : (${words.join(" AND ")})`] : [];
  });
  return ctx.db
    .select({ id: named(inventoryItems.id, "id"), name: named(inventoryItems.name, "name") })
    .from(byIndex(inventoryItems, "inventory_items_number"))
    .where(
      and(
        eq(inventoryItems.orgId, me.orgId),
        eq(inventoryItems.active, true),
        sql`${inventoryItems.number} IN ${foundBy(me, "inventory_item_search", { queries: queries.slice(0, MAX_QUERIES), limit: MAX_ITEMS })}`,
      ),
    );
}

/** Queries that may find a customer, the surest first: a phone, an address, two adjacent words, and each uncommon word. */
function customerQueries(transcript: Transcript): string[] {
  const speech = readSpeech(transcript);
  const whole = { from: 0, to: speech.normalized.length };
  const phones = phonesIn(speech, whole).map(({ value }) => `contact : ${prefixTerm(nationalNumber(value))}`);
  const places = addressesIn(speech, whole).flatMap(({ value }) => {
    const [number, street] = wordsOf(value);
    return number && street ? [`place : (${prefixTerm(number)} AND ${prefixTerm(street)})`] : [];
  });
  const words = speech.tokens.flatMap(({ normalized, kind }) =>
    kind === "word" && !isCommon(normalized) ? wordsOf(normalized) : [],
  );
  const names = [...new Set(words)].filter((word) => word.length > 1);
  const pairs = words.flatMap((word, at) => {
    const next = words[at + 1];
    return next ? [`name : (${prefixTerm(word)} AND ${prefixTerm(next)})`] : [];
  });
  const singles = names.map((word) => `name : ${prefixTerm(word)}`);
  // A misheard letter is rarely among the first three.
  const alike = names.filter((word) => word.length > 4).map((word) => `name : ${prefixTerm(word.slice(0, 3))}`);
  return [...new Set([...phones, ...places, ...pairs, ...singles, ...alike])]
    .map((query) => `kind : (current) AND ${query}`)
    .slice(0, MAX_QUERIES);
}

/** Numbers of records found by any of the queries, the newest few of each; of too many, those of the first queries. */
function foundBy(
  me: Member,
  table: "customer_search" | "inventory_item_search",
  { queries, limit }: { queries: readonly string[]; limit: number },
): SQL {
  const base = me.orgKey * ROWS_OF_A_BUSINESS;
  const search = sql.raw(table);
  return sql`(SELECT each_found.value FROM json_each(${JSON.stringify(queries)}) wanted, json_each((
    SELECT json_group_array(number) FROM (
      SELECT rowid - cast(${base} AS integer) AS number FROM ${search}
      WHERE ${search} MATCH wanted.value AND rowid > cast(${base} AS integer) AND rowid < cast(${base + ROWS_OF_A_BUSINESS} AS integer)
      ORDER BY rowid DESC LIMIT ${PER_QUERY}))) each_found
    GROUP BY each_found.value ORDER BY min(wanted.key) LIMIT ${limit})`;
}

/** Phones are stored as E.164, with ';ext=' for an extension. */
const withoutExtension = (phone: string) => phone.replace(/[^+\d].*$/, "");
