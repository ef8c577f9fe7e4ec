import { eq } from "drizzle-orm";
import { encode } from "uqr";
import { organizations } from "#drizzle/schema/identity";
import type { Ctx, Member } from "~/domain/shared/context";
import { readPicture } from "~/domain/shared/files/pictures";
import { allow } from "~/domain/shared/permissions";
import { sha256 } from "~/domain/shared/secrets/tokens.server";
import { paths } from "~/paths";
import { type PrintedDocument, printedDocument } from "./document";
import { balanceOf, formatInvoiceNumber } from "./invoice";
import { currentLink, ensureLink, type InvoiceLink, notIssued, type OpenedLink, openLink } from "./links.server";
import { type InvoiceRow, invoiceNotFound, invoiceRow, linesOf } from "./load.server";
import { paymentsOn } from "./payments.server";

/** A document's file in the file store. */
interface InvoiceFile {
  key: string;
  fileName: string;
}

interface ReadDocument {
  invoice: InvoiceRow;
  printed: PrintedDocument;
  link: InvoiceLink;
  logoKey: string | null;
}

/** Increased when the layout changes, so that files with the old layout are not reused. */
const LAYOUT = 1;

/** Returns the PDF of an issued document. @throws DomainError not_found; conflict for a draft */
export async function invoicePdf(ctx: Ctx, id: string) {
  const me = allow(ctx, "invoices.read");
  return open(ctx, await ensurePdf(ctx, me, await readDocument(ctx, me, { id })));
}

/** Returns the PDF behind a customer's link. @throws DomainError not_found; too_many_requests */
export async function customerPdf(ctx: Ctx, token: string) {
  const link = await openLink(ctx, token);
  return open(ctx, await ensurePdf(ctx, link, await readDocument(ctx, link, { id: link.invoiceId, opened: link })));
}

async function open(ctx: Ctx, { key, fileName }: InvoiceFile) {
  const file = await ctx.providers.files.get(key);
  if (!file) throw new Error("an invoice's file is gone");
  return { fileName, body: file.body };
}

/** Reads the contents of a document's PDF, in one round trip. @throws DomainError not_found; conflict for a draft */
export async function readDocument(
  ctx: Ctx,
  business: Pick<Member, "orgId">,
  { id, opened }: { id: string; opened?: OpenedLink },
): Promise<ReadDocument> {
  const [[[invoice], lines, payments, [known]], [organization]] = await Promise.all([
    ctx.db.batch([
      invoiceRow(ctx, business, id),
      linesOf(ctx, business, id),
      paymentsOn(ctx, business, id),
      currentLink(ctx, business, id),
    ]),
    ctx.db.select({ logoKey: organizations.logoKey }).from(organizations).where(eq(organizations.id, business.orgId)),
  ]);
  if (!invoice) throw invoiceNotFound();
  if (invoice.status === "draft") throw notIssued();
  const balanceMinor = invoice.kind === "invoice" ? balanceOf(invoice) : 0;
  return {
    invoice,
    printed: printedDocument({ ...invoice, balanceMinor }, lines, payments),
    link: opened ?? (await ensureLink(ctx, business, { invoiceId: id, known })),
    logoKey: organization?.logoKey ?? null,
  };
}

/**
 * Returns the file of a document's current state: created the first time, and the same bytes from then on until a payment, a
 * credit or another link changes its contents. Files already sent keep the logo they were created with.
 */
export async function ensurePdf(
  ctx: Ctx,
  { orgId }: Pick<Member, "orgId">,
  { invoice, printed, link, logoKey }: ReadDocument,
): Promise<InvoiceFile> {
  const isOwed = invoice.kind === "invoice" && balanceOf(invoice) > 0;
  const hash = await sha256(JSON.stringify([LAYOUT, printed, isOwed && link.id]));
  const key = `invoices/${orgId}/${invoice.id}/${hash.slice(0, 32)}.pdf`;
  const fileName = `${formatInvoiceNumber(invoice.kind, invoice.number)}.pdf`;
  const made = await ctx.providers.files.get(key);
  if (made) {
    await made.body.cancel();
    return { key, fileName };
  }
  const bytes = await drawInvoice(printed, {
    createdAt: new Date(invoice.issuedAt ?? ctx.now),
    logo: await readLogo(ctx, logoKey),
    payUrl: isOwed ? invoiceUrl(ctx, link) : null,
  });
  await ctx.providers.files.put(key, bytes, "application/pdf");
  return { key, fileName };
}

export const invoiceUrl = (ctx: Ctx, { token }: Pick<InvoiceLink, "token">) =>
  `${ctx.request.origin}${paths.customerInvoice(token)}`;

/** A picture is drawn from its decoded pixels, and a small file may contain very many. */
const MAX_LOGO_PIXELS = 4_000_000;

/** Returns the logo in a form a PDF supports; null if there is none, for WebP, and if it is too large to decode. */
export async function readLogo(ctx: Ctx, logoKey: string | null): Promise<ArrayBuffer | null> {
  const file = logoKey === null ? null : await ctx.providers.files.get(logoKey);
  if (!file) return null;
  const picture = readPicture(new Uint8Array(await new Response(file.body).arrayBuffer()));
  if (!picture || picture.type === "image/webp" || picture.width * picture.height > MAX_LOGO_PIXELS) return null;
  return picture.bytes.buffer;
}

interface DrawOptions {
  createdAt: Date;
  /** A PNG or JPEG. */
  logo: ArrayBuffer | null;
  /** The payment page; null if nothing is owed. */
  payUrl: string | null;
}

/** Draws a document on as many pages as it needs. */
export async function drawInvoice(
  printed: PrintedDocument,
  { createdAt, logo, payUrl }: DrawOptions,
): Promise<ArrayBuffer> {
  const { startPdf } = await import("~/domain/shared/pdf/document.server");
  const { title, subtitle, seller } = printed;
  const name = `${title} ${subtitle}`;
  const pdf = await startPdf({
    title: name,
    author: seller.name,
    createdAt,
    footer: `${seller.name} · ${name}`,
    texts: printed,
  });
  await pdf.header({ ...seller, title, subtitle, logo });
  pdf.blocks(printed.blocks);
  if (printed.heading) pdf.heading(printed.heading);
  for (const { equipment, rows } of printed.groups) {
    if (equipment !== null) pdf.heading(equipment);
    pdf.table(
      [
        { header: "Description" },
        { header: "Quantity", width: 80, align: "right" },
        { header: "Price", width: 84, align: "right" },
        { header: "Amount", width: 96, align: "right" },
      ],
      rows.map(({ text, detail, quantity, price, amount }) => [{ text, detail }, quantity, price, amount]),
    );
  }
  pdf.totals(printed.totals);
  if (printed.payments.length > 0) {
    pdf.heading("Payments");
    for (const text of printed.payments) pdf.text(text);
  }
  if (payUrl) {
    const { data } = encode(payUrl, { ecc: "M", border: 0 });
    pdf.code(data, "View this invoice online and see how to pay: scan the code with your phone.");
  }
  for (const text of printed.notes) pdf.text(text, { size: 8.5, muted: true });
  return pdf.finish();
}
