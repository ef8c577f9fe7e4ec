import { sql } from "drizzle-orm";
import { workOrderHistory, workOrderSignatures, workOrderTasks } from "#drizzle/schema/work-orders";
import type { Ctx, Member } from "~/domain/shared/context";
import { idOfWorkOrder } from "~/domain/work-orders/load.server";
import { type ArchiveRow, openArchive } from "./file.server";
import { readRows } from "./rows.server";

interface Found extends ArchiveRow {
  /** JSON arrays of [id, first name, last name]. */
  members: string;
  technicians: string;
}

/**
 * Returns the file of a work order's archived details, with the names of the people they may mention; no row, and no
 * other read, if the details are in the database.
 */
export function archiveOf(ctx: Ctx, member: Member, ref: string) {
  return ctx.db.all<Found>(sql`
    SELECT a.work_order_id AS workOrderId, a.batch, a.sha256,
      (SELECT json_group_array(json_array(m.user_id, m.first_name, m.last_name)) FROM tenant_members m WHERE m.org_id = ${member.orgId}) AS members,
      (SELECT json_group_array(json_array(t.id, t.first_name, t.last_name)) FROM technicians t WHERE t.org_id = ${member.orgId}) AS technicians
    FROM work_order_archives a WHERE a.org_id = ${member.orgId} AND a.work_order_id = ${idOfWorkOrder(member, ref)}`);
}

type Names = ReadonlyMap<string, { firstName: string; lastName: string }>;

const namesIn = (json: string): Names => {
  // Guarantee: `archiveOf` builds them in this shape.
  const rows: [id: string, firstName: string, lastName: string][] = JSON.parse(json);
  return new Map(rows.map(([id, firstName, lastName]) => [id, { firstName, lastName }]));
};

export type ArchivedDetails = NonNullable<Awaited<ReturnType<typeof readArchived>>>;

/**
 * Reads the file that `archiveOf` found, each part in the shape of the page's own queries. Returns null if nothing is
 * archived. `isUnreadable`: the file is missing or damaged, so there are no details.
 */
export async function readArchived(ctx: Ctx, { orgId }: Member, [found]: Found[]) {
  if (!found) return null;
  const file = await openArchive(ctx, orgId, found);
  if (!file) return { isUnreadable: true, history: [], tasks: [], signatures: [] };
  const [members, technicians] = [namesIn(found.members), namesIn(found.technicians)];
  return {
    isUnreadable: false,
    history: readRows(workOrderHistory, file.tables.history).map(({ fromStatus, toStatus, ...entry }) => ({
      ...{ id: entry.id, from: fromStatus, to: toStatus },
      booking: entry.booking && { before: entry.booking.before, after: entry.booking.after },
      people: [...(entry.booking?.after.technicianIds ?? [])].sort().flatMap((id) => {
        const one = technicians.get(id);
        return one ? [`${one.firstName} ${one.lastName}`] : [];
      }),
      ...{ reason: entry.reason, occurredAt: entry.occurredAt, recordedAt: entry.recordedAt, deviceAt: entry.deviceAt },
      firstName: members.get(entry.userId ?? "")?.firstName ?? null,
      lastName: members.get(entry.userId ?? "")?.lastName ?? null,
    })),
    tasks: readRows(workOrderTasks, file.tables.tasks).map(
      ({ orgId: _, workOrderId: __, position, doneBy: ___, unsafe: ____, ...task }) => ({
        ...task,
        sequence: position,
      }),
    ),
    signatures: readRows(workOrderSignatures, file.tables.signatures).map(({ id, signerName, strokes, signedAt }) => ({
      ...{ id, signerName, strokes, signedAt },
    })),
  };
}

/** Merges rows of the database and of the file without duplicates, newest first, up to the limit. */
export function newestOf<T extends { id: string }>(
  here: readonly T[],
  archived: readonly T[] = [],
  limit: number,
): T[] {
  if (archived.length === 0) return [...here];
  return joined(here, archived)
    .sort((a, b) => (a.id < b.id ? 1 : -1))
    .slice(0, limit);
}

/** A backup taken while details were archived or restored may contain a row in both places. */
export function joined<T extends { id: string }>(here: readonly T[], archived: readonly T[] = []): T[] {
  const ids = new Set(here.map(({ id }) => id));
  return [...here, ...archived.filter(({ id }) => !ids.has(id))];
}
