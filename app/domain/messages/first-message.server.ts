import { sql } from "drizzle-orm";
import { threads } from "#drizzle/schema/messages";
import type { CustomerRef } from "~/domain/customers/customer";
import { customerRef, idOf } from "~/domain/customers/find.server";
import type { Ctx, Member } from "~/domain/shared/context";
import { DomainError, notFound } from "~/domain/shared/errors";
import { allow, can } from "~/domain/shared/permissions";
import { commit } from "~/domain/shared/write.server";
import { channelsOf, type ReachRow } from "./customer.server";
import { isOffice } from "./message";

/** A statement of one row with how to reach a customer without a job; none for an unknown customer. */
const customerReach = ({ orgId }: Member, customerId: ReturnType<typeof idOf>) => sql`
  SELECT c.id, c.phone, c.email, NULL AS zone,
    coalesce((SELECT said.allowed FROM message_consents said
      WHERE said.org_id = ${orgId} AND said.channel = 'text' AND said.address = c.phone), 1) AS texts,
    coalesce((SELECT said.allowed FROM message_consents said
      WHERE said.org_id = ${orgId} AND said.channel = 'mail' AND said.address = c.email), 1) AS mails
  FROM customers c WHERE c.org_id = ${orgId} AND c.id = ${customerId}`;

/**
 * Whether the office can write to a customer: by text, by mail, and why not. Null for others, and for an unknown customer.
 */
export async function firstMessageChannels(ctx: Ctx, ref: string) {
  const me = allow(ctx, "work_orders.read");
  const customerId = idOf(me, customerRef(ref));
  if (!isOffice(me)) return null;
  const [row] = await ctx.db.all<ReachRow>(customerReach(me, customerId));
  if (!row) return null;
  const { text, mail } = channelsOf(row, ctx.providers.texts.numberOf(me));
  return { text, mail, mayEdit: can(me, "customers.write") };
}

/**
 * The latest conversation with a customer that is not about a job, created on first use.
 * @throws DomainError forbidden; not_found; conflict if the customer can be reached neither by text nor by mail
 */
export async function openThreadWithCustomer(ctx: Ctx, ref: string): Promise<{ id: string }> {
  const me = allow(ctx, "work_orders.write");
  const customer = customerRef(ref);
  const [[row], known] = await Promise.all([
    ctx.db.all<ReachRow & { id: string }>(customerReach(me, idOf(me, customer))),
    threadWithCustomer(ctx, me, customer),
  ]);
  if (!row) throw notFound("Customer not found");
  if (known) return known;
  const { text, mail } = channelsOf(row, ctx.providers.texts.numberOf(me));
  if (text.problem !== null && mail.problem !== null)
    throw new DomainError("conflict", `Text: ${text.problem}. Email: ${mail.problem}.`);
  const id = ctx.newId();
  await commit(ctx, me, {
    writes: [
      ctx.db.run(sql`
        INSERT INTO ${threads} (org_id, id, kind, customer_id, created_by, created_at)
        SELECT ${me.orgId}, ${id}, 'customer', ${row.id}, ${me.userId ?? "system"}, ${ctx.now.toISOString()}
        WHERE NOT EXISTS (SELECT 1 FROM threads known INDEXED BY threads_customer
          WHERE known.org_id = ${me.orgId} AND known.customer_id = ${row.id} AND known.work_order_id IS NULL)`),
    ],
    result: null,
  });
  // A concurrent request may have created it.
  return (await threadWithCustomer(ctx, me, customer)) ?? { id };
}

async function threadWithCustomer(ctx: Ctx, me: Member, customer: CustomerRef): Promise<{ id: string } | null> {
  const [row] = await ctx.db.all<{ id: string }>(sql`
    SELECT t.id FROM threads t INDEXED BY threads_customer
    WHERE t.org_id = ${me.orgId} AND t.customer_id = ${idOf(me, customer)} AND t.work_order_id IS NULL
    ORDER BY t.last_at DESC LIMIT 1`);
  return row ?? null;
}
