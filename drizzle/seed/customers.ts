import { zoneOfZip } from "~/domain/addresses/zip-zones";
import { DAY_MS, MINUTE_MS } from "~/domain/shared/time/dates";
import type { SeedBusiness } from "./business";
import { insertRows } from "./insert";
import { accessNotes, companies, customerNotes, districts, firstNames, lastNames, streets } from "./names";

type Row = Record<string, string | number | null>;

/** A customer and the site of their jobs. */
export interface Place {
  customerId: string;
  addressId: string;
}

interface Rows {
  customers: Row[];
  addresses: Row[];
  audit: Row[];
}

interface Wanted {
  count: number;
  /** Number of earlier customers; 0 by default. */
  numbered?: number;
  /** Entered before the first of the past jobs, all within a week; otherwise, one every five days until a month ago. */
  isPast?: boolean;
}

/**
 * Customers with their sites; every fourth of the first forty is a company with a billing address. Returns those for whom jobs
 * can be booked.
 */
export async function seedCustomers(
  db: D1Database,
  seed: SeedBusiness,
  { count, numbered = 0, isPast = false }: Wanted,
): Promise<[Place, ...Place[]]> {
  const rows: Rows = { customers: [], addresses: [], audit: [] };
  const places: Place[] = [];
  for (let i = 0; i < count; i++) {
    const days = isPast ? 770 + Math.floor(((count - i) * 5) / count) : 30 + (count - i) * 5;
    // The first forty have phone numbers, companies and conditions of their own.
    const index = isPast ? i + 40 : i;
    const place = addCustomer(rows, seed, { index, number: numbered + i + 1, at: enteredAt(seed, days) });
    if (!isArchived(index)) places.push(...place);
  }
  await insertRows(db, "customers", rows.customers);
  await insertRows(db, "addresses", rows.addresses);
  await insertRows(db, "audit_log", rows.audit);
  const [one, ...more] = places;
  if (!one) throw new Error("a business has customers");
  return [one, ...more];
}

/** During office hours on a past day, before the first job. */
function enteredAt({ now, random }: SeedBusiness, daysAgo: number): number {
  const day = Math.floor(now.getTime() / DAY_MS) - daysAgo;
  return day * DAY_MS + (15 * 60 + random.below(420)) * MINUTE_MS;
}

const isArchived = (index: number) => index === 21;

type Customer = { index: number; number: number; at: number };

function addCustomer(rows: Rows, seed: SeedBusiness, { index, number, at }: Customer): Place[] {
  const { random, orgId } = seed;
  const id = random.id(at);
  const created = new Date(at).toISOString();
  const first = random.pick(firstNames);
  const last = random.pick(lastNames);
  const company = index % 4 === 3 ? (companies[Math.floor(index / 4)] ?? null) : null;
  const contact = index % 6 === 2 ? `${random.pick(firstNames)} ${last}` : null;
  // The demo's messages and leads come from other numbers of the first forty's exchange.
  const phone = `${index < 40 ? "+1414555" : "+1608555"}${String(101 + index).padStart(4, "0")}`;
  rows.customers.push({
    org_id: orgId,
    id,
    number,
    customer_type: company ? "commercial" : "residential",
    status: statusOf(index),
    archived: isArchived(index) ? 1 : 0,
    first_name: first,
    last_name: last,
    company_name: company,
    name: company ?? `${first} ${last}`,
    sort_name: (company ?? `${last}, ${first}`).toLowerCase(),
    email: `${first}.${last}@example.com`.toLowerCase(),
    phone,
    emergency_contact_name: contact,
    emergency_contact_phone: contact && `+1262555${String(101 + index).padStart(4, "0")}`,
    notes: index % 3 === 0 ? random.pick(customerNotes) : null,
    created_at: created,
    updated_at: created,
  });
  const event = (action: string, minutes: number, before: object | null, after: object) =>
    rows.audit.push({
      org_id: orgId,
      id: random.id(at + minutes * MINUTE_MS),
      user_id: seed.officeUserId,
      action,
      entity: "customer",
      entity_id: id,
      before: before && JSON.stringify(before),
      after: JSON.stringify(after),
      request_id: "seed",
      at: new Date(at + minutes * MINUTE_MS).toISOString(),
    });
  event("customer.create", 0, null, {});
  if (index % 5 === 4)
    event("customer.update", 180, { phone: `+1920555${String(101 + index).padStart(4, "0")}` }, { phone });
  const sites = company && index % 8 === 7 ? ["North building", "South building", "Garage"] : [null];
  const places = sites.map((label, i) => ({
    customerId: id,
    addressId: addAddress(rows, seed, { id, at: at + i + 1, label, isPrimary: i === 0 }),
  }));
  if (company) addAddress(rows, seed, { id, at: at + 9, label: null, isPrimary: true, box: 100 + index });
  return places;
}

function statusOf(index: number): string {
  if (index % 13 === 5) return "prospect";
  if (index % 17 === 9) return "inactive";
  return index === 30 ? "suspended" : "active";
}

interface Address {
  /** The customer's id. */
  id: string;
  at: number;
  label: string | null;
  isPrimary: boolean;
  /** A post office box for invoices; otherwise the address of a site. */
  box?: number;
}

function addAddress(rows: Rows, seed: SeedBusiness, { id, at, label, isPrimary, box }: Address): string {
  const { random } = seed;
  const district = random.pick(districts);
  const addressId = random.id(at);
  const street = `${100 + random.below(3900)} ${random.pick(streets)}`;
  rows.addresses.push({
    org_id: seed.orgId,
    id: addressId,
    customer_id: id,
    type: box ? "billing" : "service",
    is_primary: isPrimary ? 1 : 0,
    label,
    line1: box ? `PO Box ${box}` : street,
    city: "Milwaukee",
    state: "WI",
    postal_code: district.postalCode,
    time_zone: zoneOfZip("WI", district.postalCode),
    latitude: box ? null : district.latitude + (random.next() - 0.5) * 0.02,
    longitude: box ? null : district.longitude + (random.next() - 0.5) * 0.02,
    access_notes: !box && random.below(4) === 0 ? random.pick(accessNotes) : null,
    created_at: new Date(at).toISOString(),
    updated_at: new Date(at).toISOString(),
  });
  return addressId;
}
