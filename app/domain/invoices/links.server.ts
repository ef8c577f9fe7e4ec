import type { Ctx, Member } from "~/domain/shared/context";
import { DomainError } from "~/domain/shared/errors";
import { allow } from "~/domain/shared/permissions";
import * as links from "~/domain/shared/secrets/signed-links.server";
import { once } from "~/domain/shared/write.server";
import { readInvoice } from "./load.server";

export const notIssued = () => new DomainError("conflict", "A draft can't be sent. Issue the invoice first.");

export const INVOICE_LINK: links.LinkKind = {
  purpose: "invoice-link",
  table: "invoice_links",
  record: "invoice_id",
  index: "invoice_links_invoice",
  refusals: { invoice_not_issued: notIssued },
};

export type InvoiceLink = links.SignedLink;

type Business = Pick<Member, "orgId">;

/** The statement that reads the newest link that works. */
export const currentLink = (ctx: Ctx, { orgId }: Business, invoiceId: string) =>
  links.currentLink(ctx, INVOICE_LINK, { orgId, recordId: invoiceId });

/** Returns the link to the customer's page of an issued document, creating it if there is none. */
export const ensureLink = (
  ctx: Ctx,
  { orgId }: Business,
  { invoiceId, known }: { invoiceId: string; known: links.CurrentLink | undefined },
): Promise<InvoiceLink> => links.ensureLink(ctx, INVOICE_LINK, { orgId, recordId: invoiceId, known });

/** Revokes all links to a document. @throws DomainError not_found */
export async function revokeLinks(ctx: Ctx, id: string): Promise<{ id: string }> {
  const me = allow(ctx, "invoices.manage");
  return once(ctx, "revokeInvoiceLinks", { id }, async (write) => {
    await readInvoice(ctx, me, id);
    return write(me, {
      writes: [links.revocation(ctx, INVOICE_LINK, { orgId: me.orgId, recordId: id })],
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

/**
 * Returns the document behind the link of an email or a QR code.
 * @throws DomainError not_found for one that is unknown, revoked or expired; too_many_requests
 */
export async function openLink(ctx: Ctx, token: string): Promise<OpenedLink> {
  const { recordId, ...link } = await links.openLink(ctx, INVOICE_LINK, token);
  return { ...link, invoiceId: recordId };
}

/** Records a view of a link, at most once a minute. */
export const recordView = (ctx: Ctx, { invoiceId, ...link }: OpenedLink): Promise<void> =>
  links.recordView(ctx, INVOICE_LINK, { ...link, recordId: invoiceId });
