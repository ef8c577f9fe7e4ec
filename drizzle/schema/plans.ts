import { index, integer, primaryKey, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";
import { instant } from "#drizzle/d1/columns";
import { PROCESSORS } from "~/domain/invoices/payment";
import {
  PLAN_CHECKOUT_STATUSES,
  PLAN_INVOICE_STATUSES,
  PLAN_OWNER_KINDS,
  PLAN_PERIODS,
  SUBSCRIPTION_STATUSES,
} from "~/domain/plans/plan";

/** A business, or a person's household. */
const ownerColumns = () => ({
  ownerKind: text("owner_kind", { enum: PLAN_OWNER_KINDS }).notNull(),
  ownerId: text("owner_id").notNull(),
});

/** One attempt to upgrade. */
export const planCheckouts = sqliteTable(
  "plan_checkouts",
  {
    id: text("id").primaryKey(),
    ...ownerColumns(),
    provider: text("provider", { enum: PROCESSORS }).notNull(),
    status: text("status", { enum: PLAN_CHECKOUT_STATUSES }).notNull(),
    period: text("period", { enum: PLAN_PERIODS }).notNull(),
    amountMinor: integer("amount_minor").notNull(),
    sessionId: text("session_id"),
    url: text("url"),
    createdBy: text("created_by").notNull(),
    createdAt: instant("created_at").notNull(),
    updatedAt: instant("updated_at").notNull(),
  },
  (t) => [
    uniqueIndex("plan_checkouts_one_open").on(t.ownerKind, t.ownerId),
    index("plan_checkouts_owner").on(t.ownerKind, t.ownerId, t.createdAt),
    index("plan_checkouts_open").on(t.updatedAt),
  ],
);

export const subscriptions = sqliteTable(
  "subscriptions",
  {
    id: text("id").primaryKey(),
    ...ownerColumns(),
    provider: text("provider", { enum: PROCESSORS }).notNull(),
    providerId: text("provider_id").notNull(),
    providerCustomerId: text("provider_customer_id").notNull(),
    status: text("status", { enum: SUBSCRIPTION_STATUSES }).notNull(),
    period: text("period", { enum: PLAN_PERIODS }).notNull(),
    amountMinor: integer("amount_minor").notNull(),
    currency: text("currency", { enum: ["USD"] }).notNull(),
    periodStart: instant("period_start").notNull(),
    periodEnd: instant("period_end").notNull(),
    cancelAtPeriodEnd: integer("cancel_at_period_end", { mode: "boolean" }).notNull(),
    failedAt: instant("failed_at"),
    /** Pro features are available until then. */
    proUntil: instant("pro_until").notNull(),
    startedAt: instant("started_at").notNull(),
    endedAt: instant("ended_at"),
    updatedAt: instant("updated_at").notNull(),
    version: integer("version").notNull().default(1),
  },
  (t) => [
    uniqueIndex("subscriptions_one_current").on(t.ownerKind, t.ownerId),
    uniqueIndex("subscriptions_of_processor").on(t.provider, t.providerId),
    index("subscriptions_owner").on(t.ownerKind, t.ownerId, t.startedAt),
    index("subscriptions_quiet").on(t.updatedAt),
  ],
);

export const planInvoices = sqliteTable(
  "plan_invoices",
  {
    id: text("id").primaryKey(),
    ...ownerColumns(),
    provider: text("provider", { enum: PROCESSORS }).notNull(),
    providerId: text("provider_id").notNull(),
    number: text("number").notNull(),
    status: text("status", { enum: PLAN_INVOICE_STATUSES }).notNull(),
    amountMinor: integer("amount_minor").notNull(),
    currency: text("currency", { enum: ["USD"] }).notNull(),
    periodStart: instant("period_start").notNull(),
    periodEnd: instant("period_end").notNull(),
    issuedAt: instant("issued_at").notNull(),
    paidAt: instant("paid_at"),
  },
  (t) => [
    uniqueIndex("plan_invoices_of_processor").on(t.provider, t.providerId),
    index("plan_invoices_owner").on(t.ownerKind, t.ownerId, t.issuedAt, t.id),
  ],
);

/** The processor's events about plans, once each. */
export const planEvents = sqliteTable(
  "plan_events",
  {
    provider: text("provider", { enum: PROCESSORS }).notNull(),
    id: text("id").notNull(),
    type: text("type").notNull(),
    receivedAt: instant("received_at").notNull(),
  },
  (t) => [primaryKey({ columns: [t.provider, t.id] }), index("plan_events_age").on(t.receivedAt)],
);
