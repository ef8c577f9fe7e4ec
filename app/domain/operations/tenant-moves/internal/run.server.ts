import { type SQL, sql } from "drizzle-orm";
import type { MoveStatus, TenantKind } from "~/domain/operations/tenant-moves/tenant-move";
import type { Ctx } from "~/domain/shared/context";
import type { Trigger } from "~/domain/shared/triggers.server";
import { assertHolds, type Write } from "~/domain/shared/write.server";
import type { MovedTable } from "./tables.server";

/** Where the copy continues; stored on the new shard and written in the batch of the rows. */
export interface Progress {
  phase: "copy" | "verify" | "compared";
  /** The number of tables completed in this phase. */
  table: number;
  /** The key of the last processed row of the current table. */
  after: unknown[] | null;
  /** The log entry of the last change that is also on the new shard. */
  seq: number;
  copied: number;
  verified: number;
  caughtUp: number;
  /** Covers the compared rows. */
  checksum: string;
  /** The number of rows that differed and were copied again, and the number of full comparisons. */
  repaired: number;
  passes: number;
  /** Whether the business's sites are included in the new shard's coverage. */
  isCovered: boolean;
}

export const BEGIN: Progress = {
  ...{ phase: "copy", table: 0, after: null, seq: 0, copied: 0, verified: 0, caughtUp: 0 },
  ...{ checksum: "", repaired: 0, passes: 0, isCovered: false },
};

/** A move's data, as needed by its runs. */
export interface Move {
  id: string;
  kind: TenantKind;
  tenantId: string;
  fromShard: string;
  toShard: string;
  status: MoveStatus;
  /** The number of this run; the next one has a higher number, and later writes of this one are then rejected. */
  run: number;
  rowTotal: number | null;
  frozenAt: string | null;
  cleanAfter: string | null;
  outcome: "canceled" | "failed" | null;
}

export interface Run {
  /** The directory's context. */
  ctx: Ctx;
  source: Ctx;
  target: Ctx;
  move: Move;
  tables: MovedTable[];
  /** The new shard's triggers. */
  triggers: Trigger[];
  hasTime: () => boolean;
  /** Whether there is still time in this run for the last changes and the switch. */
  canSwitch: () => boolean;
  spend: (statements: number) => void;
}

/** Another run has taken over the move, or someone has canceled it. */
export class Lost extends Error {}

/** The move cannot continue; the message explains why. */
export class PermanentError extends Error {}

/** Undoes a batch on a shard, as `move_lost`, if a later run has taken over. */
export function assertOwnRun(ctx: Ctx, { move }: Run): Write {
  return assertHolds(
    ctx,
    "move_lost",
    sql`EXISTS (SELECT 1 FROM moving_tenants WHERE tenant_id = ${move.tenantId} AND move_id = ${move.id} AND run = ${move.run})`,
  );
}

/** The condition for the move's row while this run owns it. */
export const isOwnRun = ({ move }: Run): SQL => sql`id = ${move.id} AND run = ${move.run}`;

export async function batch(ctx: Ctx, run: Pick<Run, "spend">, writes: Write[]): Promise<unknown[]> {
  const [first, ...rest] = writes;
  if (!first) return [];
  run.spend(writes.length);
  return ctx.db.batch([first, ...rest]);
}

/** Guarantee: a batch answers in the order of its statements, and that one reads rows of this type. */
export const rowsAt = <Row>(answers: readonly unknown[], index: number): Row[] => (answers[index] ?? []) as Row[];

export const identifiers = (names: readonly string[], of?: string): SQL =>
  sql.join(
    names.map((name) => (of ? sql.raw(`${of}."${name}"`) : sql.identifier(name))),
    sql`, `,
  );
