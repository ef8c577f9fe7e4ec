import { sql } from "drizzle-orm";
import type { Ctx } from "../context";
import { DomainError } from "../errors";
import type { Announcement } from "../write.server";
import { commit, expectOne, type Write } from "../write.server";

const mailsAnHour = 3;
const hour = 60 * 60 * 1000;

/** First line of whatever a guest may call: rough counting by address of the caller. @throws DomainError too_many_requests */
export async function holdBackFloods(ctx: Ctx, what: string): Promise<void> {
  if (await ctx.providers.flood.admit(`${what}:${ctx.request.ip}`)) return;
  throw tooMany(60);
}

export function tooMany(seconds: number): DomainError {
  const wait = seconds < 90 ? `${seconds} seconds` : `${Math.ceil(seconds / 60)} minutes`;
  return new DomainError("too_many_requests", `Too many attempts. Please try again in ${wait}.`, {
    retryAfter: seconds,
  });
}

interface AccountMail {
  kind: "signup" | "reset";
  email: string;
  writes: Write[];
  announce: Announcement[];
}

/** Writes and announces unless this address had three mails of the kind within the hour; says nothing about which it was. */
export async function commitWithinMailLimit(ctx: Ctx, { kind, email, writes, announce }: AccountMail): Promise<void> {
  const since = new Date(ctx.now.getTime() - hour).toISOString();
  const now = ctx.now.toISOString();
  const counted = ctx.db.run(
    sql`INSERT INTO account_mails (email, kind, sent_at, id) SELECT ${email}, ${kind}, ${now}, ${ctx.newId()} WHERE (SELECT count(*) FROM account_mails WHERE email = ${email} AND kind = ${kind} AND sent_at > ${since}) < ${mailsAnHour}`,
  );
  try {
    await commit(ctx, null, {
      writes: [counted, expectOne(ctx, "mail_limit"), ...writes],
      announce,
      result: undefined,
      refusals: { mail_limit: () => tooMany(hour / 1000) },
    });
  } catch (error) {
    if (error instanceof DomainError && error.code === "too_many_requests") return;
    throw error;
  }
}
