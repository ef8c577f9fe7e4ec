import { hashPassword } from "~/domain/auth/password/passwords.server";
import { defaultPermissions, type Role } from "~/domain/shared/permissions";
import { DAY_MS } from "~/domain/shared/time/dates";
import { seedApiKeys } from "./api-keys";
import { type SeedBusiness, seedJobs } from "./business";
import { seedChat } from "./chat";
import { seedCustomers } from "./customers";
import { seedCylinders } from "./cylinders";
import { seedDesigns } from "./designs";
import { seedEquipment } from "./equipment";
import { seedEstimates } from "./estimates";
import { HOUSEHOLD_ZONE, seedFinance } from "./finance";
import { insertRows } from "./insert";
import { seedInventory } from "./inventory";
import { seedInvoices } from "./invoices";
import { seedIssues } from "./issues";
import { seedLeads } from "./leads";
import { seedLeakEpisodes } from "./leak-episodes";
import { seedLots } from "./lots";
import { seedMaps } from "./maps";
import { seedMessages } from "./messages";
import { pastYearCount, seedClock, seedPastYear } from "./past-year";
import { seedPlannedParts } from "./planned-parts";
import { seedPlan } from "./plans";
import { seedPurchaseOrders } from "./purchase-orders";
import { seedPurchasing } from "./purchasing";
import { randomizer } from "./random";
import { seedHouseholdReceipts, seedReceipts } from "./receipts";
import { seedDisposals, seedDrift, seedReadings } from "./refrigerant";
import { seedServiceTypes } from "./service-types";
import { seedSites } from "./sites";
import { seedStockCounts } from "./stock-counts";
import { seedSupport } from "./support";
import { seedTechnicianProfiles } from "./technicians";
import { seedTodos } from "./todos";
import { seedVoiceSessions } from "./voice";
import { seedWorkOrderParts } from "./work-order-parts";

export const demoPassword = "comfort-demo-2026";

export const demoUsers = [
  {
    email: "admin@example.com",
    firstName: "Dana",
    lastName: "Whitfield",
    role: "Admin",
    what: "owner of Lakeside Heating & Cooling",
  },
  {
    email: "manager@example.com",
    firstName: "Priya",
    lastName: "Nair",
    role: "Manager",
    what: "runs the office and dispatch",
  },
  { email: "technician@example.com", firstName: "Luis", lastName: "Ortega", role: "Technician", what: "out on jobs" },
  {
    email: "household@example.com",
    firstName: "Jordan",
    lastName: "Ellis",
    role: null,
    what: "a household's money alone",
  },
] as const;

/** A second business and household, to reveal any access to another tenant's rows. */
const otherUsers = [
  { email: "owner@redrock.example.com", firstName: "Casey", lastName: "Begay", role: "Admin" },
  { email: "second-household@example.com", firstName: "Robin", lastName: "Hale", role: null },
] as const;

const colleagues = [
  ["Marcus", "Boyd"],
  ["Sofia", "Lindqvist"],
  ["Tom", "Nguyen"],
  ["Aisha", "Rahman"],
] as const;

/** Customers of the past year, before the demo's own. */
const PAST_CUSTOMERS = 320;

interface DemoOptions {
  /** Adds two years of closed jobs and their customers to the first business. */
  pastYear?: boolean;
  /** The shard of the second business; by default the same as everyone else's. */
  elsewhere?: Home;
}

/** The directory, and the shard on which the tenants are created. */
type Home = D1Database & { readonly shard: string };

/** Writes the demo once; returns false if it already exists. */
export async function seedDemo(
  db: Home,
  now: Date,
  { pastYear = false, elsewhere = db }: DemoOptions = {},
): Promise<boolean> {
  const known = await db.prepare("SELECT 1 FROM users WHERE email = ?").bind(demoUsers[0].email).first();
  if (known) return false;
  const random = randomizer(20_261_120);
  const created = new Date(now.getTime() - (pastYear ? 780 : 400) * DAY_MS).toISOString();
  const lakeside = await seedOrganization(
    db,
    { id: random.id(Date.parse(created)), created, now },
    {
      name: "Lakeside Heating & Cooling",
      time_zone: "America/Chicago",
      phone: "+14145550100",
      email: "office@lakeside.example.com",
      line1: "2210 N Commerce St",
      city: "Milwaukee",
      state: "WI",
      postal_code: "53212",
    },
  );
  const redRock = await seedOrganization(
    elsewhere,
    { id: random.id(Date.parse(created) + 1), created, now },
    {
      name: "Red Rock Air",
      time_zone: "America/Phoenix",
      phone: "+16025550100",
      email: "office@redrock.example.com",
      line1: "118 W Roosevelt St",
      city: "Phoenix",
      state: "AZ",
      postal_code: "85003",
    },
  );
  const passwordHash = await hashPassword(demoPassword);
  const userIds = new Map<string, string>();
  for (const [index, user] of [...demoUsers, ...otherUsers].entries()) {
    const id = random.id(Date.parse(created) + 10 + index);
    userIds.set(user.email, id);
    const [home, orgId] = user.email.includes("redrock") ? [elsewhere, redRock] : [db, lakeside];
    await insertRows(db, "users", [
      {
        id,
        email: user.email,
        first_name: user.firstName,
        last_name: user.lastName,
        password_hash: passwordHash,
        status: "active",
        time_zone: user.role ? null : HOUSEHOLD_ZONE,
        shard: home.shard,
        created_at: created,
      },
    ]);
    if (user.role) await seedMember(home, orgId, id, user.role, created);
  }
  const technicians = await seedTechnicians(db, lakeside, userIds.get("technician@example.com") ?? null, {
    created,
    random,
  });
  const office = userIds.get("manager@example.com") ?? "";
  const business: SeedBusiness = {
    orgId: lakeside,
    timeZone: "America/Chicago",
    now,
    random,
    technicianIds: technicians,
    officeUserId: office,
  };
  const earlier = { ...business, random: randomizer(20_251_120) };
  const homes = pastYear ? await seedNumberedCustomers(db, earlier, { count: PAST_CUSTOMERS, isPast: true }) : [];
  const places = {
    places: await seedNumberedCustomers(db, business, { count: 40, numbered: pastYear ? PAST_CUSTOMERS : 0 }),
    playbooks: await seedServiceTypes(db, business),
  };
  await seedJobs(db, business, { ...places, numbered: pastYear ? pastYearCount(business) : 0 });
  await seedEquipment(db, business, places);
  await seedTechnicianProfiles(db, business);
  await seedInventory(db, business);
  await seedWorkOrderParts(db, business);
  if (pastYear) {
    await seedEquipment(db, earlier, { ...places, places: homes, isPast: true });
    await seedPastYear(db, earlier, { ...places, places: [...places.places, ...homes] });
  }
  await seedInvoices(db, business);

  const others = await seedTechnicians(elsewhere, redRock, null, { created, random });
  const second: SeedBusiness = {
    orgId: redRock,
    timeZone: "America/Phoenix",
    now,
    random,
    technicianIds: [others[0]],
    officeUserId: userIds.get("owner@redrock.example.com") ?? "",
  };
  const theirs = {
    places: await seedNumberedCustomers(elsewhere, second, { count: 6 }),
    playbooks: await seedServiceTypes(elsewhere, second),
  };
  await seedJobs(elsewhere, second, theirs);
  await seedEquipment(elsewhere, second, theirs);
  await seedInventory(elsewhere, second);
  await seedWorkOrderParts(elsewhere, second);
  await seedInvoices(elsewhere, second);
  await seedFinance(db, { now, random, userIds });
  for (const [home, each] of [
    [db, business],
    [elsewhere, second],
  ] as const) {
    await seedReadings(home, each);
    await seedLeakEpisodes(home, each);
    await seedDrift(home, each);
    await seedDisposals(home, each);
    await seedCylinders(home, each);
    await seedPurchasing(home, each);
    await seedPurchaseOrders(home, each);
    await seedIssues(home, each);
  }
  await seedStockCounts(db, business);
  await seedLots(db, business);
  await seedPlannedParts(db, business);
  await seedPlannedParts(elsewhere, second);
  await seedTodos(db, business);
  await seedApiKeys(db, business, userIds.get("admin@example.com") ?? "");
  await seedSupport(db, {
    ...{ now, random, manager: userIds.get("manager@example.com") ?? "" },
    household: userIds.get("household@example.com") ?? "",
  });
  for (const [email, businessId] of [
    ["admin@example.com", lakeside],
    ["household@example.com", null],
  ] as const)
    await seedChat(db, { now, random, userId: userIds.get(email) ?? "", businessId });
  await seedDesigns(db, business);
  await seedMessages(db, business);
  await seedLeads(db, business);
  await seedSites(db, business);
  await seedEstimates(db, business);
  await seedMaps(db, business);
  await seedVoiceSessions(db, business, {
    admin: userIds.get("admin@example.com") ?? office,
    technician: userIds.get("technician@example.com") ?? office,
  });
  await seedReceipts(db, { ...business, technicianUserId: userIds.get("technician@example.com") ?? office });
  await seedHouseholdReceipts(db, {
    now,
    timeZone: "America/Chicago",
    userId: userIds.get("household@example.com") ?? "",
  });
  const admin = userIds.get("admin@example.com") ?? "";
  const household = userIds.get("household@example.com") ?? "";
  for (const plan of [
    { kind: "business", ownerId: lakeside, userId: admin, amountMinor: 4900, months: 5, daysIn: 12 },
    { kind: "household", ownerId: household, userId: household, amountMinor: 600, months: 14, daysIn: 20 },
  ] as const)
    await seedPlan(db, { now, random }, plan);
  return true;
}

async function seedNumberedCustomers(db: D1Database, seed: SeedBusiness, wanted: Parameters<typeof seedCustomers>[2]) {
  const places = await seedCustomers(db, seed, wanted);
  await db
    .prepare(
      "INSERT INTO sequences (org_id, name, value) VALUES (?, 'customers', ?) ON CONFLICT DO UPDATE SET value = excluded.value",
    )
    .bind(seed.orgId, (wanted.numbered ?? 0) + wanted.count)
    .run();
  return places;
}

async function seedOrganization(
  db: Home,
  { id, created, now }: { id: string; created: string; now: Date },
  facts: Record<string, string | number>,
): Promise<string> {
  await insertRows(db, "organizations", [{ id, ...facts, shard: db.shard, created_at: created }]);
  const key = await db.prepare("SELECT key FROM organizations WHERE id = ?").bind(id).first<number>("key");
  await insertRows(db, "tenant_organizations", [{ id, key }]);
  await seedClock(db, id, { zone: String(facts.time_zone), now });
  return id;
}

async function seedMember(db: D1Database, orgId: string, userId: string, role: Role, created: string): Promise<void> {
  const permissions = defaultPermissions([role]);
  await insertRows(db, "members", [
    {
      org_id: orgId,
      user_id: userId,
      roles: JSON.stringify([role]),
      permissions: permissions && JSON.stringify(permissions),
      status: "active",
      created_at: created,
    },
  ]);
  const name = await db.prepare("SELECT first_name, last_name FROM users WHERE id = ?").bind(userId).first();
  await insertRows(db, "tenant_members", [{ org_id: orgId, user_id: userId, ...name, revision: 2 }]);
}

async function seedTechnicians(
  db: D1Database,
  orgId: string,
  userId: string | null,
  { created, random }: { created: string; random: SeedBusiness["random"] },
): Promise<[string, ...string[]]> {
  const people = userId ? [["Luis", "Ortega"] as const, ...colleagues] : colleagues.slice(0, 1);
  const rows = people.map(([first, last], i) => ({
    org_id: orgId,
    id: random.id(Date.parse(created) + 100 + i),
    user_id: i === 0 ? userId : null,
    first_name: first,
    last_name: last,
    email:
      i === 0 && userId ? "technician@example.com" : `${first}.${last}@${orgId.slice(-4)}.example.com`.toLowerCase(),
    phone: `+1414555${String(171 + i).padStart(4, "0")}`,
    status: "active",
    created_at: created,
  }));
  await insertRows(db, "technicians", rows);
  const [one, ...more] = rows.map((row) => row.id);
  if (userId) await db.prepare("UPDATE members SET technician_id = ? WHERE user_id = ?").bind(one, userId).run();
  if (!one) throw new Error("a business has technicians");
  return [one, ...more];
}
