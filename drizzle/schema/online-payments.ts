import { foreignKey, index, integer, primaryKey, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";
import { instant } from "#drizzle/d1/columns";
import { CHECKOUT_STATUSES, DISPUTE_STATUSES, ONLINE_REFUND_STATUSES, PROCESSORS } from "~/domain/invoices/payment";
import { invoices, payments, refunds } from "./invoices";

/** One attempt to pay an invoice by card. */
export const paymentCheckouts = sqliteTable(
  "payment_checkouts",
  {
    orgId: text("org_id").notNull(),
    id: text("id").notNull(),
    invoiceId: text("invoice_id").notNull(),
    provider: text("provider", { enum: PROCESSORS }).notNull(),
    status: text("status", { enum: CHECKOUT_STATUSES }).notNull(),
    amountMinor: integer("amount_minor").notNull(),
    currency: text("currency", { enum: ["USD"] }).notNull(),
    /** The processor's id and page URL; null until it has responded. */
    sessionId: text("session_id"),
    url: text("url"),
    /** Why the last card was declined, in words for the customer. */
    failure: text("failure"),
    paymentId: text("payment_id"),
    /** The part of the payment that was no longer owed when it arrived. */
    creditMinor: integer("credit_minor").notNull().default(0),
    createdAt: instant("created_at").notNull(),
    updatedAt: instant("updated_at").notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.orgId, t.id] }),
    foreignKey({ columns: [t.orgId, t.invoiceId], foreignColumns: [invoices.orgId, invoices.id] }),
    foreignKey({ columns: [t.orgId, t.paymentId], foreignColumns: [payments.orgId, payments.id] }),
    uniqueIndex("payment_checkouts_one_open").on(t.orgId, t.invoiceId),
    uniqueIndex("payment_checkouts_session").on(t.provider, t.sessionId),
    index("payment_checkouts_invoice").on(t.orgId, t.invoiceId, t.createdAt),
    index("payment_checkouts_pending").on(t.updatedAt),
  ],
);

/** The processor's events, once each. */
export const paymentEvents = sqliteTable(
  "payment_events",
  {
    orgId: text("org_id").notNull(),
    provider: text("provider", { enum: PROCESSORS }).notNull(),
    id: text("id").notNull(),
    type: text("type").notNull(),
    receivedAt: instant("received_at").notNull(),
  },
  (t) => [primaryKey({ columns: [t.orgId, t.provider, t.id] }), index("payment_events_age").on(t.receivedAt)],
);

/** Refunds through the processor; recorded as a row of `refunds` once confirmed. */
export const onlineRefunds = sqliteTable(
  "online_refunds",
  {
    orgId: text("org_id").notNull(),
    id: text("id").notNull(),
    paymentId: text("payment_id").notNull(),
    /** The invoice it is made from; null: none in particular. */
    invoiceId: text("invoice_id"),
    amountMinor: integer("amount_minor").notNull(),
    reason: text("reason").notNull(),
    status: text("status", { enum: ONLINE_REFUND_STATUSES }).notNull(),
    providerRefundId: text("provider_refund_id"),
    failure: text("failure"),
    refundId: text("refund_id"),
    createdBy: text("created_by").notNull(),
    createdAt: instant("created_at").notNull(),
    updatedAt: instant("updated_at").notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.orgId, t.id] }),
    foreignKey({ columns: [t.orgId, t.paymentId], foreignColumns: [payments.orgId, payments.id] }),
    foreignKey({ columns: [t.orgId, t.refundId], foreignColumns: [refunds.orgId, refunds.id] }),
    uniqueIndex("online_refunds_provider").on(t.orgId, t.providerRefundId),
    index("online_refunds_payment").on(t.orgId, t.paymentId),
    index("online_refunds_pending").on(t.updatedAt),
  ],
);

/** Disputes: the customer's bank demands the money back. */
export const paymentDisputes = sqliteTable(
  "payment_disputes",
  {
    orgId: text("org_id").notNull(),
    /** The processor's id. */
    id: text("id").notNull(),
    paymentId: text("payment_id").notNull(),
    amountMinor: integer("amount_minor").notNull(),
    reason: text("reason").notNull(),
    status: text("status", { enum: DISPUTE_STATUSES }).notNull(),
    refundId: text("refund_id"),
    createdAt: instant("created_at").notNull(),
    updatedAt: instant("updated_at").notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.orgId, t.id] }),
    foreignKey({ columns: [t.orgId, t.paymentId], foreignColumns: [payments.orgId, payments.id] }),
    foreignKey({ columns: [t.orgId, t.refundId], foreignColumns: [refunds.orgId, refunds.id] }),
    index("payment_disputes_payment").on(t.orgId, t.paymentId),
  ],
);

/** Storage of the embedded processor. */
export const simulatedProcessor = sqliteTable("simulated_processor", {
  id: text("id").primaryKey(),
  state: text("state").notNull(),
  version: integer("version").notNull().default(1),
});
