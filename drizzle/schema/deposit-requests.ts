import { foreignKey, index, integer, primaryKey, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";
import { instant } from "#drizzle/d1/columns";
import { CHECKOUT_STATUSES, DEPOSIT_STATES, PROCESSORS } from "~/domain/invoices/payment";
import { customers } from "./customers";
import { payments } from "./invoices";
import { workOrders } from "./work-orders";

/** A deposit that a customer can pay through a link. */
export const depositRequests = sqliteTable(
  "deposit_requests",
  {
    orgId: text("org_id").notNull(),
    id: text("id").notNull(),
    workOrderId: text("work_order_id").notNull(),
    customerId: text("customer_id").notNull(),
    state: text("state", { enum: DEPOSIT_STATES }).notNull(),
    amountMinor: integer("amount_minor").notNull(),
    currency: text("currency", { enum: ["USD"] }).notNull(),
    note: text("note"),
    tokenHash: text("token_hash").notNull(),
    /** The recipient of the latest mail with the link. */
    recipient: text("recipient"),
    sentAt: instant("sent_at"),
    mailId: text("mail_id"),
    paymentId: text("payment_id"),
    createdBy: text("created_by").notNull(),
    createdAt: instant("created_at").notNull(),
    closedBy: text("closed_by"),
    closedAt: instant("closed_at"),
    version: integer("version").notNull().default(1),
  },
  (t) => [
    primaryKey({ columns: [t.orgId, t.id] }),
    foreignKey({ columns: [t.orgId, t.workOrderId], foreignColumns: [workOrders.orgId, workOrders.id] }),
    foreignKey({ columns: [t.orgId, t.customerId], foreignColumns: [customers.orgId, customers.id] }),
    foreignKey({ columns: [t.orgId, t.paymentId], foreignColumns: [payments.orgId, payments.id] }),
    uniqueIndex("deposit_requests_one_open").on(t.orgId, t.workOrderId),
    uniqueIndex("deposit_requests_token").on(t.tokenHash),
    index("deposit_requests_work_order").on(t.orgId, t.workOrderId, t.createdAt),
  ],
);

/** One attempt to pay a requested deposit by card. */
export const depositCheckouts = sqliteTable(
  "deposit_checkouts",
  {
    orgId: text("org_id").notNull(),
    id: text("id").notNull(),
    requestId: text("request_id").notNull(),
    provider: text("provider", { enum: PROCESSORS }).notNull(),
    status: text("status", { enum: CHECKOUT_STATUSES }).notNull(),
    amountMinor: integer("amount_minor").notNull(),
    currency: text("currency", { enum: ["USD"] }).notNull(),
    sessionId: text("session_id"),
    url: text("url"),
    failure: text("failure"),
    paymentId: text("payment_id"),
    /** The part of the payment no longer requested when it arrived. */
    creditMinor: integer("credit_minor").notNull().default(0),
    createdAt: instant("created_at").notNull(),
    updatedAt: instant("updated_at").notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.orgId, t.id] }),
    foreignKey({ columns: [t.orgId, t.requestId], foreignColumns: [depositRequests.orgId, depositRequests.id] }),
    foreignKey({ columns: [t.orgId, t.paymentId], foreignColumns: [payments.orgId, payments.id] }),
    uniqueIndex("deposit_checkouts_one_open").on(t.orgId, t.requestId),
    uniqueIndex("deposit_checkouts_session").on(t.provider, t.sessionId),
    index("deposit_checkouts_request").on(t.orgId, t.requestId, t.createdAt),
    index("deposit_checkouts_payment").on(t.orgId, t.paymentId),
    index("deposit_checkouts_pending").on(t.updatedAt),
  ],
);
