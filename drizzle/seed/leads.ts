import type { LeadSource, LeadStage, LostReason } from "~/domain/leads/lead";
import { addDays, DAY_MS, MINUTE_MS } from "~/domain/shared/time/dates";
import { wallTimeOf } from "~/domain/shared/time/time-zones";
import type { SeedBusiness } from "./business";
import { insertRows } from "./insert";

interface SeedLead {
  name: string;
  phone: string | null;
  email: string | null;
  at: [line1: string, city: string, zip: string] | null;
  need: string;
  source: LeadSource;
  detail?: string;
  stage: LeadStage;
  /** Days since it was created, and since it reached its stage. */
  days: [came: number, moved: number];
  value: number | null;
  lost?: { from: "new" | "contacted" | "estimate_sent"; reason: LostReason; note?: string };
  /** A follow-up due in this many days. */
  followUp?: [title: string, inDays: number];
  note?: string;
}

const LEADS: readonly SeedLead[] = [
  {
    name: "Hannah Weiss",
    ...{ phone: "+14145550171", email: "hannah.weiss@example.com" },
    at: ["3318 N Oakland Ave", "Milwaukee", "53211"],
    need: "Furnace from 1999 short cycles. Wants a price for a new one before it gets cold.",
    ...{ source: "web_form", stage: "new", days: [0, 0], value: null },
  },
  {
    name: "Brady Kowalski",
    ...{ phone: "+14145550172", email: null },
    at: ["5407 W Burleigh St", "Milwaukee", "53210"],
    need: "Upstairs never gets warm. Asks about a zoned system or a mini-split for two bedrooms.",
    ...{ source: "call", stage: "new", days: [1, 1], value: 650_000, followUp: ["Call Brady Kowalski back", 0] },
  },
  {
    name: "Thrive Dental",
    ...{ phone: "+12625550173", email: "front.desk@thrivedental.example.com" },
    at: ["1250 W Bluemound Rd", "Brookfield", "53005"],
    need: "Rooftop unit on a 4,000 sq ft office makes noise. Wants a maintenance plan and a replacement quote.",
    ...{ source: "referral", detail: "Ruth Jensen", stage: "contacted", days: [6, 4], value: 1_480_000 },
    followUp: ["Send Thrive Dental two dates for a walk-through", 1],
    note: "Spoke with Megan. They can be on the roof any weekday before 8 AM.",
  },
  {
    name: "Luis and Carla Mendoza",
    ...{ phone: "+14145550174", email: "mendoza.home@example.com" },
    at: ["2760 S Superior St", "Milwaukee", "53207"],
    need: "Heat pump instead of boiler, wants to know about the tax credit.",
    ...{ source: "web_form", stage: "contacted", days: [9, 8], value: 1_120_000 },
    followUp: ["Call Mendoza about the load calculation", -2],
  },
  {
    name: "Gretchen Olson",
    ...{ phone: "+14145550175", email: "golson@example.com" },
    at: ["8124 W Center St", "Wauwatosa", "53222"],
    need: "Replace 80% furnace and 20-year-old AC together.",
    ...{
      source: "call",
      stage: "contacted",
      days: [12, 3],
      value: 980_000,
      followUp: ["Write the estimate for Olson", 2],
    },
  },
  {
    name: "Paul Abernathy",
    ...{ phone: "+14145550176", email: "paul.abernathy@example.com" },
    at: ["1911 E Kenwood Blvd", "Milwaukee", "53211"],
    need: "Central AC for a house with radiators, ductless or high velocity.",
    ...{ source: "referral", detail: "Neighbor on Kenwood", stage: "contacted", days: [16, 11], value: 1_690_000 },
  },
  {
    name: "Steven Marsh",
    ...{ phone: "+14145550177", email: "smarsh@example.com" },
    at: null,
    need: "Water heater, second opinion on another company's price.",
    ...{ source: "call", stage: "lost", days: [21, 18], value: 240_000 },
    lost: { from: "contacted", reason: "not_our_work", note: "Plumbing only" },
  },
  {
    name: "Olivia Grant",
    ...{ phone: "+14145550178", email: "olivia.grant@example.com" },
    at: ["740 N Plankinton Ave", "Milwaukee", "53203"],
    need: "Condo fan coil unit, board approval needed.",
    ...{ source: "web_form", stage: "lost", days: [43, 30], value: 310_000 },
    lost: { from: "contacted", reason: "no_response" },
  },
  {
    name: "Dale Petersen",
    ...{ phone: "+12625550179", email: null },
    at: ["N88W16521 Main St", "Menomonee Falls", "53051"],
    need: "Shop heater for a 30 by 40 garage.",
    ...{ source: "call", stage: "lost", days: [64, 50], value: 285_000 },
    lost: { from: "new", reason: "price", note: "Found a used one" },
  },
  {
    name: "Irene Castillo",
    ...{ phone: "+14145550180", email: "irene.castillo@example.com" },
    at: ["1637 W Greenfield Ave", "Milwaukee", "53204"],
    need: "Whole-house humidifier and a smart thermostat.",
    ...{ source: "other", detail: "Home show", stage: "lost", days: [95, 80], value: 145_000 },
    lost: { from: "contacted", reason: "timing", note: "Asks us to call in spring" },
  },
];

/** Leads that were won, each linked to one of the business's customers. */
const WON: readonly Pick<SeedLead, "need" | "source" | "days" | "value">[] = [
  { need: "No heat, then asked for a new furnace.", source: "call", days: [38, 24], value: 642_000 },
  { need: "Annual maintenance for two systems.", source: "web_form", days: [71, 62], value: 58_000 },
  { need: "AC replacement before summer.", source: "referral", days: [120, 101], value: 815_000 },
];

/** A realistic pipeline: leads of recent months at each stage, with their follow-ups. */
export async function seedLeads(db: D1Database, business: SeedBusiness): Promise<void> {
  const { orgId, timeZone, now, random, officeUserId } = business;
  const today = wallTimeOf(now.getTime(), timeZone).date;
  const { results: customers } = await db
    .prepare("SELECT id, name, phone, email FROM customers WHERE org_id = ?1 ORDER BY number LIMIT ?2")
    .bind(orgId, WON.length)
    .all<{ id: string; name: string; phone: string | null; email: string | null }>();
  const won = WON.flatMap((lead, at) => {
    const customer = customers[at];
    return customer ? [{ ...lead, ...customer, customerId: customer.id, at: null, stage: "won" as const }] : [];
  });
  const all: readonly (SeedLead & { customerId?: string })[] = [...won, ...LEADS];
  const byAge = [...all].sort((a, b) => b.days[0] - a.days[0]);
  const at = (days: number, minutes = 0) => new Date(now.getTime() - days * DAY_MS - minutes * MINUTE_MS).toISOString();
  const rows = byAge.map((lead, index) => {
    const [came, moved] = lead.days;
    const created = at(came, 45 + index);
    const [line1 = null, city = null, postalCode = null] = lead.at ?? [];
    return {
      org_id: orgId,
      id: random.id(Date.parse(created)),
      number: index + 1,
      name: lead.name,
      phone: lead.phone,
      email: lead.email,
      ...{ line1, city, state: line1 === null ? null : "WI", postal_code: postalCode },
      need: lead.need,
      source: lead.source,
      source_detail: lead.detail ?? null,
      stage: lead.stage,
      stage_since: lead.stage === "new" ? created : at(moved, 30),
      lost_from: lead.lost?.from ?? null,
      lost_reason: lead.lost?.reason ?? null,
      lost_note: lead.lost?.note ?? null,
      value_minor: lead.value,
      owner_id: lead.stage === "new" && came === 0 ? null : officeUserId,
      customer_id: lead.customerId ?? null,
      created_by: lead.source === "web_form" ? null : officeUserId,
      created_on: addDays(today, -came),
      created_at: created,
      updated_at: at(moved, 30),
    };
  });
  await insertRows(db, "leads", rows);
  await insertRows(db, "sequences", [{ org_id: orgId, name: "leads", value: rows.length }]);
  const activity = byAge.flatMap((lead, index) => {
    const row = rows[index];
    if (!row) return [];
    const line = (kind: string, when: string, text: string | null, byOffice = true) => ({
      ...{ org_id: orgId, lead_id: row.id, id: random.id(Date.parse(when)) },
      ...{ kind, user_id: byOffice ? officeUserId : null, text, at: when },
    });
    return [
      line("created", row.created_at, null, lead.source !== "web_form"),
      ...(lead.stage === "contacted" ? [line("stage", row.stage_since, "Contacted")] : []),
      ...(lead.note ? [line("note", at(lead.days[1], 20), lead.note)] : []),
      ...(lead.stage === "lost" ? [line("lost", row.stage_since, lead.lost?.note ?? null)] : []),
      ...(lead.stage === "won" ? [line("converted", row.stage_since, null)] : []),
    ];
  });
  await insertRows(db, "lead_activity", activity);
  const followUps = byAge.flatMap((lead, index) => {
    const row = rows[index];
    if (!row || !lead.followUp) return [];
    const [title, inDays] = lead.followUp;
    const id = random.id(now.getTime() - DAY_MS + index);
    const made = at(1, index);
    return [
      {
        ...{ org_id: orgId, id, title, assignee_id: officeUserId, due_on: addDays(today, inDays), series_id: id },
        ...{ lead_id: row.id, created_by: officeUserId, created_at: made, updated_at: made },
      },
    ];
  });
  await insertRows(db, "todos", followUps);
}
