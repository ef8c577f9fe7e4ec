import { mulDiv } from "~/domain/billing/totals";
import { optionTotals } from "~/domain/estimates/estimate";
import { addDays, DAY_MS } from "~/domain/shared/time/dates";
import { wallTimeOf } from "~/domain/shared/time/time-zones";
import type { SeedBusiness } from "./business";
import { insertRows } from "./insert";

type SeedLine = [description: string, kind: "labor" | "part", priceMinor: number, optional?: boolean];

const OPTIONS: readonly { name: string; description: string; lines: readonly SeedLine[] }[] = [
  {
    name: "Good",
    description: "80% efficiency, single stage, 10-year parts warranty.",
    lines: [
      ["Gas furnace 80%, 70,000 BTU", "part", 214_000],
      ["Installation, two technicians", "labor", 148_000],
      ["Smart thermostat", "part", 24_900, true],
    ],
  },
  {
    name: "Better",
    description: "96% efficiency, two stages, quieter, 10-year parts warranty.",
    lines: [
      ["Gas furnace 96%, two-stage, 60,000 BTU", "part", 348_000],
      ["Installation with PVC venting", "labor", 176_000],
      ["Smart thermostat", "part", 24_900, true],
    ],
  },
  {
    name: "Best",
    description: "97% modulating furnace and media air cleaner, 10 years parts and labor.",
    lines: [
      ["Gas furnace 97%, modulating", "part", 462_000],
      ["Media air cleaner", "part", 62_000],
      ["Installation with PVC venting", "labor", 188_000],
      ["Whole-house humidifier", "part", 71_500, true],
    ],
  },
];

const RATES = [{ name: "Sales tax", ratePpm: 55_000 }];

/** Drafts for three contacted leads; `answerDemoEstimates` sends and signs them. */
export async function seedEstimates(db: D1Database, { orgId, timeZone, now, random, officeUserId }: SeedBusiness) {
  const today = wallTimeOf(now.getTime(), timeZone).date;
  const { results: leads } = await db
    .prepare(
      "SELECT id, name, email, line1, city, postal_code FROM leads WHERE org_id = ?1 AND stage = 'contacted' AND email IS NOT NULL AND line1 IS NOT NULL ORDER BY number LIMIT 3",
    )
    .bind(orgId)
    .all<{ id: string; name: string; email: string; line1: string; city: string; postal_code: string }>();
  for (const [index, lead] of leads.entries()) {
    const at = new Date(now.getTime() - (leads.length - index) * DAY_MS).toISOString();
    const id = random.id(Date.parse(at));
    const options = OPTIONS.map((option, place) => {
      const lines = option.lines.map(([description, kind, unitPriceMinor, optional = false], line) => ({
        ...{ position: line + 1, description, kind, unitPriceMinor, optional, taxable: kind === "part" },
        ...{ quantityMilli: 1000, discountPpm: 0 },
      }));
      return { ...option, position: place + 1, lines, sums: optionTotals(lines, [], { discount: null, rates: RATES }) };
    });
    const totalMinor = options[1]?.sums.totalMinor ?? 0;
    await insertRows(db, "estimates", [
      {
        ...{ org_id: orgId, id, root_id: id, status: "draft", lead_id: lead.id, title: "New furnace" },
        bill_to: JSON.stringify({
          ...{ name: lead.name, email: lead.email },
          lines: [lead.line1, `${lead.city}, WI ${lead.postal_code}`],
        }),
        memo: "Thank you for having us over. All three options fit your ductwork as it is.",
        terms: "Half is due when the work is scheduled, the rest when it is done. Permit and haul-away included.",
        ...{
          valid_until: addDays(today, 26),
          tax_state: "known",
          rates: JSON.stringify(RATES),
          total_minor: totalMinor,
        },
        ...{ created_by: officeUserId, created_at: at, updated_at: at },
      },
    ]);
    await insertRows(
      db,
      "estimate_options",
      options.map(({ position, name, description, sums }) => ({
        ...{ org_id: orgId, estimate_id: id, position, name, description, recommended: position === 2 ? 1 : 0 },
        ...{ subtotal_minor: sums.subtotalMinor, discount_minor: sums.discountMinor, tax_minor: sums.taxMinor },
        total_minor: sums.totalMinor,
      })),
    );
    await insertRows(
      db,
      "estimate_lines",
      options.flatMap((option) =>
        option.lines.map((line) => ({
          ...{ org_id: orgId, estimate_id: id, option_position: option.position, position: line.position },
          ...{ kind: line.kind, description: line.description, quantity_milli: 1000, unit: "EA" },
          ...{ unit_price_minor: line.unitPriceMinor, discount_ppm: 0, taxable: line.taxable ? 1 : 0 },
          ...{ optional: line.optional ? 1 : 0, amount_minor: mulDiv(1000, line.unitPriceMinor, 1000) },
        })),
      ),
    );
  }
}
