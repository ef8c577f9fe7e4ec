import { and, eq, sql } from "drizzle-orm";
import { members, organizations, users } from "#drizzle/schema/identity";
import { PaymentError } from "~/domain/invoices/online/payment-error";
import type { Ctx, Member } from "~/domain/shared/context";
import { DomainError } from "~/domain/shared/errors";
import { allowAdmin, allowMember, allowPerson } from "~/domain/shared/permissions";
import { personZone } from "~/domain/shared/person-zone.server";
import { householdZone } from "~/domain/shared/time/household-day";
import { PLANS_NOT_SOLD, type PlanBilling, type PlanOwner, type PlanOwnerKind } from "./plan";

interface OwnedPlan {
  owner: PlanOwner;
  /** Whether the caller may change the plan and see its cost. */
  mayChange: boolean;
  /** Set for a business. */
  member: Member | null;
}

/** The plan the caller can see: any member for their business, everyone for their household. @throws DomainError forbidden */
export function seenPlan(ctx: Ctx, kind: PlanOwnerKind): OwnedPlan {
  if (kind === "household") return { owner: { kind, id: allowPerson(ctx).userId }, mayChange: true, member: null };
  const member = allowMember(ctx);
  return { owner: { kind, id: member.orgId }, mayChange: member.roles.includes("Admin"), member };
}

/** The plan the caller can change: an Admin for their business, everyone for their household. @throws DomainError forbidden */
export function changedPlan(ctx: Ctx, kind: PlanOwnerKind): OwnedPlan & { userId: string } {
  const { userId } = allowPerson(ctx);
  if (kind === "business") allowAdmin(ctx);
  return { ...seenPlan(ctx, kind), userId };
}

/** The time zone of a plan's dates: that of the business or of the household. */
export const planZone = (ctx: Ctx, kind: PlanOwnerKind): string =>
  kind === "business" ? allowMember(ctx).timeZone : householdZone(ctx);

/** @throws DomainError conflict if this installation sells no plans */
export function billingOf(ctx: Ctx): PlanBilling {
  const { plans } = ctx.providers;
  if (!plans) throw new DomainError("conflict", PLANS_NOT_SOLD);
  return plans;
}

/** Calls the processor; rejections and outages become user-facing errors. */
export async function callBilling<T>(call: Promise<T>): Promise<T> {
  try {
    return await call;
  } catch (error) {
    if (!(error instanceof PaymentError)) throw error;
    if (error.kind === "refused") throw new DomainError("conflict", error.displayMessage ?? "This was declined.");
    throw new DomainError("unavailable", "Billing can't be reached right now. Please try again in a few minutes.", {
      ...{ retryAfter: 60, cause: error },
    });
  }
}

/** The email addresses of the people who may change a plan, with the time zone of its dates. */
export async function payersOf(ctx: Ctx, { kind, id }: PlanOwner): Promise<{ email: string; zone: string }[]> {
  const rows =
    kind === "household"
      ? await ctx.db.select({ email: users.email, zone: personZone }).from(users).where(eq(users.id, id))
      : await ctx.db
          .select({ email: users.email, zone: organizations.timeZone })
          .from(members)
          .innerJoin(users, eq(users.id, members.userId))
          .innerJoin(organizations, eq(organizations.id, members.orgId))
          .where(and(eq(members.orgId, id), eq(members.status, "active"), sql`${members.roles} LIKE '%"Admin"%'`));
  return rows.map(({ email, zone }) => ({ email, zone: zone ?? "UTC" }));
}
