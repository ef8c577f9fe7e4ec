import { sql } from "drizzle-orm";
import { acrossCopies } from "#drizzle/d1/guard";
import type { Ctx } from "~/domain/shared/context";
import { checkLinkLimit, isToken, LINK_DAYS, linkGone } from "~/domain/shared/secrets/signed-links.server";
import { derivedToken, sha256 } from "~/domain/shared/secrets/tokens.server";
import { findOnShards } from "~/domain/shared/shards.server";
import { DAY_MS } from "~/domain/shared/time/dates";
import { paths } from "~/paths";

export const depositToken = (ctx: Ctx, id: string) => derivedToken(`deposit-link:${id}`, ctx.providers.secrets.signing);

export const depositUrl = (ctx: Ctx, token: string) => `${ctx.request.origin}${paths.depositPage(token)}`;

/** The URL of a request's page; null after a change of the signing key, until it is sent again. */
export async function depositUrlOf(ctx: Ctx, { id, tokenHash }: { id: string; tokenHash: string }) {
  const token = await depositToken(ctx, id);
  return (await sha256(token)) === tokenHash ? depositUrl(ctx, token) : null;
}

export interface OpenedDeposit {
  orgId: string;
  requestId: string;
  token: string;
}

/**
 * Returns the deposit behind an emailed link.
 * @throws DomainError not_found for one that is unknown or outdated; too_many_requests
 */
export async function openDeposit(ctx: Ctx, token: string): Promise<OpenedDeposit> {
  await checkLinkLimit(ctx);
  if (!isToken(token)) throw linkGone();
  const oldest = new Date(ctx.now.getTime() - LINK_DAYS * DAY_MS).toISOString();
  const tokenHash = await sha256(token);
  const link = await findOnShards(ctx, ({ db }) =>
    db.all<Omit<OpenedDeposit, "token">>(sql`
    SELECT ${sql.raw(acrossCopies)} id AS requestId, org_id AS orgId FROM deposit_requests
    WHERE token_hash = ${tokenHash} AND created_at > ${oldest}`),
  );
  if (!link) throw linkGone();
  return { ...link, token };
}
