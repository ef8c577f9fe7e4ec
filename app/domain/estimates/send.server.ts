import { and, eq, inArray, sql } from "drizzle-orm";
import { estimateMails, estimates } from "#drizzle/schema/estimates";
import { organizations } from "#drizzle/schema/identity";
import { leads } from "#drizzle/schema/leads";
import { readLogo } from "~/domain/invoices/pdf.server";
import { SENDS } from "~/domain/invoices/send.server";
import { activityRow } from "~/domain/leads/create.server";
import { businessMail } from "~/domain/mail/message";
import { readLetterhead } from "~/domain/people/letterhead.server";
import type { Ctx, Member } from "~/domain/shared/context";
import { failedOn } from "~/domain/shared/database-errors.server";
import { DomainError, invalidField, staleVersion } from "~/domain/shared/errors";
import { limitUse } from "~/domain/shared/limits.server";
import { allow } from "~/domain/shared/permissions";
import { currentLink, ensureLink, newLink, revocation } from "~/domain/shared/secrets/signed-links.server";
import { sha256Of } from "~/domain/shared/secrets/tokens.server";
import { todayOf } from "~/domain/shared/time/time-zones";
import { assertRowChanged, type Commit, once, type Write } from "~/domain/shared/write.server";
import { paths } from "~/paths";
import { formatEstimateNumber, isSendable, printedEstimate, stateOf } from "./estimate";
import {
  type Business,
  ESTIMATE_LINK,
  type EstimateRow,
  estimateNotFound,
  isEstimate,
  JOB_ENDED,
  notEditable,
  readEstimate,
  refusals,
} from "./load.server";
import type { SendEstimate } from "./schema";

export const estimateUrl = (ctx: Ctx, token: string) => `${ctx.request.origin}${paths.customerEstimate(token)}`;

const MAX_TRIES = 5;

/**
 * Numbers a draft, creates its PDF and link, and mails both if there is an address; from then on it never changes. An earlier
 * version is replaced, and its links show that there is a newer one. An estimate sent before is mailed again unchanged.
 * @throws DomainError not_found; conflict with `{ missing }` while a price or the tax is missing, with `{ current }` if stale, or
 * once the customer has approved an earlier version; too_many_requests
 */
export async function sendEstimate(ctx: Ctx, id: string, input: SendEstimate): Promise<{ id: string; url: string }> {
  const me = allow(ctx, "leads.write");
  return once(ctx, "sendEstimate", { id, input }, async (commit) => {
    const { estimate } = await readEstimate(ctx, me, id);
    if (input.to !== null) await limitUse(ctx, SENDS);
    if (estimate.status !== "draft") return sendAgain(ctx, me, { estimate, input, commit });
    for (let tries = 1; ; tries += 1) {
      try {
        return await sendFirst(ctx, me, { id, input, commit });
      } catch (error) {
        // Another estimate has taken the number in the meantime.
        if (!failedOn(error, "estimate_number") || tries === MAX_TRIES) throw error;
      }
    }
  });
}

interface Sending {
  input: SendEstimate;
  commit: Commit;
}

async function sendFirst(ctx: Ctx, me: Member, { id, input, commit }: Sending & { id: string }) {
  const [{ estimate, options }, seller, [counted], [business]] = await Promise.all([
    readEstimate(ctx, me, id),
    readLetterhead(ctx, me),
    ctx.db.all<{ next: number }>(
      sql`select 1 + coalesce(max(e.number), 0) as next from estimates e indexed by estimates_number where e.org_id = ${me.orgId} and e.number is not null`,
    ),
    ctx.db.select({ logoKey: organizations.logoKey }).from(organizations).where(eq(organizations.id, me.orgId)),
  ]);
  if (estimate.status !== "draft") throw notEditable();
  if (estimate.version !== input.version) throw staleVersion("estimate", estimate);
  const today = todayOf(ctx, me);
  const missing = missingOf(estimate, options);
  if (missing.length > 0) throw new DomainError("conflict", missing.join(" "), { details: { missing } });
  if (estimate.validUntil < today) throw invalidField("validUntil", "Set Valid until to today or a later day.");
  const number = estimate.number ?? (estimate.revision === 1 ? (counted?.next ?? 1) : null);
  const printed = printedEstimate({ ...estimate, number, seller, sentOn: today, options });
  const bytes = await drawEstimate(printed, {
    createdAt: ctx.now,
    logo: await readLogo(ctx, business?.logoKey ?? null),
  });
  const documentHash = await sha256Of(new Uint8Array(bytes));
  const fileKey = `estimates/${me.orgId}/${id}/${documentHash.slice(0, 32)}.pdf`;
  await ctx.providers.files.put(fileKey, bytes, "application/pdf");
  const link = await newLink(ctx, ESTIMATE_LINK, { orgId: me.orgId, recordId: id });
  const at = ctx.now.toISOString();
  const reference = formatEstimateNumber(number, estimate.revision);
  return commit(me, {
    writes: [
      ctx.db
        .update(estimates)
        .set({ status: "superseded", closedAt: at, updatedAt: at, version: sql`${estimates.version} + 1` })
        .where(
          and(
            eq(estimates.orgId, me.orgId),
            eq(estimates.rootId, estimate.rootId),
            sql`${estimates.revision} < ${estimate.revision}`,
            inArray(estimates.status, ["sent", "declined", "withdrawn"]),
          ),
        ),
      ctx.db
        .update(estimates)
        .set({
          ...{ status: "sent", number, seller, documentHash, fileKey, sentOn: today, sentAt: at, updatedAt: at },
          version: input.version + 1,
        })
        .where(and(isEstimate(me, id), eq(estimates.version, input.version), eq(estimates.status, "draft"))),
      assertRowChanged(ctx, "estimate_moved"),
      link.write,
      ...mailRow(ctx, me, id, input),
      ...(estimate.leadId ? leadWrites(ctx, me, estimate, reference) : []),
    ],
    audit: [{ action: "estimate.send", entity: "estimate", entityId: id, after: { number, to: input.to } }],
    publish: mailOf(ctx, me, {
      estimate: { ...estimate, seller, fileKey, number },
      input,
      token: link.token,
      about: id,
    }),
    result: { id, url: estimateUrl(ctx, link.token) },
    refusals,
  });
}

/** Sends it again: the same file and a valid link. @throws DomainError conflict once it is closed or expired */
async function sendAgain(ctx: Ctx, me: Member, { estimate, input, commit }: Sending & { estimate: EstimateRow }) {
  const { id } = estimate;
  const state = stateOf(estimate, todayOf(ctx, me));
  if (state === "expired") throw new DomainError("conflict", "This estimate has expired. Revise it to send it again.");
  if (!isSendable(state)) throw new DomainError("conflict", "This estimate is closed. Revise it to send it again.");
  const [known] = await currentLink(ctx, ESTIMATE_LINK, { orgId: me.orgId, recordId: id });
  const { token } = await ensureLink(ctx, ESTIMATE_LINK, { orgId: me.orgId, recordId: id, known });
  const url = estimateUrl(ctx, token);
  if (input.to === null) return { id, url };
  return commit(me, {
    writes: mailRow(ctx, me, id, input),
    audit: [{ action: "estimate.send", entity: "estimate", entityId: id, after: { to: input.to } }],
    publish: mailOf(ctx, me, { estimate, input, token, about: id }),
    result: { id, url },
  });
}

function mailRow(ctx: Ctx, me: Member, estimateId: string, { to, subject, message }: SendEstimate): Write[] {
  if (to === null) return [];
  const row = { orgId: me.orgId, id: ctx.newId(), estimateId, recipient: to, subject, message };
  return [
    ctx.db.insert(estimateMails).values({ ...row, sentBy: me.userId ?? "system", sentAt: ctx.now.toISOString() }),
  ];
}

interface Mailing {
  estimate: Pick<EstimateRow, "seller" | "fileKey" | "number" | "revision">;
  input: SendEstimate;
  token: string;
  about: string;
}

function mailOf(ctx: Ctx, { orgId }: Member, { estimate, input, token, about }: Mailing) {
  const { to, subject, message } = input;
  const { seller, fileKey, number, revision } = estimate;
  if (to === null || seller === null || fileKey === null) return [];
  const fileName = `${formatEstimateNumber(number, revision)}.pdf`;
  const text = `${message}\n\nCompare and approve it online: ${estimateUrl(ctx, token)}\n`;
  return [
    businessMail(
      orgId,
      {
        ...{ to, subject, text, fromName: seller.name },
        ...(seller.email ? { replyTo: seller.email } : {}),
        attachments: [{ fileName, contentType: "application/pdf", key: fileKey }],
      },
      about,
    ),
  ];
}

/** Moves the lead to its new stage and sets its value from the estimate. */
function leadWrites(ctx: Ctx, me: Member, { leadId, totalMinor, title }: EstimateRow, reference: string): Write[] {
  if (leadId === null) return [];
  const at = ctx.now.toISOString();
  return [
    ctx.db
      .update(leads)
      .set({
        stageSince: sql`iif(${leads.stage} = 'estimate_sent', ${leads.stageSince}, ${at})`,
        ...{ stage: "estimate_sent", valueMinor: totalMinor, lostFrom: null, lostReason: null, lostNote: null },
        ...{ updatedAt: at, version: sql`${leads.version} + 1` },
      })
      .where(and(eq(leads.orgId, me.orgId), eq(leads.id, leadId), sql`${leads.stage} <> 'won'`)),
    activityRow(ctx, me, { leadId, kind: "estimate_sent", text: `${reference}: ${title}` }),
  ];
}

/** What an estimate still needs before it can be sent. */
export function missingOf(
  { taxState, addsToJob, workOrderStatus }: Pick<EstimateRow, "taxState" | "addsToJob" | "workOrderStatus">,
  options: readonly { name: string; lines: readonly { optional: boolean; unitPriceMinor: number | null }[] }[],
): string[] {
  const hasEnded = workOrderStatus === "closed" || workOrderStatus === "cancelled";
  return [
    ...(addsToJob && hasEnded ? [JOB_ENDED] : []),
    ...options.flatMap(({ name, lines }) => {
      if (!lines.some(({ optional }) => !optional)) return [`Add a line to ${name}, or remove the option.`];
      return lines.some(({ unitPriceMinor }) => unitPriceMinor === null)
        ? [`Set the price of every line of ${name}.`]
        : [];
    }),
    ...(taxState === "unknown" ? ["Choose how it is taxed: no tax rate is set for this location."] : []),
  ];
}

/**
 * Withdraws a sent estimate: its page shows it, and it can be revised.
 * @throws DomainError not_found; conflict if it is not open
 */
export async function withdrawEstimate(ctx: Ctx, id: string): Promise<{ id: string }> {
  const me = allow(ctx, "leads.write");
  return once(ctx, "withdrawEstimate", { id }, async (commit) => {
    const { estimate } = await readEstimate(ctx, me, id);
    const at = ctx.now.toISOString();
    const { leadId, number, revision } = estimate;
    return commit(me, {
      writes: [
        ctx.db
          .update(estimates)
          .set({ status: "withdrawn", closedAt: at, updatedAt: at, version: sql`${estimates.version} + 1` })
          .where(and(isEstimate(me, id), eq(estimates.status, "sent"))),
        assertRowChanged(ctx, "estimate_not_open"),
        ...(leadId
          ? [activityRow(ctx, me, { leadId, kind: "estimate_withdrawn", text: formatEstimateNumber(number, revision) })]
          : []),
      ],
      audit: [{ action: "estimate.withdraw", entity: "estimate", entityId: id }],
      result: { id },
      refusals: {
        ...refusals,
        estimate_not_open: () =>
          new DomainError("conflict", "Only an estimate that is waiting for an answer can be withdrawn."),
      },
    });
  });
}

/** Revokes every link to an estimate. @throws DomainError not_found */
export async function revokeEstimateLinks(ctx: Ctx, id: string): Promise<{ id: string }> {
  const me = allow(ctx, "leads.manage");
  return once(ctx, "revokeEstimateLinks", { id }, async (commit) => {
    await readEstimate(ctx, me, id);
    return commit(me, {
      writes: [revocation(ctx, ESTIMATE_LINK, { orgId: me.orgId, recordId: id })],
      audit: [{ action: "estimate.revoke_links", entity: "estimate", entityId: id }],
      result: { id },
    });
  });
}

/**
 * The file of a sent estimate; generated again from stored data if missing in the file store.
 * @throws DomainError not_found, also for a draft
 */
export async function estimateFile(ctx: Ctx, business: Business, id: string) {
  const { estimate, options } = await readEstimate(ctx, business, id);
  const { number, revision, fileKey, sentOn, sentAt } = estimate;
  if (fileKey === null || sentOn === null || sentAt === null) throw estimateNotFound();
  const fileName = `${formatEstimateNumber(number, revision)}.pdf`;
  const stored = await ctx.providers.files.get(fileKey);
  if (stored) return { fileName, body: stored.body };
  const bytes = await drawEstimate(printedEstimate({ ...estimate, sentOn, options }), {
    createdAt: new Date(sentAt),
    logo: null,
  });
  return { fileName, body: bytes };
}

/** Lays an estimate out on as many pages as it needs. */
async function drawEstimate(
  printed: ReturnType<typeof printedEstimate>,
  { createdAt, logo }: { createdAt: Date; logo: ArrayBuffer | null },
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
  pdf.heading(printed.heading);
  if (printed.memo) pdf.text(printed.memo);
  for (const option of printed.options) {
    pdf.heading(option.heading);
    if (option.description) pdf.text(option.description);
    pdf.table(
      [
        { header: "Description" },
        { header: "Quantity", width: 80, align: "right" },
        { header: "Price", width: 84, align: "right" },
        { header: "Amount", width: 96, align: "right" },
      ],
      option.rows.map(({ text, detail, quantity, price, amount }) => [{ text, detail }, quantity, price, amount]),
    );
    pdf.totals(option.totals);
  }
  for (const text of printed.notes) pdf.text(text, { size: 8.5, muted: true });
  return pdf.finish();
}
