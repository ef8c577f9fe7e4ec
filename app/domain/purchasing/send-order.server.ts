import { seesCosts } from "~/domain/inventory/costs";
import { businessMail } from "~/domain/mail/message";
import { type Letterhead, readLetterhead } from "~/domain/people/letterhead.server";
import type { Ctx, Member } from "~/domain/shared/context";
import { DomainError } from "~/domain/shared/errors";
import type { Limit } from "~/domain/shared/limits";
import { limitUse } from "~/domain/shared/limits.server";
import { allow } from "~/domain/shared/permissions";
import { sha256 } from "~/domain/shared/secrets/tokens.server";
import { HOUR_SECONDS } from "~/domain/shared/time/dates";
import { wallTimeOf } from "~/domain/shared/time/time-zones";
import { once } from "~/domain/shared/write.server";
import {
  asStale,
  changeOrder,
  justChanged,
  readOrder,
  refusals,
  type StoredOrder,
  staleOrder,
  withoutLines,
} from "./internal/orders.server";
import { type PrintedOrder, printedOrder } from "./order-document";
import { formatPurchaseOrderNumber } from "./purchase-order";
import type { SendOrder } from "./schema";

const SENDS: Limit = { name: "order_mails", what: "emails", perPerson: 60, perBusiness: 200, seconds: HOUR_SECONDS };

/** Increased when the layout changes, so that files with the old layout are not reused. */
const LAYOUT = 1;

/**
 * Emails an order with its PDF to the supplier. A draft is placed by this and cannot be changed afterwards; a placed order is
 * sent again.
 * @throws DomainError not_found; conflict for a draft without lines or a canceled order, or with `{ current }` when stale;
 *   too_many_requests
 */
export async function sendPurchaseOrder(ctx: Ctx, id: string, input: SendOrder): Promise<{ id: string }> {
  const me = allow(ctx, "inventory.write");
  return once(ctx, "sendPurchaseOrder", { id, input }, async (commit) => {
    const [order, buyer] = await Promise.all([readOrder(ctx, me, id), readLetterhead(ctx, me)]);
    const { to, subject, message, version } = input;
    if (order.version !== version) throw staleOrder(order);
    if (order.status === "canceled") throw new DomainError("conflict", "This order was canceled.");
    if (order.lines.length === 0) throw withoutLines();
    await limitUse(ctx, SENDS);
    const { key, fileName } = await ensureFile(ctx, me, { order, buyer });
    const now = ctx.now.toISOString();
    const isDraft = order.status === "draft";
    try {
      return await commit(me, {
        writes: changeOrder(ctx, me, {
          order,
          set: {
            ...{ sentAt: now, sentTo: to },
            ...(isDraft && {
              status: "ordered",
              orderMethod: "email",
              orderedAt: now,
              orderedBy: me.userId ?? "system",
            }),
          },
        }),
        audit: [{ action: "purchase_order.send", entity: "purchase_order", entityId: id, after: { to, isDraft } }],
        publish: [
          businessMail(
            me.orgId,
            {
              ...{ to, subject, text: message, fromName: buyer.name },
              ...(buyer.email ? { replyTo: buyer.email } : {}),
              attachments: [{ fileName, contentType: "application/pdf", key }],
            },
            id,
          ),
        ],
        result: { id },
        refusals: { ...refusals, stale: justChanged },
      });
    } catch (error) {
      throw await asStale(ctx, me, { id, version, error });
    }
  });
}

/** Returns the PDF of an order's current state. @throws DomainError not_found; forbidden for members who may not see costs */
export async function purchaseOrderPdf(ctx: Ctx, id: string) {
  const me = allow(ctx, "inventory.read");
  if (!seesCosts(me)) allow(ctx, "invoices.read");
  const [order, buyer] = await Promise.all([readOrder(ctx, me, id), readLetterhead(ctx, me)]);
  const { key, fileName } = await ensureFile(ctx, me, { order, buyer });
  const file = await ctx.providers.files.get(key);
  if (!file) throw new Error("a purchase order's file is gone");
  return { fileName, body: file.body };
}

/** Returns the file of an order's current contents: the same bytes as long as the contents are the same. */
async function ensureFile(
  ctx: Ctx,
  { orgId, timeZone }: Member,
  { order, buyer }: { order: StoredOrder; buyer: Letterhead },
): Promise<{ key: string; fileName: string }> {
  const orderedAt = new Date(order.orderedAt ?? ctx.now);
  const printed = printedOrder(order, buyer, wallTimeOf(orderedAt.getTime(), timeZone).date);
  const hash = await sha256(JSON.stringify([LAYOUT, printed]));
  const key = `purchase-orders/${orgId}/${order.id}/${hash.slice(0, 32)}.pdf`;
  const fileName = `${formatPurchaseOrderNumber(order.number)}.pdf`;
  const made = await ctx.providers.files.get(key);
  if (made) await made.body.cancel();
  else await ctx.providers.files.put(key, await drawOrder(printed, new Date(order.createdAt)), "application/pdf");
  return { key, fileName };
}

/** Draws an order on as many pages as it needs. */
async function drawOrder(printed: PrintedOrder, createdAt: Date): Promise<ArrayBuffer> {
  // Loaded on demand, because the library and its fonts are large.
  const { startPdf } = await import("~/domain/shared/pdf/document.server");
  const { title, number, buyer } = printed;
  const name = `${title} ${number}`;
  const pdf = await startPdf({
    title: name,
    author: buyer.name,
    createdAt,
    footer: `${buyer.name} · ${name}`,
    texts: printed,
  });
  await pdf.header({ name: buyer.name, lines: [...buyer.lines, buyer.phone, buyer.email], title, subtitle: number });
  pdf.blocks(printed.blocks);
  pdf.table(
    [
      { header: "Item" },
      { header: "Part number", width: 100 },
      { header: "Quantity", width: 70, align: "right" },
      { header: "Unit cost", width: 86, align: "right" },
      { header: "Amount", width: 80, align: "right" },
    ],
    printed.rows.map(({ text, detail, partNumber, quantity, unitCost, amount }) => [
      { text, detail },
      partNumber,
      quantity,
      unitCost,
      amount,
    ]),
  );
  pdf.totals([{ ...printed.total, strong: true }]);
  if (printed.note) pdf.text(printed.note);
  return pdf.finish();
}
