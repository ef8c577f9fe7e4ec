import { and, eq, sql } from "drizzle-orm";
import { members } from "#drizzle/schema/identity";
import { leadActivity, leads } from "#drizzle/schema/leads";
import { sequences } from "#drizzle/schema/platform";
import type { Ctx, Member } from "~/domain/shared/context";
import { invalidField } from "~/domain/shared/errors";
import { allow } from "~/domain/shared/permissions";
import { todayOf } from "~/domain/shared/time/time-zones";
import { once, type Write } from "~/domain/shared/write.server";
import type { LeadInput } from "./schema";

/** Creates a lead with the next number. @throws DomainError invalid with the field for records of another business */
export async function createLead(ctx: Ctx, input: LeadInput): Promise<{ id: string }> {
  const me = allow(ctx, "leads.write");
  return once(ctx, "createLead", input, async (commit) => {
    await checkReferences(ctx, me, input);
    const { id, writes } = insertLead(ctx, me, { input });
    return commit(me, {
      writes,
      audit: [
        { action: "lead.create", entity: "lead", entityId: id, after: { name: input.name, source: input.source } },
      ],
      result: { id },
    });
  });
}

type Business = Pick<Member, "orgId" | "userId" | "timeZone">;

/** The writes of a new lead, for the use case's own batch. */
export function insertLead(
  ctx: Ctx,
  me: Business,
  { input, id = ctx.newId() }: { input: LeadInput; id?: string },
): { id: string; writes: Write[] } {
  const at = ctx.now.toISOString();
  return {
    id,
    writes: [
      ctx.db
        .insert(sequences)
        .values({ orgId: me.orgId, name: "leads", value: 1 })
        .onConflictDoUpdate({ target: [sequences.orgId, sequences.name], set: { value: sql`${sequences.value} + 1` } }),
      ctx.db.insert(leads).values({
        ...columnsOf(input),
        ...{ orgId: me.orgId, id, stage: "new", stageSince: at, createdBy: me.userId },
        number: sql`(select s.value from sequences s where s.org_id = ${me.orgId} and s.name = 'leads')`,
        createdOn: todayOf(ctx, me),
        ...{ createdAt: at, updatedAt: at },
      }),
      activityRow(ctx, me, { leadId: id, kind: "created" }),
    ],
  };
}

/** The columns of a form's fields. */
export function columnsOf({ place, value, ...facts }: LeadInput) {
  const nowhere = { line1: null, line2: null, city: null, state: null, postalCode: null };
  return { ...facts, ...(place ?? nowhere), valueMinor: value };
}

interface Activity {
  leadId: string;
  kind: LeadActivityKind;
  text?: string | null;
}

export const LEAD_ACTIVITY_KINDS = [
  "created",
  "edited",
  "stage",
  "note",
  "lost",
  "deleted",
  "restored",
  "estimate_sent",
  "estimate_approved",
  "estimate_declined",
  "estimate_withdrawn",
  "converted",
  "conversion_undone",
] as const;
type LeadActivityKind = (typeof LEAD_ACTIVITY_KINDS)[number];

/** An entry of a lead's activity. */
export function activityRow(
  ctx: Ctx,
  me: Pick<Member, "orgId" | "userId">,
  { leadId, kind, text = null }: Activity,
): Write {
  const at = ctx.now.toISOString();
  return ctx.db
    .insert(leadActivity)
    .values({ orgId: me.orgId, leadId, id: ctx.newId(), kind, userId: me.userId, text, at });
}

/** Checks that owner and customer exist in the business. @throws DomainError invalid with the field */
export async function checkReferences(
  ctx: Ctx,
  me: Member,
  { ownerId, customerId }: { ownerId?: string | null; customerId?: string | null },
): Promise<void> {
  const [[found], [owner]] = await Promise.all([
    customerId
      ? ctx.db.all<{ customer: number }>(
          sql`select exists (select 1 from customers c where c.org_id = ${me.orgId} and c.id = ${customerId}) as customer`,
        )
      : [{ customer: 1 }],
    ownerId
      ? ctx.db
          .select({ userId: members.userId })
          .from(members)
          .where(and(eq(members.orgId, me.orgId), eq(members.userId, ownerId), eq(members.status, "active")))
      : [{ userId: null }],
  ]);
  if (!found?.customer) throw invalidField("customerId", "Choose a customer from the list");
  if (!owner) throw invalidField("ownerId", "Choose a person from the list");
}
