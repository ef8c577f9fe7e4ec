import { eq, getTableName, sql } from "drizzle-orm";
import { keyOf } from "#drizzle/d1/table-key";
import { derivedTables, searchTables, tenantGuard } from "#drizzle/d1/tenants";
import { tenantOrganizations } from "#drizzle/schema/platform";
import type { Ctx } from "~/domain/shared/context";
import { DomainError } from "~/domain/shared/errors";
import { type Trigger, withoutTriggers } from "~/domain/shared/triggers.server";
import type { Write } from "~/domain/shared/write.server";
import { restoredTables } from "./restore-plan.server";
import { insertRows, nameOf, OWN_REFERENCES } from "./restore-rows.server";
import { type ExportOwner, type Row, rankOf, type Source, sourcesOf } from "./sources.server";

/** Tables in which a new business already has rows: its members, issue states and clock. */
const FIRST_TABLES = new Set(["tenant_members", "issue_states", "audit_log", "business_clock", "job_fact_zones"]);
const MAX_FIRST = 500;

const own = ({ of, owner }: ExportOwner): Source[] => {
  const tables = restoredTables(of);
  const { sides } = tenantGuard();
  return sourcesOf({ of, owner }).filter(({ table }) => {
    const name = getTableName(table);
    return tables.has(name) && sides.get(name) === "tenants";
  });
};

/** The number of tables named in the message if there are records already. */
const NAMED = 3;

/** @throws DomainError conflict if a business or household already has records */
export async function refuseRecords(ctx: Ctx, owner: ExportOwner): Promise<void> {
  const text = await recordsText(ctx, owner);
  if (text !== null) throw new DomainError("conflict", text);
}

/** Describes the existing records; null for a new business or household. */
export async function recordsText(ctx: Ctx, owner: ExportOwner): Promise<string | null> {
  const tables = await tablesWithRecords(ctx, owner);
  if (tables.length === 0) return null;
  const more = tables.length > NAMED ? " and more" : "";
  return `An export is restored into a new, empty ${owner.of} only. This one already has ${tables.slice(0, NAMED).map(nameOf).join(", ")}${more}.`;
}

async function tablesWithRecords(ctx: Ctx, owner: ExportOwner): Promise<string[]> {
  const sources = own(owner).filter(({ table }) => !FIRST_TABLES.has(getTableName(table)));
  const [first, ...rest] = sources.map(({ table, where }) =>
    ctx.db.all(sql`SELECT 1 AS one FROM ${sql.identifier(getTableName(table))} WHERE ${where} LIMIT 1`),
  );
  if (!first) return [];
  const found = await ctx.db.batch([first, ...rest]);
  return sources.flatMap(({ table }, at) => ((found[at]?.length ?? 0) > 0 ? [getTableName(table)] : []));
}

/** The rows that exist before the first one is written, for restoring them on undo. */
export async function firstRows(ctx: Ctx, owner: ExportOwner): Promise<Record<string, Row[]>> {
  const first: Record<string, Row[]> = {};
  for (const { table, where } of own(owner)) {
    const name = getTableName(table);
    if (!FIRST_TABLES.has(name)) continue;
    first[name] = await ctx.db.all<Row>(sql`SELECT * FROM ${sql.identifier(name)} WHERE ${where} LIMIT ${MAX_FIRST}`);
  }
  return first;
}

/** Rows per statement. */
const CHUNK = 5000;

interface Undoing {
  /** The number of tables already emptied. */
  from: number;
  first: Record<string, Row[]>;
  triggers: Trigger[];
  /** Stores that number, and returns whether there is time for more. */
  goOn: (undone: number) => Promise<boolean>;
  spend: (statements: number) => void;
}

/** Deletes every record that a restore wrote, referring rows first. Returns false if there is more. */
export async function deleteRestored(ctx: Ctx, owner: ExportOwner, undoing: Undoing): Promise<boolean> {
  const sources = own(owner).sort((a, b) => rankOf(b.table) - rankOf(a.table));
  for (let at = undoing.from; at < sources.length; at += 1) {
    const source = sources[at];
    if (!source) continue;
    while (await deleteSome(ctx, source, owner, undoing)) if (!(await undoing.goOn(at))) return false;
    if (at % 10 === 0 && !(await undoing.goOn(at + 1))) return false;
  }
  await deleteDerived(ctx, owner);
  return true;
}

/** Returns whether any rows were deleted, so that there may be more. */
async function deleteSome(
  ctx: Ctx,
  { table, where }: Source,
  { of, owner }: ExportOwner,
  { first, triggers, spend }: Undoing,
): Promise<boolean> {
  const name = getTableName(table);
  const [any] = await ctx.db.all(sql`SELECT 1 AS one FROM ${sql.identifier(name)} WHERE ${where} LIMIT 1`);
  spend(1);
  if (!any) return false;
  const key = keyOf(table).map((column) => sql.identifier(column));
  const columns = sql.join(key, sql`, `);
  const tenant = sql`${sql.identifier(name)}.${sql.identifier(of === "business" ? "org_id" : "user_id")} = ${owner}`;
  // Rows that refer to each other are deleted together.
  const some = sql`${tenant} AND (${columns}) IN (SELECT ${columns} FROM ${sql.identifier(name)} WHERE ${where} LIMIT ${CHUNK})`;
  const staying = STAYING[name];
  const condition = staying
    ? sql`${tenant} AND ${sql.identifier(staying)} NOT IN (SELECT value FROM json_each(${JSON.stringify((first[name] ?? []).map((row) => row[staying]))}))`
    : OWN_REFERENCES[name]
      ? where
      : some;
  const writes = withoutTriggers(
    ctx,
    { triggers, table: name, events: ["DELETE"], derived: derivedTables },
    { statements: [ctx.db.run(sql`DELETE FROM ${sql.identifier(name)} WHERE ${condition}`)] },
  );
  spend(writes.length);
  const [head, ...rest] = writes;
  if (head) await ctx.db.batch([head, ...rest]);
  return !staying;
}

/** Tables in which the initial rows stay, identified by this column. */
const STAYING: Record<string, string> = { tenant_members: "user_id", audit_log: "id" };

/** Deletes counters and search rows. */
async function deleteDerived(ctx: Ctx, { of, owner }: ExportOwner): Promise<void> {
  if (of === "household") {
    await ctx.db.run(sql`DELETE FROM household_counters WHERE user_id = ${owner}`);
    return;
  }
  const [organization] = await ctx.db
    .select({ key: tenantOrganizations.key })
    .from(tenantOrganizations)
    .where(eq(tenantOrganizations.id, owner));
  await ctx.db.run(sql`DELETE FROM counters WHERE org_id = ${owner}`);
  if (!organization) return;
  const first = organization.key * 2 ** 31;
  const writes: Write[] = searchTables.map((name) =>
    ctx.db.run(sql`DELETE FROM ${sql.identifier(name)} WHERE rowid BETWEEN ${first} AND ${first + 2 ** 31 - 1}`),
  );
  const [head, ...rest] = writes;
  if (head) await ctx.db.batch([head, ...rest]);
}

/** Restores the initial rows that the file's rows replaced. Can be repeated. */
export async function putFirstRowsBack(
  ctx: Ctx,
  owner: ExportOwner,
  { first, triggers }: Pick<Undoing, "first" | "triggers">,
): Promise<void> {
  for (const { table } of own(owner)) {
    const name = getTableName(table);
    const rows = first[name] ?? [];
    if (rows.length === 0 || STAYING[name]) continue;
    const column = owner.of === "business" ? ("org_id" as const) : ("user_id" as const);
    const restored = { column, owner: owner.owner, source: owner.owner, replaced: [] };
    const [head, ...rest] = withoutTriggers(
      ctx,
      { triggers, table: name, events: ["INSERT"], derived: derivedTables },
      {
        statements: [
          ctx.db.run(sql`DELETE FROM ${sql.identifier(name)} WHERE ${sql.identifier(column)} = ${owner.owner}`),
          ...insertRows(ctx, table, { rows, to: restored }),
        ],
      },
    );
    if (head) await ctx.db.batch([head, ...rest]);
  }
}
