import { and, eq, gte, lt } from "drizzle-orm";
import { idempotencyKeys } from "#drizzle/schema/platform";
import type { Ctx, Member } from "~/domain/shared/context";
import { DomainError } from "~/domain/shared/errors";
import { READING_FIELD, type SpokenCommand } from "./command-view";
import type { SessionFacts } from "./session";

/** The key of what is written of a session: by its place, so that the same command is written once. */
export const keyOf = ({ id }: Pick<SessionFacts, "id">, place: number | "reading") => `voice:${id}:${place}`;

/** Places of a session on a job whose commands are written by now. The gauges of a job are one reading. */
export async function writtenPlaces(ctx: Ctx, me: Member, facts: Pick<SessionFacts, "id">): Promise<Set<string>> {
  const first = `voice:${facts.id}:`;
  const rows = await ctx.db
    .select({ key: idempotencyKeys.key })
    .from(idempotencyKeys)
    // A semicolon is what comes after a colon.
    .where(
      and(
        eq(idempotencyKeys.userId, me.userId ?? ""),
        gte(idempotencyKeys.key, first),
        lt(idempotencyKeys.key, `voice:${facts.id};`),
      ),
    );
  return new Set(rows.map(({ key }) => key.slice(first.length)));
}

/** Of the commands of a session, the indexes of those that are written. */
export function writtenOf(commands: readonly SpokenCommand[], places: ReadonlySet<string>): number[] {
  return commands.filter((command) => places.has(placeOf(command))).map(({ index }) => index);
}

function placeOf(command: SpokenCommand): string {
  if (command.kind !== "measured") return String(command.index);
  const { value, candidates } = command.measurement;
  const measured = (value ?? candidates[0]?.value)?.measured;
  return measured && READING_FIELD[measured] !== null ? "reading" : String(command.index);
}

/** What is saved in part is neither said anew, of which nobody could tell what is new, nor thrown away. @throws DomainError conflict */
export function refuseWritten(count: number): void {
  if (count === 0) return;
  const text = "Some of it is already saved. Save the rest or leave it out.";
  throw new DomainError("conflict", text, { details: { reason: "partly_written" } });
}
