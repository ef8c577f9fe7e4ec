import { sql } from "drizzle-orm";
import type { Member } from "~/domain/shared/context";

/**
 * What of a row of `payments` can be applied to an invoice or refunded: not what is applied or refunded already, nor what is on its
 * way back to the card. Negative while more than its credit is on its way back.
 */
export const freeMinor = ({
  orgId,
}: Pick<Member, "orgId">) => sql<number>`(payments.amount_minor - payments.allocated_minor
  - payments.refunded_minor - coalesce((SELECT sum(back.amount_minor) FROM online_refunds back INDEXED BY online_refunds_payment
    WHERE back.org_id = ${orgId} AND back.payment_id = payments.id AND back.status = 'pending'), 0))`;
