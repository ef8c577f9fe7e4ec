import { type SQL, sql } from "drizzle-orm";
import type { Ctx, Member } from "~/domain/shared/context";
import type { CivilDate } from "~/domain/shared/time/dates";
import { wallTimeOf } from "~/domain/shared/time/time-zones";
import { formatWorkOrderNumber } from "~/domain/work-order-basics/number";
import type { DeletedReading } from "./packet";
import type { Scope } from "./scope.server";

interface DeletedRow extends Omit<DeletedReading, "date" | "deletedOn" | "workOrder"> {
  takenAt: string;
  workOrderId: string;
  workOrderNumber: number | null;
  removedAt: string;
}

/** Days as instants; the end is exclusive. */
type Days = { from: string; to: string };

/** Deleted readings with a refrigerant weight; must match the index's condition. */
const isStruck = ({
  from,
  to,
}: Days) => sql`r.removed_at IS NOT NULL AND (r.added_milli_lb IS NOT NULL OR r.recovered_milli_lb IS NOT NULL)
  AND r.taken_at >= ${from} AND r.taken_at < ${to}`;

/** The circuits of deleted readings. */
export const struckCircuits = ({ struck }: Scope, days: Days): SQL =>
  sql`SELECT r.service_group_id FROM ${struck.from} WHERE ${struck.where} AND ${isStruck(days)}`;

/** Readings that were deleted although refrigerant was added or recovered, by the days on which they were taken. */
export function selectDeleted(ctx: Ctx, { struck }: Scope, { limit, ...days }: Days & { limit: number }) {
  return ctx.db.all<DeletedRow>(sql`
    SELECT r.id AS id, r.service_group_id AS serviceGroupId, r.refrigerant AS refrigerant, r.taken_at AS takenAt,
      r.work_order_id AS workOrderId, w.number AS workOrderNumber, r.added_milli_lb AS addedMilliLb,
      r.recovered_milli_lb AS recoveredMilliLb, r.cylinder AS cylinder, r.certificate AS certificate,
      t.first_name || ' ' || t.last_name AS technician, m.first_name || ' ' || m.last_name AS recordedBy,
      r.removed_at AS removedAt, d.first_name || ' ' || d.last_name AS deletedBy, r.removal_reason AS reason,
      (SELECT u.name FROM equipment u WHERE u.org_id = r.org_id AND u.id = r.equipment_id) AS unitName
    FROM ${struck.from}
    LEFT JOIN work_orders w ON w.org_id = r.org_id AND w.id = r.work_order_id
    LEFT JOIN technicians t ON t.org_id = r.org_id AND t.id = r.technician_id
    LEFT JOIN tenant_members m ON m.org_id = r.org_id AND m.user_id = r.taken_by
    LEFT JOIN tenant_members d ON d.org_id = r.org_id AND d.user_id = r.removed_by
    WHERE ${struck.where} AND ${isStruck(days)} ORDER BY r.taken_at, r.id LIMIT ${limit}`);
}

export function deletedReadings({ timeZone }: Member, rows: readonly DeletedRow[]): DeletedReading[] {
  const dayOf = (at: string): CivilDate => wallTimeOf(Date.parse(at), timeZone).date;
  return rows.map(({ takenAt, removedAt, workOrderId, workOrderNumber, ...row }) => ({
    ...{ ...row, date: dayOf(takenAt), deletedOn: dayOf(removedAt) },
    workOrder: workOrderNumber === null ? workOrderId : formatWorkOrderNumber(workOrderNumber),
  }));
}
