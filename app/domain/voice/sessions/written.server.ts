import { and, eq, gte, lt, type SQL, sql } from "drizzle-orm";
import { idempotencyKeys } from "#drizzle/schema/platform";
import type { Ctx } from "~/domain/shared/context";
import { DomainError } from "~/domain/shared/errors";
import { onShard, shardOf } from "~/domain/shared/shards.server";
import { READING_FIELD, type SpokenCommand } from "./command-view";
import type { SessionFacts } from "./session";

/** The idempotency key of a command by its position in the session, so that it is written once. */
export const keyOf = ({ id }: Pick<SessionFacts, "id">, place: number | "reading") => `voice:${id}:${place}`;

/**
 * Positions of a job session's commands that are already written. All gauge values of a job are one reading. The keys are on the
 * business's shard, like what was written.
 */
export async function writtenPlaces(
  ctx: Ctx,
  facts: Pick<SessionFacts, "id" | "userId" | "orgId">,
): Promise<Set<string>> {
  const { first, userId, end } = keysOf(facts);
  const { db } = onShard(ctx, shardOf(ctx, facts.orgId));
  const rows = await db
    .select({ key: idempotencyKeys.key })
    .from(idempotencyKeys)
    .where(and(eq(idempotencyKeys.userId, userId), gte(idempotencyKeys.key, first), lt(idempotencyKeys.key, end)));
  return new Set(rows.map(({ key }) => key.slice(first.length)));
}

/** Whether any command of a job session is written, as a condition of a statement. */
export function hasWritten(facts: Pick<SessionFacts, "id" | "userId">): SQL {
  const { first, userId, end } = keysOf(facts);
  return sql`EXISTS (SELECT 1 FROM idempotency_keys k WHERE k.user_id = ${userId} AND k.key >= ${first} AND k.key < ${end})`;
}

/** A semicolon is the character after a colon. */
const keysOf = ({ id, userId }: Pick<SessionFacts, "id" | "userId">) => ({
  ...{ userId, first: `voice:${id}:`, end: `voice:${id};` },
});

/** Indexes of the session's commands that are already written. */
export function writtenOf(commands: readonly SpokenCommand[], places: ReadonlySet<string>): number[] {
  return commands.filter((command) => places.has(placeOf(command))).map(({ index }) => index);
}

function placeOf(command: SpokenCommand): string {
  if (command.kind !== "measured") return String(command.index);
  const { value, candidates } = command.measurement;
  const measured = (value ?? candidates[0]?.value)?.measured;
  return measured && READING_FIELD[measured] !== null ? "reading" : String(command.index);
}

/**
 * A partly saved session can be neither recorded again, since new and saved commands could not be told apart, nor discarded.
 * @throws DomainError conflict
 */
export function refuseWritten(count: number): void {
  if (count === 0) return;
  const text = "Some of it is already saved. Save the rest or leave it out.";
  throw new DomainError("conflict", text, { details: { reason: "partly_written" } });
}
