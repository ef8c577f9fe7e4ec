import { getTableColumns, type SQL, sql } from "drizzle-orm";
import type { SQLiteTable } from "drizzle-orm/sqlite-core";
import { acrossTenants } from "#drizzle/d1/guard";
import { jsonChunks } from "#drizzle/d1/json-chunks";
import { chatConversations, chatMessages } from "#drizzle/schema/chat";
import { attempt } from "~/domain/shared/attempt.server";
import type { Ctx } from "~/domain/shared/context";
import { boundShard, isOnThisShard, onShard } from "~/domain/shared/shards.server";
import type { Write } from "~/domain/shared/write.server";

/** People per page, and conversations moved per run. */
const PAGE = 1000;
const MAX_MOVED = 50;

/**
 * Moves conversations about a household from the bound shard to the household's own, where they are read. Earlier releases stored
 * them on the shard of the business that the person worked for. Those of deleted accounts are deleted. Returns the number moved.
 */
export async function sweepHouseholdConversations(ctx: Ctx): Promise<number> {
  const here = boundShard(ctx);
  let moved = 0;
  for (let after: string | undefined = ""; after !== undefined; ) {
    const people: { userId: string }[] = await ctx.db.all(sql`
      SELECT ${sql.raw(acrossTenants)} DISTINCT c.user_id AS userId FROM chat_conversations c
      WHERE c.business_id IS NULL AND c.user_id > ${after} AND ${isOnThisShard(sql`c.user_id`)} ORDER BY c.user_id LIMIT ${PAGE}`);
    const elsewhere = await ctx.db.all<{ userId: string; home: string | null }>(sql`
      SELECT p.value AS userId, u.shard AS home FROM json_each(${JSON.stringify(people.map(({ userId }) => userId))}) p
      LEFT JOIN users u ON u.id = p.value AND u.email <> u.id || '@deleted.invalid' WHERE u.shard IS NOT ${here}`);
    for (const { userId, home } of elsewhere) {
      if (moved >= MAX_MOVED) return moved;
      await attempt(ctx, "household conversations", async () => {
        if (home === null) await ctx.db.run(sql`DELETE FROM chat_conversations WHERE ${isOfHousehold(userId)}`);
        else moved += await moveConversations(userId, { from: ctx, to: onShard(ctx, home), limit: MAX_MOVED - moved });
      });
    }
    after = people.length < PAGE ? undefined : people.at(-1)?.userId;
  }
  return moved;
}

/** Rows of a household's conversations on a shard, except for a copy that belongs to a move. */
const isOfHousehold = (userId: string): SQL =>
  sql`user_id = ${userId} AND business_id IS NULL AND ${isOnThisShard(sql`user_id`)}`;

interface Way {
  from: Ctx;
  to: Ctx;
  /** The maximum number of conversations; all if omitted. */
  limit?: number;
}

/**
 * Moves conversations about a household between two shards, one after the other: each is copied, then deleted if it is still what
 * was copied. Can be interrupted at any point and repeated. Returns their number.
 */
export async function moveConversations(userId: string, { from, to, limit = -1 }: Way): Promise<number> {
  const conversations = await from.db.all<Record<string, unknown>>(
    sql`SELECT * FROM chat_conversations WHERE ${isOfHousehold(userId)} ORDER BY id LIMIT ${limit}`,
  );
  for (const conversation of conversations) {
    const { id, updated_at: updatedAt } = conversation;
    const messages = await from.db.all<Record<string, unknown>>(
      sql`SELECT * FROM chat_messages WHERE user_id = ${userId} AND conversation_id = ${id}`,
    );
    const [first, ...rest] = [
      ...insertMissing(to, chatConversations, [conversation]),
      ...insertMissing(to, chatMessages, messages),
    ];
    if (first) await to.db.batch([first, ...rest]);
    await from.db.run(sql`
      DELETE FROM chat_conversations WHERE ${isOfHousehold(userId)} AND id = ${id} AND updated_at = ${updatedAt}
        AND ${messages.length} = (SELECT count(*) FROM chat_messages m WHERE m.user_id = ${userId} AND m.conversation_id = ${id})`);
  }
  return conversations.length;
}

function insertMissing(ctx: Ctx, table: SQLiteTable, rows: readonly object[]): Write[] {
  const columns = Object.values(getTableColumns(table)).map(({ name }) => name);
  const names = columns.map((column) => sql.identifier(column));
  const values = columns.map((column) => sql.raw(`j.value ->> '$."${column}"'`));
  return [...jsonChunks(rows.map((row) => JSON.stringify(row)))].map((chunk) =>
    ctx.db.run(sql`
      INSERT INTO ${table} (${sql.join(names, sql`, `)}) SELECT ${sql.join(values, sql`, `)} FROM json_each(${chunk}) j
      WHERE true ON CONFLICT DO NOTHING`),
  );
}
