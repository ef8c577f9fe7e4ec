import { type SQL, sql } from "drizzle-orm";
import type { Ctx } from "~/domain/shared/context";
import type { Trigger } from "~/domain/shared/triggers.server";
import { assertHolds, type Write } from "~/domain/shared/write.server";
import type { MoveStatus, TenantKind } from "../tenant-move";
import type { MovedTable } from "./tables.server";

/** Where the copy goes on; stands on the new shard and is written in the batch of the rows. */
export interface Progress {
  phase: "copy" | "verify" | "compared";
  /** Tables that are through in this phase. */
  table: number;
  /** Key of the last row of the table that is being gone through. */
  after: unknown[] | null;
  /** Of the log: the last change that is on the new shard too. */
  seq: number;
  copied: number;
  verified: number;
  caughtUp: number;
  /** Over the compared rows. */
  checksum: string;
  /** Rows that differed and are copied once more, and how often all were compared. */
  repaired: number;
  passes: number;
  /** The places that the tenant works in are counted on the new shard. */
  isCovered: boolean;
}

export const BEGIN: Progress = {
  ...{ phase: "copy", table: 0, after: null, seq: 0, copied: 0, verified: 0, caughtUp: 0 },
  ...{ checksum: "", repaired: 0, passes: 0, isCovered: false },
};

/** A move as its runs know it. */
export interface Move {
  id: string;
  kind: TenantKind;
  tenantId: string;
  fromShard: string;
  toShard: string;
  status: MoveStatus;
  /** Of this run; the next one has a higher number, and what this one still writes is refused then. */
  run: number;
  rowTotal: number | null;
  frozenAt: string | null;
  cleanAfter: string | null;
  outcome: "canceled" | "failed" | null;
}

export interface Run {
  /** Of the directory. */
  ctx: Ctx;
  source: Ctx;
  target: Ctx;
  move: Move;
  tables: MovedTable[];
  /** Of the new shard. */
  triggers: Trigger[];
  hasTime: () => boolean;
  /** Whether the last changes and the switch still fit into this run. */
  canSwitch: () => boolean;
  spend: (statements: number) => void;
}

/** Another run has the move, or somebody has canceled it. */
export class Lost extends Error {}

/** The move cannot go on; the message says why in words. */
export class Hopeless extends Error {}

/** Undoes a batch on a shard, as `move_lost`, where a later run has come. */
export function assertMine(ctx: Ctx, { move }: Run): Write {
  return assertHolds(
    ctx,
    "move_lost",
    sql`EXISTS (SELECT 1 FROM moving_tenants WHERE tenant_id = ${move.tenantId} AND move_id = ${move.id} AND run = ${move.run})`,
  );
}

/** The move's row as long as this run has it. */
export const mine = ({ move }: Run): SQL => sql`id = ${move.id} AND run = ${move.run}`;

export async function batch(ctx: Ctx, run: Pick<Run, "spend">, writes: Write[]): Promise<unknown[]> {
  const [first, ...rest] = writes;
  if (!first) return [];
  run.spend(writes.length);
  return ctx.db.batch([first, ...rest]);
}

export const identifiers = (names: readonly string[], of?: string): SQL =>
  sql.join(
    names.map((name) => (of ? sql.raw(`${of}."${name}"`) : sql.identifier(name))),
    sql`, `,
  );
