import { and, desc, eq } from "drizzle-orm";
import { visitLinks as linkTable } from "#drizzle/schema/visits";
import type { Ctx, Member } from "~/domain/shared/context";
import * as links from "~/domain/shared/secrets/signed-links.server";
import { once } from "~/domain/shared/write.server";
import { allowCrewOrOffice, allowOnWorkOrder, readCrew } from "~/domain/work-orders/load.server";
import { paths } from "~/paths";

const VISIT_LINK: links.LinkKind = {
  purpose: "visit-link",
  table: "visit_links",
  record: "work_order_id",
  index: "visit_links_work_order",
};

/** The visit that a page is about. */
export interface VisitOfPage {
  orgId: string;
  workOrderId: string;
}

export interface OpenedVisit extends VisitOfPage {
  id: string;
  token: string;
}

/** The URL of a job's customer page: the existing link, or a new one. */
export async function visitPageUrl(ctx: Ctx, { orgId }: Pick<Member, "orgId">, workOrderId: string): Promise<string> {
  const [known] = await links.currentLink(ctx, VISIT_LINK, { orgId, recordId: workOrderId });
  const { token } = await links.ensureLink(ctx, VISIT_LINK, { orgId, recordId: workOrderId, known });
  return `${ctx.request.origin}${paths.visitPage(token)}`;
}

/** A job's customer page, for the office and its crew. @throws DomainError not_found; forbidden */
export async function visitPage(ctx: Ctx, ref: string): Promise<{ url: string }> {
  const me = allowCrewOrOffice(ctx);
  const { id, crew } = await readCrew(ctx, me, ref);
  allowOnWorkOrder(ctx, { crew });
  return { url: await visitPageUrl(ctx, me, id) };
}

/** Links shown of a job, newest first. */
const MAX_LINKS = 50;

/** The links to a job's page, newest first, without their tokens. @throws DomainError not_found; forbidden */
export async function visitLinks(ctx: Ctx, ref: string) {
  const me = allowCrewOrOffice(ctx);
  const { id, crew } = await readCrew(ctx, me, ref);
  allowOnWorkOrder(ctx, { crew });
  const rows = await ctx.db
    .select({
      id: linkTable.id,
      createdAt: linkTable.createdAt,
      expiresAt: linkTable.expiresAt,
      revokedAt: linkTable.revokedAt,
      firstViewedAt: linkTable.firstViewedAt,
      lastViewedAt: linkTable.lastViewedAt,
    })
    .from(linkTable)
    .where(and(eq(linkTable.orgId, me.orgId), eq(linkTable.workOrderId, id)))
    .orderBy(desc(linkTable.createdAt))
    .limit(MAX_LINKS);
  const now = ctx.now.toISOString();
  return rows.map((link) => ({ ...link, works: link.revokedAt === null && link.expiresAt > now }));
}

/** Revokes every link to a job's page. @throws DomainError not_found; forbidden */
export async function revokeVisitPage(ctx: Ctx, ref: string): Promise<{ id: string }> {
  const me = allowCrewOrOffice(ctx);
  return once(ctx, "revokeVisitLinks", { ref }, async (write) => {
    const { id, crew } = await readCrew(ctx, me, ref);
    allowOnWorkOrder(ctx, { crew });
    return write(me, {
      writes: [links.revocation(ctx, VISIT_LINK, { orgId: me.orgId, recordId: id })],
      audit: [{ action: "visit_page.revoke", entity: "work_order", entityId: id }],
      result: { id },
    });
  });
}

/** @throws DomainError not_found for a link that is unknown, revoked or expired; too_many_requests */
export async function openVisit(ctx: Ctx, token: string): Promise<OpenedVisit> {
  const { recordId, ...link } = await links.openLink(ctx, VISIT_LINK, token);
  return { ...link, workOrderId: recordId };
}

export const recordVisitView = (ctx: Ctx, { workOrderId, ...link }: OpenedVisit): Promise<void> =>
  links.recordView(ctx, VISIT_LINK, { ...link, recordId: workOrderId });
