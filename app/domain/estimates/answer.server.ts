import { and, eq, sql } from "drizzle-orm";
import { estimateApprovals, estimates } from "#drizzle/schema/estimates";
import { leads } from "#drizzle/schema/leads";
import { activityRow } from "~/domain/leads/create.server";
import { businessMail } from "~/domain/mail/message";
import { businessHead, businessLogo, businessRow } from "~/domain/people/business-head.server";
import type { Ctx } from "~/domain/shared/context";
import { DomainError, invalidField, notFound } from "~/domain/shared/errors";
import { formatMoney } from "~/domain/shared/money";
import type { OutboxMessage } from "~/domain/shared/outbox.server";
import { type OpenedLink, openLink, recordView } from "~/domain/shared/secrets/signed-links.server";
import { todayOf } from "~/domain/shared/time/time-zones";
import { assertRowChanged, commit, type Write } from "~/domain/shared/write.server";
import { officeTodo } from "~/domain/todos/change.server";
import { paths } from "~/paths";
import { formatEstimateNumber, optionTotals, stateOf } from "./estimate";
import { closed, discountOf, ESTIMATE_LINK, type EstimateRow, isEstimate, readEstimate, refusals } from "./load.server";
import type { ApproveEstimate, DeclineEstimate } from "./schema";
import { estimateFile } from "./send.server";

/** The business of a link, as its customers see it. */
async function businessOf(ctx: Ctx, { orgId }: Pick<OpenedLink, "orgId">) {
  const [row] = await businessRow(ctx, { orgId });
  if (!row) throw notFound();
  return row;
}

/**
 * An estimate as the customer sees it: its options and its outcome. No costs and nothing else about the business.
 * @throws DomainError not_found for a link that is unknown, revoked or expired; too_many_requests
 */
export async function customerEstimate(ctx: Ctx, token: string) {
  const link = await openLink(ctx, ESTIMATE_LINK, token);
  const [{ estimate, options, approval }, business] = await Promise.all([
    readEstimate(ctx, link, link.recordId),
    businessOf(ctx, link),
  ]);
  ctx.after(recordView(ctx, ESTIMATE_LINK, link));
  const { number, revision, title, memo, terms, billTo, site, validUntil, sentOn, taxState, taxNote } = estimate;
  return {
    business: businessHead(business),
    state: stateOf(estimate, todayOf(ctx, business)),
    reference: formatEstimateNumber(number, revision),
    estimate: {
      ...{ title, memo, terms, validUntil, sentOn, taxState, taxNote, documentHash: estimate.documentHash ?? "" },
      ...{
        billTo: { name: billTo.name, lines: billTo.lines },
        site,
        rates: taxState === "known" ? estimate.rates : [],
      },
      discount: discountOf(estimate),
      options: options.map(({ serviceTypeId: _, lines, ...option }) => ({
        ...option,
        lines: lines.map(({ itemId: _item, ...line }) => line),
      })),
    },
    approval: approval && {
      ...{ option: approval.optionPosition, chosen: approval.chosen, totalMinor: approval.totalMinor },
      ...{ signerName: approval.signerName, strokes: approval.strokes, signedAt: approval.signedAt },
    },
    declineReason: estimate.declineReason,
    timeZone: business.timeZone,
  };
}

/** The exact file that was sent. @throws DomainError not_found; too_many_requests */
export async function customerEstimatePdf(ctx: Ctx, token: string) {
  const link = await openLink(ctx, ESTIMATE_LINK, token);
  return estimateFile(ctx, link, link.recordId);
}

/** The logo of the link's business. @throws DomainError not_found; too_many_requests */
export async function customerEstimateLogo(ctx: Ctx, token: string) {
  return businessLogo(ctx, await openLink(ctx, ESTIMATE_LINK, token));
}

interface Answer {
  estimate: EstimateRow;
  business: Awaited<ReturnType<typeof businessOf>>;
  state: "approved" | "declined";
  /** Who answered, and for an approval what was chosen. */
  how: string;
  reason: string | null;
}

/** Tells the office about a customer's answer, in the batch of the answer: a to-do for today, and an email if it has an address. */
function officeNotice(
  ctx: Ctx,
  { orgId }: OpenedLink,
  { estimate, business, state, how, reason }: Answer,
): { write: Write; publish: OutboxMessage[] } {
  const { id, title } = estimate;
  const reference = formatEstimateNumber(estimate.number, estimate.revision);
  const answered = `${reference} ${state} by ${how}`;
  const todo = officeTodo(ctx, {
    ...{ orgId, estimateId: id, title: answered, notes: reason },
    dueOn: todayOf(ctx, business),
  });
  const text = [`${answered}.`, title, reason && `Reason: ${reason}`].filter(Boolean).join("\n\n");
  const mail = business.email && {
    ...{ to: business.email, subject: `${reference} was ${state}` },
    text: `${text}\n\nOpen the estimate: ${ctx.request.origin}${paths.estimate(id)}\n`,
  };
  return {
    write: todo.write,
    publish: [todo.publish, ...(mail ? [businessMail(orgId, mail)] : [])],
  };
}

/**
 * Approves one option with the selected optional lines: only once, however often and in however many tabs it is submitted. Stores
 * who signed, when and from where, and the hash of the exact document. The office is notified.
 * @throws DomainError not_found; conflict once it is answered, withdrawn, replaced or expired; invalid with the field
 */
export async function approveEstimate(ctx: Ctx, token: string, input: ApproveEstimate): Promise<{ id: string }> {
  const link = await openLink(ctx, ESTIMATE_LINK, token);
  const [{ estimate, options, approval }, business] = await Promise.all([
    readEstimate(ctx, link, link.recordId),
    businessOf(ctx, link),
  ]);
  const { id, leadId, rootId, number, revision } = estimate;
  const chosen = [...new Set(input.chosen)].sort((a, b) => a - b);
  if (approval) return sameApproval(id, { ...input, chosen }, { approval, options });
  const today = todayOf(ctx, business);
  if (stateOf(estimate, today) === "expired")
    throw new DomainError("conflict", "This estimate has expired. Please ask for a new one.");
  if (estimate.status !== "sent") throw closed();
  if (estimate.documentHash !== input.documentHash) throw invalidField("documentHash", "Reload the page and try again");
  const option = options.find(({ position }) => position === input.option);
  if (!option) throw invalidField("option", "Choose an option");
  const offered = option.lines.filter(({ optional }) => optional).map(({ position }) => position);
  if (chosen.some((position) => !offered.includes(position))) throw invalidField("chosen", "Choose from the list");
  const rates = estimate.taxState === "known" ? estimate.rates : [];
  const sums = optionTotals(option.lines, chosen, { discount: discountOf(estimate), rates });
  const { subtotalMinor, discountMinor, taxMinor, totalMinor } = sums;
  const at = ctx.now.toISOString();
  const me = { orgId: link.orgId, userId: null };
  const what = `${formatEstimateNumber(number, revision)}, ${option.name}: ${formatMoney(totalMinor)}, signed by ${input.signerName}`;
  const how = `${input.signerName}: ${option.name}, ${formatMoney(totalMinor)}`;
  const notice = officeNotice(ctx, link, { estimate, business, state: "approved", how, reason: null });
  try {
    return await commit(ctx, me, {
      writes: [
        ctx.db
          .update(estimates)
          .set({ status: "approved", closedAt: at, updatedAt: at, version: sql`${estimates.version} + 1` })
          .where(and(isEstimate(link, id), eq(estimates.status, "sent"), sql`${estimates.validUntil} >= ${today}`)),
        assertRowChanged(ctx, "estimate_closed"),
        ctx.db.insert(estimateApprovals).values({
          ...{ orgId: link.orgId, estimateId: id, rootId, optionPosition: input.option, chosen },
          ...{
            subtotalMinor,
            discountMinor,
            taxMinor,
            totalMinor,
            signerName: input.signerName,
            strokes: input.strokes,
          },
          ...{ documentHash: input.documentHash, ip: ctx.request.ip, userAgent: ctx.request.userAgent.slice(0, 400) },
          signedAt: at,
        }),
        ...(leadId
          ? [
              ctx.db
                .update(leads)
                .set({ valueMinor: totalMinor, updatedAt: at, version: sql`${leads.version} + 1` })
                .where(and(eq(leads.orgId, link.orgId), eq(leads.id, leadId))),
              activityRow(ctx, me, { leadId, kind: "estimate_approved", text: what }),
            ]
          : []),
        notice.write,
      ],
      publish: notice.publish,
      result: { id },
      refusals,
    });
  } catch (error) {
    // Another tab submitted the same answer first.
    const after = await readEstimate(ctx, link, id);
    if (after.approval) return sameApproval(id, { ...input, chosen }, { ...after, approval: after.approval });
    throw error;
  }
}

type Answered = Awaited<ReturnType<typeof readEstimate>>;

interface Approved {
  approval: NonNullable<Answered["approval"]>;
  options: Answered["options"];
}

/** The result of an approval that was submitted again. @throws DomainError conflict if something else was approved */
function sameApproval(
  id: string,
  { option, chosen, signerName }: Pick<ApproveEstimate, "option" | "chosen" | "signerName">,
  { approval, options }: Approved,
): { id: string } {
  const isSame =
    approval.optionPosition === option &&
    approval.signerName === signerName &&
    approval.chosen.join() === chosen.join();
  if (isSame) return { id };
  const signed = options.find(({ position }) => position === approval.optionPosition);
  const extras = signed?.lines.filter(({ position }) => approval.chosen.includes(position)) ?? [];
  const more = extras.length > 0 ? ` with ${extras.map(({ description }) => description).join(", ")}` : "";
  const what = `${signed?.name ?? "Option"}${more}, ${formatMoney(approval.totalMinor)}`;
  throw new DomainError(
    "conflict",
    `${approval.signerName} already approved this estimate: ${what}. Contact the business to change it.`,
  );
}

/**
 * Declines an estimate with a reason. The office is notified.
 * @throws DomainError not_found; conflict once it is answered, withdrawn or replaced
 */
export async function declineEstimate(ctx: Ctx, token: string, { reason }: DeclineEstimate): Promise<{ id: string }> {
  const link = await openLink(ctx, ESTIMATE_LINK, token);
  const [{ estimate }, business] = await Promise.all([readEstimate(ctx, link, link.recordId), businessOf(ctx, link)]);
  const { id, leadId, number, revision } = estimate;
  if (estimate.status === "declined") return { id };
  const at = ctx.now.toISOString();
  const me = { orgId: link.orgId, userId: null };
  const notice = officeNotice(ctx, link, { estimate, business, state: "declined", how: estimate.billTo.name, reason });
  return commit(ctx, me, {
    writes: [
      ctx.db
        .update(estimates)
        .set({
          ...{ status: "declined", declineReason: reason, closedAt: at, updatedAt: at },
          version: sql`${estimates.version} + 1`,
        })
        .where(and(isEstimate(link, id), eq(estimates.status, "sent"))),
      assertRowChanged(ctx, "estimate_closed"),
      ...(leadId
        ? [
            activityRow(ctx, me, {
              ...{ leadId, kind: "estimate_declined" },
              text: `${formatEstimateNumber(number, revision)}: ${reason}`,
            }),
          ]
        : []),
      notice.write,
    ],
    publish: notice.publish,
    result: { id },
    refusals,
  });
}
