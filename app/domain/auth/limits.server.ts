import { sql } from "drizzle-orm";
import type { Ctx } from "~/domain/shared/context";
import { DomainError } from "~/domain/shared/errors";
import { checkAddressLimit } from "~/domain/shared/network/address-limit.server";
import type { IdentityMessage } from "~/domain/shared/outbox.server";
import { HOUR_MS, HOUR_SECONDS } from "~/domain/shared/time/dates";
import { assertRowChanged, commitIdentity, type Write } from "~/domain/shared/write.server";

const mailsAnHour = 3;

/** First line of every use case open to guests: an approximate rate limit by IP address. @throws DomainError too_many_requests */
export async function rateLimit(ctx: Ctx, what: string): Promise<void> {
  if (await checkAddressLimit(ctx, what)) return;
  throw tooMany(60);
}

export function tooMany(seconds: number): DomainError {
  const wait = seconds < 90 ? `${seconds} seconds` : `${Math.ceil(seconds / 60)} minutes`;
  return new DomainError("too_many_requests", `Too many attempts. Please try again in ${wait}.`, {
    retryAfter: seconds,
  });
}

type MailKind = "signup" | "reset" | "invite";

/** The first writes of a batch that emails an address: they undo it if three emails of that kind were sent within the hour. */
export function mailsWithinHour(ctx: Ctx, kind: MailKind, email: string): Write[] {
  const since = new Date(ctx.now.getTime() - HOUR_MS).toISOString();
  const now = ctx.now.toISOString();
  return [
    ctx.db.run(
      sql`INSERT INTO account_mails (email, kind, sent_at, id) SELECT ${email}, ${kind}, ${now}, ${ctx.newId()} WHERE (SELECT count(*) FROM account_mails WHERE email = ${email} AND kind = ${kind} AND sent_at > ${since}) < ${mailsAnHour}`,
    ),
    assertRowChanged(ctx, "mail_limit"),
  ];
}

export const mailLimitRefusal = {
  mail_limit: () =>
    new DomainError(
      "too_many_requests",
      "Three emails were already sent to this address in the past hour. Please try again later.",
      {
        retryAfter: HOUR_SECONDS,
      },
    ),
};

interface AccountMail {
  kind: MailKind;
  email: string;
  writes: Write[];
  publish: IdentityMessage[];
}

/** Commits, or silently does nothing if the limit is reached: the response is the same. */
export async function commitWithinMailLimit(ctx: Ctx, { kind, email, writes, publish }: AccountMail): Promise<void> {
  try {
    await commitIdentity(ctx, null, {
      writes: [...mailsWithinHour(ctx, kind, email), ...writes],
      publish,
      result: undefined,
      refusals: mailLimitRefusal,
    });
  } catch (error) {
    if (error instanceof DomainError && error.code === "too_many_requests") return;
    throw error;
  }
}
