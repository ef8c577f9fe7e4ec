import { and, eq, ne, sql } from "drizzle-orm";
import { organizations } from "#drizzle/schema/identity";
import { planCheckouts, planEvents, planInvoices, subscriptions } from "#drizzle/schema/plans";
import { accountMail } from "~/domain/mail/message";
import type { Ctx, Member } from "~/domain/shared/context";
import { withinOrganization } from "~/domain/shared/context";
import { failedOn } from "~/domain/shared/database-errors.server";
import { DomainError } from "~/domain/shared/errors";
import { logUnforeseen } from "~/domain/shared/log.server";
import { allowMember } from "~/domain/shared/permissions";
import { assertRowChanged, commitIdentity, type Write } from "~/domain/shared/write.server";
import { paths } from "~/paths";
import { callBilling, payersOf } from "./owner.server";
import { failedSince, type KnownSubscription, type PlanBilling, type PlanOwner, proUntil } from "./plan";
import { planMailOf, planMails } from "./plan-mails";

interface PlanEvent {
  id: string;
  type: string;
}

/** `duplicate`: the event was already recorded. `unknown`: not about anything started here. `ignored`: nothing to record yet. */
export type PlanOutcome = "recorded" | "duplicate" | "unknown" | "ignored";

/** A concurrent update may record the same change; the state is then read again. */
const MAX_TRIES = 6;

/**
 * Updates a plan to its current state at the processor, whatever the event says: events arrive twice, late and out of order. The
 * event is stored in the batch of its changes.
 */
export async function applySubscription(
  ctx: Ctx,
  billing: PlanBilling,
  { subscriptionId, event }: { subscriptionId: string; event: PlanEvent | null },
): Promise<PlanOutcome> {
  for (let tries = 1; ; tries += 1) {
    // Read each time: an earlier read may predate a concurrent change.
    const [before] = await ctx.db
      .select()
      .from(subscriptions)
      .where(and(eq(subscriptions.provider, billing.kind), eq(subscriptions.providerId, subscriptionId)));
    const known = await callBilling(billing.subscription(subscriptionId));
    const owner = before ? { kind: before.ownerKind, id: before.ownerId } : await ownerOfCheckout(ctx, billing, known);
    if (!owner) return "unknown";
    if (known.status === "pending" || (!before && known.status === "canceled")) return "ignored";
    try {
      return await note(ctx, billing, {
        known: { ...known, status: known.status },
        owner,
        before: before ?? null,
        event,
      });
    } catch (error) {
      if (failedOn(error, "plan_events")) return "duplicate";
      if (failedOn(error, "subscriptions.owner_kind")) return endSecond(ctx, billing, subscriptionId);
      const isRace = failedOn(error, "subscription_moved") || failedOn(error, "subscriptions.provider");
      if (!isRace || tries === MAX_TRIES) throw error;
    }
  }
}

/** The subscription's owner, from the upgrade that started it; anything else sold by the account is ignored. */
async function ownerOfCheckout(ctx: Ctx, { kind }: PlanBilling, known: KnownSubscription): Promise<PlanOwner | null> {
  if (!known.owner || !known.checkoutId) return null;
  const [checkout] = await ctx.db
    .select({ ownerKind: planCheckouts.ownerKind, ownerId: planCheckouts.ownerId })
    .from(planCheckouts)
    .where(and(eq(planCheckouts.id, known.checkoutId), eq(planCheckouts.provider, kind)));
  const isSame = checkout?.ownerKind === known.owner.kind && checkout.ownerId === known.owner.id;
  return isSame ? known.owner : null;
}

type Row = typeof subscriptions.$inferSelect;

interface Noted {
  known: KnownSubscription & { status: Row["status"] };
  owner: PlanOwner;
  before: Row | null;
  event: PlanEvent | null;
}

async function note(ctx: Ctx, billing: PlanBilling, { known, owner, before, event }: Noted): Promise<PlanOutcome> {
  if (known.currency !== "USD") throw new DomainError("internal", "The plan does not match the request.");
  const now = ctx.now.toISOString();
  const failedAt = failedSince(known, before?.failedAt ?? null, ctx.now);
  const endedAt = known.status === "canceled" ? (before?.endedAt ?? known.endedAt ?? now) : null;
  const facts = {
    ...{ status: known.status, period: known.period, amountMinor: known.amountMinor },
    ...{ periodStart: known.periodStart, periodEnd: known.periodEnd, cancelAtPeriodEnd: known.cancelAtPeriodEnd },
    ...{ failedAt, endedAt, updatedAt: now, providerCustomerId: known.customerId },
    proUntil: proUntil({ ...known, endedAt }, failedAt),
  };
  const mail = planMailOf(before, facts);
  const to = mail === null ? [] : await payersOf(ctx, owner);
  const isOff = Date.parse(facts.proUntil) <= ctx.now.getTime();
  const url = `${ctx.request.origin}${paths.payment({ of: owner.kind })}`;
  const member = mail === null ? null : await businessOf(ctx, owner);
  await commitIdentity(ctx, member, {
    writes: [
      ...(event ? [ctx.db.insert(planEvents).values({ provider: billing.kind, ...event, receivedAt: now })] : []),
      ...(before
        ? [
            ctx.db
              .update(subscriptions)
              .set({ ...facts, version: sql`${subscriptions.version} + 1` })
              .where(and(eq(subscriptions.id, before.id), eq(subscriptions.version, before.version))),
            assertRowChanged(ctx, "subscription_moved"),
          ]
        : [
            ctx.db.insert(subscriptions).values({
              ...{ id: ctx.newId(), ownerKind: owner.kind, ownerId: owner.id, provider: billing.kind, ...facts },
              ...{ providerId: known.id, currency: "USD", startedAt: known.startedAt },
            }),
          ]),
      ...invoiceWrites(ctx, billing, { known, owner }),
      ctx.db
        .update(planCheckouts)
        .set({ status: "done", updatedAt: now })
        .where(and(eq(planCheckouts.id, known.checkoutId ?? ""), ne(planCheckouts.status, "done"))),
    ],
    audit:
      mail === null || member === null
        ? []
        : [{ action: `plan.${mail}`, entity: "plan", entityId: owner.id, after: { status: known.status } }],
    publish:
      mail === null
        ? []
        : to.map(({ email, zone }) =>
            accountMail({
              to: email,
              ...planMails[mail]({ ...facts, kind: owner.kind, isOff, url, zone }),
            }),
          ),
    result: undefined,
  });
  return "recorded";
}

/** The business whose audit log records it. */
async function businessOf(ctx: Ctx, { kind, id }: PlanOwner): Promise<Member | null> {
  if (kind === "household") return null;
  if (ctx.actor.kind === "person" && ctx.actor.person.member?.orgId === id) return ctx.actor.person.member;
  const [row] = await ctx.db
    .select({ orgKey: organizations.key, timeZone: organizations.timeZone })
    .from(organizations)
    .where(eq(organizations.id, id));
  if (!row) return null;
  return allowMember(withinOrganization({ ...ctx, actor: { kind: "system", member: null } }, { orgId: id, ...row }));
}

function invoiceWrites(ctx: Ctx, { kind }: PlanBilling, { known, owner }: Pick<Noted, "known" | "owner">): Write[] {
  if (known.invoices.length === 0) return [];
  const rows = JSON.stringify(known.invoices.map((invoice) => ({ ...invoice, own: ctx.newId() })));
  const of = (field: string) => sql.raw(`json_extract(value, '$.${field}')`);
  return [
    ctx.db.run(sql`
      INSERT INTO ${planInvoices} (id, owner_kind, owner_id, provider, provider_id, number, status, amount_minor, currency, period_start, period_end,
        issued_at, paid_at)
      SELECT ${of("own")}, ${owner.kind}, ${owner.id}, ${kind}, ${of("id")}, ${of("number")}, ${of("status")}, ${of("amountMinor")}, 'USD',
        ${of("periodStart")}, ${of("periodEnd")}, ${of("issuedAt")}, ${of("paidAt")}
      FROM json_each(${rows}) WHERE true
      ON CONFLICT (provider, provider_id) DO UPDATE SET status = excluded.status, number = excluded.number, paid_at = excluded.paid_at
      WHERE plan_invoices.status <> 'paid'`),
  ];
}

/** The owner already has Pro: a second subscription, started on an old page, is ended immediately. */
async function endSecond(ctx: Ctx, billing: PlanBilling, subscriptionId: string): Promise<PlanOutcome> {
  await callBilling(billing.endNow(subscriptionId));
  logUnforeseen(
    ctx.request.id,
    "plans",
    new Error(`subscription ${subscriptionId} was a second one and has been ended`),
  );
  return "ignored";
}
