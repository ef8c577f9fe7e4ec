import { and, desc, eq, gt, isNull, or, sql } from "drizzle-orm";
import { byIndex } from "#drizzle/d1/by-index";
import { namedEach } from "#drizzle/d1/columns";
import { acrossTenants } from "#drizzle/d1/guard";
import { invoiceLinks } from "#drizzle/schema/invoices";
import type { Ctx, Member } from "~/domain/shared/context";
import { DomainError, notFound } from "~/domain/shared/errors";
import { allow } from "~/domain/shared/permissions";
import { derivedToken, sha256 } from "~/domain/shared/tokens.server";
import { commit, once } from "~/domain/shared/write.server";
import { readInvoice } from "./load.server";

const DAY_MS = 86_400_000;
export const LINK_DAYS = 400;
/** A link that is handed out again works for at least so long. */
const LEAST_DAYS = 90;

export interface InvoiceLink {
  id: string;
  token: string;
}

const tokenOf = (ctx: Ctx, id: string) => derivedToken(`invoice-link:${id}`, ctx.providers.secrets.signing);

/** The statement that reads the link that is handed out at present. */
export function currentLink(ctx: Ctx, { orgId }: Pick<Member, "orgId">, invoiceId: string) {
  const least = new Date(ctx.now.getTime() + LEAST_DAYS * DAY_MS).toISOString();
  return ctx.db
    .select(
      namedEach({
        id: invoiceLinks.id,
        tokenHash: invoiceLinks.tokenHash,
        firstViewedAt: invoiceLinks.firstViewedAt,
        lastViewedAt: invoiceLinks.lastViewedAt,
      }),
    )
    .from(byIndex(invoiceLinks, "invoice_links_invoice"))
    .where(
      and(
        eq(invoiceLinks.orgId, orgId),
        eq(invoiceLinks.invoiceId, invoiceId),
        isNull(invoiceLinks.revokedAt),
        gt(invoiceLinks.expiresAt, least),
      ),
    )
    .orderBy(desc(invoiceLinks.createdAt))
    .limit(1);
}

/**
 * The link to the customer's page of an issued document: the one there is, or a new one. After the signing key was changed, the
 * old ones go on working and a new one is handed out.
 */
export async function ensureLink(
  ctx: Ctx,
  { orgId }: Pick<Member, "orgId">,
  { invoiceId, kept }: { invoiceId: string; kept: { id: string; tokenHash: string } | undefined },
): Promise<InvoiceLink> {
  if (kept) {
    const token = await tokenOf(ctx, kept.id);
    if ((await sha256(token)) === kept.tokenHash) return { id: kept.id, token };
  }
  const id = ctx.newId();
  const token = await tokenOf(ctx, id);
  await commit(ctx, null, {
    writes: [
      ctx.db.insert(invoiceLinks).values({
        ...{ orgId, id, invoiceId, tokenHash: await sha256(token), createdAt: ctx.now.toISOString() },
        expiresAt: new Date(ctx.now.getTime() + LINK_DAYS * DAY_MS).toISOString(),
      }),
    ],
    result: null,
    refusals: { invoice_not_issued: notIssued },
  });
  return { id, token };
}

export const notIssued = () => new DomainError("conflict", "A draft can't be sent. Issue the invoice first.");

/** Turns every link to a document off at once. @throws DomainError not_found */
export async function revokeLinks(ctx: Ctx, id: string): Promise<{ id: string }> {
  const me = allow(ctx, "invoices.manage");
  return once(ctx, "revokeInvoiceLinks", { id }, async (write) => {
    await readInvoice(ctx, me, id);
    return write(me, {
      writes: [
        ctx.db
          .update(invoiceLinks)
          .set({ revokedAt: ctx.now.toISOString() })
          .where(and(eq(invoiceLinks.orgId, me.orgId), eq(invoiceLinks.invoiceId, id), isNull(invoiceLinks.revokedAt))),
      ],
      audit: [{ action: "invoice.revoke_links", entity: "invoice", entityId: id }],
      result: { id },
    });
  });
}

export interface OpenedLink {
  id: string;
  orgId: string;
  invoiceId: string;
  token: string;
}

export const linkGone = () =>
  notFound("This link doesn't work any more. Please ask the business that sent it for a new one.");

/** Whoever tries links one after another is held up. @throws DomainError too_many_requests */
export async function admitToLinks(ctx: Ctx): Promise<void> {
  if (await ctx.providers.flood.admit(`invoice-link:${ctx.request.ip}`)) return;
  throw new DomainError("too_many_requests", "Too many attempts. Please try again in 60 seconds.", { retryAfter: 60 });
}

/** What a link of a mail or a QR code leads to. @throws DomainError not_found for one that is unknown, revoked or expired; too_many_requests */
export async function openLink(ctx: Ctx, token: string): Promise<OpenedLink> {
  await admitToLinks(ctx);
  if (!/^[\w-]{43}$/.test(token)) throw linkGone();
  const [link] = await ctx.db.all<Omit<OpenedLink, "token">>(sql`
    SELECT ${sql.raw(acrossTenants)} id, org_id AS orgId, invoice_id AS invoiceId FROM invoice_links
    WHERE token_hash = ${await sha256(token)} AND revoked_at IS NULL AND expires_at > ${ctx.now.toISOString()}`);
  if (!link) throw linkGone();
  return { ...link, token };
}

/** Notes that a link was looked at, at most once a minute. */
export async function recordView(ctx: Ctx, { orgId, id }: OpenedLink): Promise<void> {
  const now = ctx.now.toISOString();
  const before = new Date(ctx.now.getTime() - 60_000).toISOString();
  await ctx.db
    .update(invoiceLinks)
    .set({ firstViewedAt: sql`coalesce(${invoiceLinks.firstViewedAt}, ${now})`, lastViewedAt: now })
    .where(
      and(
        eq(invoiceLinks.orgId, orgId),
        eq(invoiceLinks.id, id),
        or(isNull(invoiceLinks.lastViewedAt), sql`${invoiceLinks.lastViewedAt} < ${before}`),
      ),
    );
}
