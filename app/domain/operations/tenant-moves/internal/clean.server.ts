import { sql } from "drizzle-orm";
import { acrossCopies } from "#drizzle/d1/guard";
import { searchTables } from "#drizzle/d1/tenants";
import type { Ctx } from "~/domain/shared/context";
import { failedOn } from "~/domain/shared/database-errors.server";
import { readTriggers, type Trigger, withoutTriggers } from "~/domain/shared/triggers.server";
import { assertOwnRun, batch, identifiers, type Run, rowsAt } from "./run.server";
import { type MovedTable, owned, triggerPrefix } from "./tables.server";

/** Rows per statement. */
const CHUNK = 2000;
/** Statements per transaction that drops triggers. */
const MAX_DROPPED = 100;

const across = sql.raw(acrossCopies);
const NOTHING: ReadonlySet<string> = new Set();

/** Deletes a copy of the tenant's rows, referring rows first. Can be interrupted at any point; returns false if there is more. */
export async function deleteCopy(run: Run, ctx: Ctx): Promise<boolean> {
  const { move, tables } = run;
  if (move.kind === "business" && !(await deleteSearchRows(run, ctx))) return false;
  const own = tables.filter(({ isShared }) => !isShared).reverse();
  const triggers = await readTriggers(ctx);
  const found = await batch(
    ctx,
    run,
    own.map((table) =>
      ctx.db.all(
        sql`SELECT ${across} 1 AS one FROM ${sql.identifier(table.name)} t WHERE ${owned(table, "t", move.tenantId)} LIMIT 1`,
      ),
    ),
  );
  const filled = own.filter((_, at) => rowsAt(found, at).length > 0);
  for (const table of filled) if (!(await deleteRows(run, ctx, { table, triggers }))) return false;
  return true;
}

async function deleteRows(
  run: Run,
  ctx: Ctx,
  { table, triggers }: { table: MovedTable; triggers: Trigger[] },
): Promise<boolean> {
  const { move } = run;
  const name = sql.identifier(table.name);
  const key = identifiers(table.key);
  const newest = sql.join(
    table.key.map((column) => sql.raw(`t."${column}" DESC`)),
    sql`, `,
  );
  let limit = CHUNK;
  for (;;) {
    const one = sql`SELECT ${across} ${identifiers(table.key, "t")} FROM ${name} t WHERE ${owned(table, "t", move.tenantId)}`;
    run.spend(1);
    if ((await ctx.db.all(sql`${one} LIMIT 1`)).length === 0) return true;
    if (!run.hasTime()) return false;
    const some = sql`${one} ORDER BY ${newest} LIMIT ${limit}`;
    const statement = ctx.db.run(sql`DELETE ${across} FROM ${name} WHERE (${key}) IN (${some})`);
    try {
      await batch(ctx, run, [
        assertOwnRun(ctx, run),
        ...withoutTriggers(
          ctx,
          { triggers, table: table.name, events: ["DELETE"], derived: NOTHING },
          { statements: [statement] },
        ),
      ]);
    } catch (error) {
      // A row refers to a later one of the same table: all of them are deleted together.
      if (table.reference === null || limit < 0 || !failedOn(error, "FOREIGN KEY")) throw error;
      limit = -1;
    }
  }
}

/** Full-text rows lie in a range of row ids that the directory has reserved for the business. */
async function deleteSearchRows(run: Run, ctx: Ctx): Promise<boolean> {
  run.spend(1);
  const [organization] = await ctx.db.all<{ key: number }>(
    sql`SELECT key FROM tenant_organizations WHERE id = ${run.move.tenantId}`,
  );
  if (!organization) return true;
  const first = organization.key * 2 ** 31;
  const ofBusiness = sql`rowid BETWEEN ${first} AND ${first + 2 ** 31 - 1}`;
  for (const search of searchTables) {
    const table = sql.identifier(search);
    for (;;) {
      run.spend(1);
      const [row] = await ctx.db.all(sql`SELECT rowid FROM ${table} WHERE ${ofBusiness} LIMIT 1`);
      if (!row) break;
      if (!run.hasTime()) return false;
      await batch(ctx, run, [
        assertOwnRun(ctx, run),
        ctx.db.run(
          sql`DELETE FROM ${table} WHERE rowid IN (SELECT rowid FROM ${table} WHERE ${ofBusiness} LIMIT ${CHUNK})`,
        ),
      ]);
    }
  }
  return true;
}

/** Removes everything a move created on a shard apart from the rows, and finally the record of the move itself. */
export async function forgetMove(run: Run, ctx: Ctx): Promise<void> {
  const { move } = run;
  const made = await ctx.db.all<{ name: string }>(
    sql`SELECT name FROM sqlite_master WHERE type = 'trigger' AND name LIKE ${`${triggerPrefix(move.id)}%`}`,
  );
  for (let at = 0; at < made.length; at += MAX_DROPPED)
    await batch(ctx, run, [
      assertOwnRun(ctx, run),
      ...made.slice(at, at + MAX_DROPPED).map(({ name }) => ctx.db.run(sql.raw(`DROP TRIGGER IF EXISTS ${name}`))),
    ]);
  await batch(ctx, run, [
    ctx.db.run(sql`DELETE FROM changed_rows WHERE tenant_id = ${move.tenantId}`),
    ctx.db.run(sql`
      DELETE FROM moving_tenants WHERE tenant_id = ${move.tenantId} AND move_id = ${move.id} AND run <= ${move.run}`),
  ]);
}
