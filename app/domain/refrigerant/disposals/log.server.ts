import { sql } from "drizzle-orm";
import { addressLine } from "~/domain/addresses/address";
import type { CylinderKind } from "~/domain/refrigerant/cylinders/cylinder";
import { contentsThen } from "~/domain/refrigerant/cylinders/entries.server";
import type { VarianceFilter } from "~/domain/refrigerant/cylinders/schema";
import type { Ctx } from "~/domain/shared/context";
import { DomainError } from "~/domain/shared/errors";
import { allow } from "~/domain/shared/permissions";
import { shiftMonth } from "~/domain/shared/time/dates";
import { startOfDay, todayOf, wallTimeOf } from "~/domain/shared/time/time-zones";
import { type Disposal, disposalTotals, SMALL_FROM_MILLI_LB, SMALL_TO_MILLI_LB } from "./disposal";

/** A month's log is read as a whole. */
const MAX_DISPOSALS = 2000;
const MAX_TRANSFERS = 500;

interface DisposalRow extends Omit<Disposal, "date" | "location"> {
  takenAt: string;
  place: string | null;
}

interface TransferRow {
  id: string;
  occurredAt: string;
  number: string;
  refrigerant: string;
  kind: CylinderKind;
  netMilliLb: number;
  takenBy: string | null;
}

/**
 * Returns what was recovered, by type, from small appliances disposed of in a month of the business's zone, and the recovery
 * cylinders handed over. Includes appliances whose full charge was not entered. One round trip.
 * @throws DomainError conflict for a month of more than 2,000 disposals or 500 transfers
 */
export async function disposalLog(ctx: Ctx, { month }: VarianceFilter) {
  const me = allow(ctx, "equipment.write");
  const { orgId, timeZone } = me;
  const shown = month ?? todayOf(ctx, { timeZone }).slice(0, 7);
  const [from, to] = [shown, shiftMonth(shown, 1)].map((one) =>
    new Date(startOfDay(`${one}-01`, timeZone)).toISOString(),
  );
  const [rows, transfers] = await ctx.db.batch([
    ctx.db.all<DisposalRow>(sql`
      SELECT r.id AS id, r.taken_at AS takenAt, c.name AS customerName, u.id AS equipmentId, u.name AS equipmentName,
        g.name AS circuitName, r.refrigerant AS refrigerant, g.charge_milli_lb AS chargeMilliLb,
        r.recovered_milli_lb AS recoveredMilliLb,
        coalesce((SELECT k.number FROM refrigerant_cylinder_entries e INDEXED BY refrigerant_cylinder_entries_reading
          JOIN refrigerant_cylinders k ON k.org_id = e.org_id AND k.id = e.cylinder_id
          WHERE e.org_id = r.org_id AND e.reading_id = r.id LIMIT 1), r.cylinder) AS cylinder,
        t.first_name || ' ' || t.last_name AS technician, r.certificate AS certificate,
        CASE WHEN s.id IS NOT NULL THEN json_object('line1', s.line1, 'line2', s.line2, 'city', s.city, 'state', s.state,
          'postalCode', s.postal_code) END AS place
      FROM refrigerant_readings r INDEXED BY refrigerant_readings_disposals
      CROSS JOIN equipment u ON u.org_id = r.org_id AND u.id = r.equipment_id
      CROSS JOIN service_groups g ON g.org_id = r.org_id AND g.id = r.service_group_id
      LEFT JOIN customers c ON c.org_id = r.org_id AND c.id = u.customer_id
      LEFT JOIN addresses s ON s.org_id = r.org_id AND s.id = u.address_id
      LEFT JOIN technicians t ON t.org_id = r.org_id AND t.id = r.technician_id
      WHERE r.org_id = ${orgId} AND r.is_disposal = 1 AND r.removed_at IS NULL AND r.taken_at >= ${from} AND r.taken_at < ${to}
        AND (g.charge_milli_lb IS NULL OR (g.charge_milli_lb > ${SMALL_FROM_MILLI_LB} AND g.charge_milli_lb < ${SMALL_TO_MILLI_LB}))
      ORDER BY r.taken_at, r.id LIMIT ${MAX_DISPOSALS + 1}`),
    ctx.db.all<TransferRow>(sql`
      SELECT e.id AS id, e.occurred_at AS occurredAt, k.number AS number, k.kind AS kind, ${contentsThen(sql`e`, sql`k`)}, e.note AS takenBy
      FROM refrigerant_cylinder_entries e INDEXED BY refrigerant_cylinder_entries_occurred
      CROSS JOIN refrigerant_cylinders k ON k.org_id = e.org_id AND k.id = e.cylinder_id
      WHERE e.org_id = ${orgId} AND e.occurred_at >= ${from} AND e.occurred_at < ${to} AND e.kind = 'returned'
        AND k.kind = 'recovery' AND e.reverses_id IS NULL
        AND NOT EXISTS (SELECT 1 FROM refrigerant_cylinder_entries o INDEXED BY refrigerant_cylinder_entries_reversed_once
          WHERE o.org_id = e.org_id AND o.reverses_id = e.id)
      ORDER BY e.occurred_at, e.id LIMIT ${MAX_TRANSFERS + 1}`),
  ]);
  if (rows.length > MAX_DISPOSALS) throw new DomainError("conflict", "This month has more than 2,000 disposals.");
  if (transfers.length > MAX_TRANSFERS) throw new DomainError("conflict", "This month has more than 500 transfers.");
  const dayOf = (at: string) => wallTimeOf(Date.parse(at), timeZone).date;
  const disposals = rows.map(({ takenAt, place, ...row }) => ({
    ...{ ...row, date: dayOf(takenAt) },
    location: place === null ? null : addressLine(JSON.parse(place)),
  }));
  return {
    ...{ month: shown, disposals, totals: disposalTotals(disposals) },
    transfers: transfers.map(({ occurredAt, ...transfer }) => ({ ...transfer, date: dayOf(occurredAt) })),
  };
}

export type DisposalLog = Awaited<ReturnType<typeof disposalLog>>;

const DISPOSAL_FILE_HEADER = [
  ...[
    "Record",
    "Date",
    "Customer",
    "Location",
    "Equipment",
    "Circuit",
    "Refrigerant",
    "Full charge lb",
    "Recovered lb",
  ],
  ...["Cylinder", "Technician", "EPA 608 certification", "Transferred lb", "Transferred to"],
];

const lb = (milliLb: number | null) => (milliLb === null ? "" : (milliLb / 1000).toFixed(3));

/** Returns the log as rows of a CSV file, with texts unescaped. @throws DomainError as `disposalLog` */
export async function disposalFile(ctx: Ctx, filter: VarianceFilter) {
  const { month, disposals, totals, transfers } = await disposalLog(ctx, filter);
  return {
    fileName: `disposal-log-${month}.csv`,
    header: DISPOSAL_FILE_HEADER,
    rows: [
      ...disposals.map((one) => [
        ...["Disposal", one.date, one.customerName ?? "", one.location ?? "", one.equipmentName, one.circuitName],
        ...[one.refrigerant, lb(one.chargeMilliLb), lb(one.recoveredMilliLb), one.cylinder ?? ""],
        ...[one.technician ?? "", one.certificate ?? "", "", ""],
      ]),
      ...totals.map(({ refrigerant, recoveredMilliLb }) => [
        ...["Month's total", month, "", "", "", "", refrigerant, "", lb(recoveredMilliLb), "", "", "", "", ""],
      ]),
      ...transfers.map(({ date, number, refrigerant, netMilliLb, takenBy }) => [
        ...["Transfer", date, "", "", "", "", refrigerant, "", "", number, "", "", lb(netMilliLb), takenBy ?? ""],
      ]),
    ],
  };
}
