import { foreignKey, index, integer, primaryKey, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { civilDate, instant } from "#drizzle/d1/columns";
import { PAYOUT_STATUSES } from "~/domain/invoices/payment";
import { payments } from "./invoices";

/** Payouts from the card processor to the business's bank account. */
export const cardPayouts = sqliteTable(
  "card_payouts",
  {
    orgId: text("org_id").notNull(),
    /** The processor's id. */
    id: text("id").notNull(),
    amountMinor: integer("amount_minor").notNull(),
    arrivesOn: civilDate("arrives_on").notNull(),
    status: text("status", { enum: PAYOUT_STATUSES }).notNull(),
    updatedAt: instant("updated_at").notNull(),
  },
  (t) => [primaryKey({ columns: [t.orgId, t.id] }), index("card_payouts_under_way").on(t.updatedAt)],
);

/** The processor's fee for a card payment, and the payout that includes the rest. */
export const cardSettlements = sqliteTable(
  "card_settlements",
  {
    orgId: text("org_id").notNull(),
    paymentId: text("payment_id").notNull(),
    /** Null until the processor reports it. */
    feeMinor: integer("fee_minor"),
    availableOn: civilDate("available_on"),
    payoutId: text("payout_id"),
    /** When the payouts known by then were searched for it in vain; null until its fee is known. */
    payoutsSearchedAt: instant("payouts_searched_at"),
    updatedAt: instant("updated_at").notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.orgId, t.paymentId] }),
    foreignKey({ columns: [t.orgId, t.paymentId], foreignColumns: [payments.orgId, payments.id] }),
    foreignKey({ columns: [t.orgId, t.payoutId], foreignColumns: [cardPayouts.orgId, cardPayouts.id] }),
    index("card_settlements_without_fee").on(t.updatedAt),
    index("card_settlements_without_payout").on(t.updatedAt),
    index("card_settlements_payout").on(t.orgId, t.payoutId),
  ],
);
