import { sql } from "drizzle-orm";
import { acrossCopies } from "#drizzle/d1/guard";
import type { Ctx } from "./context";
import { assertHolds, type Write } from "./write.server";

export interface Trigger {
  name: string;
  table: string;
  sql: string;
}

/** Every trigger, in creation order. */
export function readTriggers(ctx: Ctx): Promise<Trigger[]> {
  return ctx.db.all<Trigger>(
    sql`SELECT name, tbl_name AS "table", sql FROM sqlite_master WHERE type = 'trigger' ORDER BY rowid`,
  );
}

type Event = "INSERT" | "UPDATE" | "DELETE";

const headOf = (text: string) => text.slice(0, text.search(/\bBEGIN\b/i));

/** The statements of a trigger's body. */
export function statementsOf(body: string): string[] {
  const statements: string[] = [];
  let start = 0;
  let quote: string | null = null;
  for (let at = 0; at < body.length; at += 1) {
    const c = body[at];
    if (quote !== null) quote = c === quote ? null : quote;
    else if (c === "'" || c === '"') quote = c;
    else if (c === "-" && body[at + 1] === "-") at = (body.indexOf("\n", at) + 1 || body.length + 1) - 1;
    else if (c === ";") {
      statements.push(body.slice(start, at).trim());
      start = at + 1;
    }
  }
  return statements.filter(Boolean);
}

const TARGET =
  /^(?:\s|--[^\n]*\n)*(?:INSERT\s+(?:OR\s+\w+\s+)?INTO|REPLACE\s+INTO|UPDATE(?:\s+OR\s+\w+)?|DELETE\s+FROM)\s+"?(\w+)/i;

/**
 * Reduces a trigger to the part that rows copied from elsewhere still need, such as their search terms. Its checks passed when
 * the rows were first written, its writes to other tables are copied with those tables, and its messages were already sent. Null
 * if nothing is left.
 */
export function derivedPart(text: string, derived: ReadonlySet<string>): string | null {
  const begin = /\bBEGIN\b/i.exec(text);
  if (!begin) return null;
  const end = text.toUpperCase().lastIndexOf("END");
  const derivedStatements = statementsOf(text.slice(begin.index + 5, end)).filter((statement) =>
    derived.has(TARGET.exec(statement)?.[1] ?? ""),
  );
  return derivedStatements.length === 0
    ? null
    : `${text.slice(0, begin.index)}BEGIN ${derivedStatements.map((one) => `${one};`).join("\n")} END`;
}

interface Away {
  triggers: readonly Trigger[];
  table: string;
  events: readonly Event[];
  /** Tables that the reduced triggers still write to. */
  derived: ReadonlySet<string>;
}

/**
 * Runs statements on a table without its triggers, as one batch: that is a transaction, so no other write ever runs without them.
 * `before` runs without any triggers at all. The batch is undone, as `schema_changed`, if the triggers are no longer those that
 * were read.
 */
export function withoutTriggers(
  ctx: Ctx,
  { triggers, table, events, derived }: Away,
  { statements, before = [] }: { statements: Write[]; before?: Write[] },
): Write[] {
  const pattern = new RegExp(`\\b(?:BEFORE|AFTER)\\s+(?:${events.join("|")})\\b`, "i");
  const all = triggers.filter((trigger) => trigger.table === table);
  const own = all.filter((trigger) => pattern.test(headOf(trigger.sql)));
  const run = (text: string) => ctx.db.run(sql.raw(`${acrossCopies} ${text}`));
  const reduced = own.flatMap(({ name, sql: text }) => {
    const part = derivedPart(text, derived);
    return part === null ? [] : [{ name, sql: part }];
  });
  // Recreated triggers come after the untouched ones, so the order is not compared.
  const byName = all.toSorted((a, b) => (a.name < b.name ? -1 : 1)).map(({ sql: text }) => text);
  const unchanged = sql`(SELECT coalesce(json_group_array(sql), '[]') FROM (
    SELECT sql FROM sqlite_master WHERE type = 'trigger' AND tbl_name = ${table} ORDER BY name)) = json(${JSON.stringify(byName)})`;
  return [
    assertHolds(ctx, "schema_changed", unchanged),
    ctx.db.run(sql`PRAGMA defer_foreign_keys = on`),
    ...own.map(({ name }) => run(`DROP TRIGGER ${name}`)),
    ...before,
    ...reduced.map((trigger) => run(trigger.sql)),
    ...statements,
    ...reduced.map(({ name }) => run(`DROP TRIGGER ${name}`)),
    ...own.map((trigger) => run(trigger.sql)),
  ];
}
