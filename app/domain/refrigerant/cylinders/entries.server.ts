import { type SQL, sql } from "drizzle-orm";
import type { Ctx, Member } from "~/domain/shared/context";
import { assertHolds, assertRowChanged, type Write } from "~/domain/shared/write.server";
import type { CylinderEntryKind } from "./cylinder";

interface Posted {
  cylinderId: string;
  /** An instant. */
  at: string;
}

const GONE = "cylinder_gone";

/** The refusal of a batch whose cylinder does not exist in the business. */
export const cylinderGone = GONE;

interface HandPosting extends Posted {
  kind: Exclude<CylinderEntryKind, "charged" | "recovered">;
  /** The scale reading; omitted: the weight is unchanged. */
  grossMilliLb?: number;
  toTechnicianId?: string | null;
  note: string | null;
}

/** Posts an entry made by the office or the cylinder's holder. The database provides the weight before. */
export function postByHand(ctx: Ctx, me: Member, posting: HandPosting): Write[] {
  const { cylinderId, kind, grossMilliLb, toTechnicianId, note, at } = posting;
  return [
    ctx.db.run(sql`INSERT INTO refrigerant_cylinder_entries
        (org_id, cylinder_id, seq, id, kind, before_milli_lb, after_milli_lb, technician_id, to_technician_id, note, occurred_at, created_by, created_at)
      SELECT c.org_id, c.id, ${nextSeq}, ${ctx.newId()}, ${kind}, c.gross_milli_lb, coalesce(${grossMilliLb ?? null}, c.gross_milli_lb),
        c.holder_id, ${toTechnicianId ?? null}, ${note}, ${at}, ${me.userId ?? "system"}, ${ctx.now.toISOString()}
      FROM refrigerant_cylinders c WHERE c.org_id = ${me.orgId} AND c.id = ${cylinderId}`),
    assertRowChanged(ctx, GONE),
  ];
}

interface Use extends Posted {
  kind: "charged" | "recovered";
  readingMilliLb: number;
  readingId: string;
  technicianId: string | null;
  certificate: string | null;
  /** From the field: a use that does not fit is limited to what fits and flagged, instead of refused. */
  isLenient: boolean;
}

/**
 * Posts what a reading, written earlier in the same batch, took from a cylinder or added to it. If the scale was read after the
 * use and before its report, the ledger counts the use twice, so the cylinder is to be weighed again.
 */
export function postUse(ctx: Ctx, me: Member, use: Use): Write[] {
  const { cylinderId, kind, readingMilliLb, readingId, technicianId, certificate, isLenient, at } = use;
  const change = kind === "charged" ? -readingMilliLb : readingMilliLb;
  return [
    ctx.db.run(sql`INSERT INTO refrigerant_cylinder_entries
        (org_id, cylinder_id, seq, id, kind, before_milli_lb, after_milli_lb, recorded_milli_lb, issue, technician_id, certificate, reading_id, occurred_at, created_by, created_at)
      SELECT c.org_id, c.id, ${nextSeq}, ${ctx.newId()}, ${kind}, c.gross_milli_lb,
        CASE WHEN ${isLenient ? 1 : 0} THEN ${within(change)} ELSE c.gross_milli_lb + ${change} END, ${readingMilliLb},
        CASE WHEN ${isLenient ? 1 : 0} THEN CASE
          WHEN c.returned_at IS NOT NULL THEN 'returned'
          WHEN c.refrigerant <> r.refrigerant THEN 'other_refrigerant'
          WHEN ${kind} = 'recovered' AND c.kind <> 'recovery' THEN 'not_recovery'
          WHEN c.gross_milli_lb + ${change} < c.tare_milli_lb THEN 'short'
          WHEN c.gross_milli_lb + ${change} > c.tare_milli_lb + c.capacity_milli_lb THEN 'over_capacity'
        END END,
        ${technicianId}, ${certificate}, r.id, ${at}, ${me.userId ?? "system"}, ${ctx.now.toISOString()}
      FROM refrigerant_cylinders c JOIN refrigerant_readings r ON r.org_id = c.org_id AND r.id = ${readingId}
      WHERE c.org_id = ${me.orgId} AND c.id = ${cylinderId}`),
    assertRowChanged(ctx, GONE),
    weighAgain(ctx, me, {
      readingId,
      weighedSince: sql`refrigerant_cylinder_entries w INDEXED BY refrigerant_cylinder_entries_occurred
        ON w.org_id = e.org_id AND w.occurred_at > e.occurred_at AND w.cylinder_id = e.cylinder_id`,
    }),
  ];
}

interface WeighAgain {
  readingId: string;
  /** The join of the entries `w` after the reading's entry `e`. */
  weighedSince: SQL;
}

/**
 * Marks the reading's cylinder if its scale was read since: the weight now differs from what the scale showed. A returned cylinder is
 * weighed when it is received again.
 */
function weighAgain(ctx: Ctx, { orgId }: Member, { readingId, weighedSince }: WeighAgain): Write {
  return ctx.db.run(sql`UPDATE refrigerant_cylinders SET needs_weighing = 1 WHERE org_id = ${orgId} AND returned_at IS NULL AND id IN (
    SELECT e.cylinder_id FROM refrigerant_cylinder_entries e INDEXED BY refrigerant_cylinder_entries_reading
    CROSS JOIN ${weighedSince}
    WHERE e.org_id = ${orgId} AND e.reading_id = ${readingId} AND e.reverses_id IS NULL
      AND w.kind IN ('weighed', 'received') AND w.reverses_id IS NULL AND NOT ${isReversed(sql`w`)})`);
}

const isReversed = (entry: SQL) =>
  sql`EXISTS (SELECT 1 FROM refrigerant_cylinder_entries o INDEXED BY refrigerant_cylinder_entries_reversed_once
    WHERE o.org_id = ${entry}.org_id AND o.reverses_id = ${entry}.id)`;

/**
 * Reverses a reading's use of its cylinder, as far as the cylinder's weight allows; nothing if there was none. If the scale was read
 * since, the weight no longer follows from it, so the cylinder is to be weighed again.
 */
export function takeBackUses(ctx: Ctx, me: Member, readingId: string): Write[] {
  const back = sql`(e.before_milli_lb - e.after_milli_lb)`;
  const reversals = (["charged", "recovered"] as const).map((kind) =>
    ctx.db.run(sql`INSERT INTO refrigerant_cylinder_entries
        (org_id, cylinder_id, seq, id, kind, before_milli_lb, after_milli_lb, recorded_milli_lb, issue, technician_id, certificate, reading_id, reverses_id, occurred_at, created_by, created_at)
      SELECT c.org_id, c.id, ${nextSeq}, ${ctx.newId()}, e.kind, c.gross_milli_lb, ${within(back)}, e.recorded_milli_lb,
        CASE
          WHEN e.issue IS NOT NULL THEN e.issue
          WHEN c.gross_milli_lb + ${back} < c.tare_milli_lb THEN 'short'
          WHEN c.gross_milli_lb + ${back} > c.tare_milli_lb + c.capacity_milli_lb THEN 'over_capacity'
        END,
        e.technician_id, e.certificate, e.reading_id, e.id, ${ctx.now.toISOString()}, ${me.userId ?? "system"}, ${ctx.now.toISOString()}
      FROM refrigerant_cylinder_entries e INDEXED BY refrigerant_cylinder_entries_reading
      JOIN refrigerant_cylinders c ON c.org_id = e.org_id AND c.id = e.cylinder_id
      WHERE e.org_id = ${me.orgId} AND e.reading_id = ${readingId} AND e.kind = ${kind} AND e.reverses_id IS NULL`),
  );
  const weighedSince = sql`refrigerant_cylinder_entries w ON w.org_id = e.org_id AND w.cylinder_id = e.cylinder_id AND w.seq > e.seq`;
  return [...reversals, weighAgain(ctx, me, { readingId, weighedSince })];
}

/**
 * Posts a new entry that reverses an earlier one of the cylinder. A return is not reversed once the cylinder was received again:
 * refused as `cylinder_received_since`.
 */
export function postReversal(
  ctx: Ctx,
  me: Member,
  { cylinderId, entryId, reason }: { cylinderId: string; entryId: string; reason: string },
): Write[] {
  const now = ctx.now.toISOString();
  const isReceivedSince = sql`EXISTS (SELECT 1 FROM refrigerant_cylinder_entries e JOIN refrigerant_cylinder_entries l
      ON l.org_id = e.org_id AND l.cylinder_id = e.cylinder_id AND l.seq > e.seq AND l.kind = 'received'
    WHERE e.org_id = ${me.orgId} AND e.id = ${entryId} AND e.cylinder_id = ${cylinderId} AND e.kind = 'returned')`;
  return [
    assertHolds(ctx, "cylinder_received_since", sql`NOT ${isReceivedSince}`),
    ctx.db.run(sql`INSERT INTO refrigerant_cylinder_entries
        (org_id, cylinder_id, seq, id, kind, before_milli_lb, after_milli_lb, technician_id, reverses_id, note, occurred_at, created_by, created_at)
      SELECT c.org_id, c.id, ${nextSeq}, ${ctx.newId()}, e.kind, c.gross_milli_lb, c.gross_milli_lb + e.before_milli_lb - e.after_milli_lb,
        e.technician_id, e.id, ${reason}, ${now}, ${me.userId ?? "system"}, ${now}
      FROM refrigerant_cylinder_entries e JOIN refrigerant_cylinders c ON c.org_id = e.org_id AND c.id = e.cylinder_id
      WHERE e.org_id = ${me.orgId} AND e.id = ${entryId} AND e.cylinder_id = ${cylinderId}`),
    assertRowChanged(ctx, GONE),
  ];
}

/**
 * Columns `refrigerant` and `netMilliLb`: what a cylinder held after an entry. The entry has its own refrigerant and tare, which the
 * database fills in; rows from an older backup have none until the cylinder changes.
 */
export const contentsThen = (entry: SQL, cylinder: SQL): SQL =>
  sql`coalesce(${entry}.refrigerant, ${cylinder}.refrigerant) AS refrigerant,
    ${entry}.after_milli_lb - coalesce(${entry}.tare_milli_lb, ${cylinder}.tare_milli_lb) AS netMilliLb`;

const nextSeq = sql`(SELECT coalesce(max(l.seq), 0) + 1 FROM refrigerant_cylinder_entries l WHERE l.org_id = c.org_id AND l.cylinder_id = c.id)`;

/** The weight after a change, limited to between the tare and the full cylinder. */
function within(change: number | SQL) {
  return sql`max(c.tare_milli_lb, min(c.tare_milli_lb + c.capacity_milli_lb, c.gross_milli_lb + ${change}))`;
}
