import { sql } from "drizzle-orm";
import { foreignKey, index, integer, primaryKey, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";
import { civilDate, instant } from "#drizzle/d1/columns";
import { LINE_KINDS } from "~/domain/billing/charges";
import type { TaxTotals } from "~/domain/billing/totals";
import { INVOICE_KINDS, INVOICE_STATUSES, type Party, type Seller, TAX_STATES } from "~/domain/invoices/invoice";
import { INVOICE_MAIL_KINDS } from "~/domain/invoices/mail-content";
import { PAYMENT_METHODS } from "~/domain/invoices/payment";
import { customers } from "./customers";
import { workOrders } from "./work-orders";

export const invoices = sqliteTable(
  "invoices",
  {
    orgId: text("org_id").notNull(),
    id: text("id").notNull(),
    kind: text("kind", { enum: INVOICE_KINDS }).notNull(),
    status: text("status", { enum: INVOICE_STATUSES }).notNull(),
    series: text("series", { enum: ["INV", "CN"] }).notNull(),
    /** Assigned when it is issued. */
    number: integer("number"),
    customerId: text("customer_id").notNull(),
    workOrderId: text("work_order_id"),
    /** For a credit note, the invoice it credits; for an invoice, the one it replaces. */
    correctsId: text("corrects_id"),
    billTo: text("bill_to", { mode: "json" }).$type<Party>().notNull(),
    site: text("site", { mode: "json" }).$type<Party>(),
    seller: text("seller", { mode: "json" }).$type<Seller>(),
    title: text("title"),
    issuedOn: civilDate("issued_on"),
    dueOn: civilDate("due_on"),
    termsDays: integer("terms_days").notNull(),
    memo: text("memo"),
    footer: text("footer"),
    discountRatePpm: integer("discount_rate_ppm"),
    discountAmountMinor: integer("discount_amount_minor"),
    taxState: text("tax_state", { enum: TAX_STATES }).notNull(),
    taxNote: text("tax_note"),
    taxes: text("taxes", { mode: "json" }).$type<readonly TaxTotals[]>().notNull(),
    subtotalMinor: integer("subtotal_minor").notNull().default(0),
    discountMinor: integer("discount_minor").notNull().default(0),
    taxMinor: integer("tax_minor").notNull().default(0),
    totalMinor: integer("total_minor").notNull().default(0),
    /** Derived by triggers, like the credited amount. */
    paidMinor: integer("paid_minor").notNull().default(0),
    creditedMinor: integer("credited_minor").notNull().default(0),
    voidReason: text("void_reason"),
    version: integer("version").notNull().default(1),
    createdBy: text("created_by").notNull(),
    createdAt: instant("created_at").notNull(),
    updatedAt: instant("updated_at").notNull(),
    issuedAt: instant("issued_at"),
    voidedAt: instant("voided_at"),
    sentAt: instant("sent_at"),
    sentTo: text("sent_to"),
    /** The order of creation, including drafts; assigned by the database. */
    ordinal: integer("ordinal"),
  },
  (t) => [
    primaryKey({ columns: [t.orgId, t.id] }),
    foreignKey({ columns: [t.orgId, t.customerId], foreignColumns: [customers.orgId, customers.id] }),
    foreignKey({ columns: [t.orgId, t.workOrderId], foreignColumns: [workOrders.orgId, workOrders.id] }),
    foreignKey({ columns: [t.orgId, t.correctsId], foreignColumns: [t.orgId, t.id] }),
    uniqueIndex("invoices_number").on(t.orgId, t.series, t.number),
    uniqueIndex("invoices_ordinal").on(t.orgId, t.ordinal),
    uniqueIndex("invoices_one_of_job").on(t.orgId, t.workOrderId, t.kind),
    index("invoices_customer").on(t.orgId, t.customerId, t.createdAt, t.id),
    index("invoices_standing").on(t.orgId, sql`standing`, t.createdAt, t.id),
    index("invoices_credit_notes").on(t.orgId, t.createdAt, t.id),
    index("invoices_work_order").on(t.orgId, t.workOrderId, t.createdAt, t.id),
    index("invoices_newest").on(t.orgId, t.createdAt, t.id),
    index("invoices_corrects").on(t.orgId, t.correctsId),
    index("invoices_owed").on(t.orgId, t.dueOn),
    index("invoices_issued").on(t.orgId, t.issuedOn),
  ],
);

export const invoiceLines = sqliteTable(
  "invoice_lines",
  {
    orgId: text("org_id").notNull(),
    invoiceId: text("invoice_id").notNull(),
    position: integer("position").notNull(),
    kind: text("kind", { enum: LINE_KINDS }).notNull(),
    description: text("description").notNull(),
    equipment: text("equipment"),
    quantityMilli: integer("quantity_milli").notNull(),
    unit: text("unit").notNull(),
    /** Null in a draft: no price is set. */
    unitPriceMinor: integer("unit_price_minor"),
    discountPpm: integer("discount_ppm").notNull(),
    /** The amount off the line after its percentage, as entered. */
    discountAmountMinor: integer("discount_amount_minor").notNull().default(0),
    taxable: integer("taxable", { mode: "boolean" }).notNull(),
    amountMinor: integer("amount_minor").notNull(),
    discountMinor: integer("discount_minor").notNull(),
    netMinor: integer("net_minor").notNull(),
    taxMinor: integer("tax_minor").notNull(),
    /** Null if not known. */
    costMinor: integer("cost_minor"),
    creditsPosition: integer("credits_position"),
  },
  (t) => [
    primaryKey({ columns: [t.orgId, t.invoiceId, t.position] }),
    foreignKey({ columns: [t.orgId, t.invoiceId], foreignColumns: [invoices.orgId, invoices.id] }).onDelete("cascade"),
  ],
);

export const payments = sqliteTable(
  "payments",
  {
    orgId: text("org_id").notNull(),
    id: text("id").notNull(),
    customerId: text("customer_id").notNull(),
    workOrderId: text("work_order_id"),
    method: text("method", { enum: PAYMENT_METHODS }).notNull(),
    amountMinor: integer("amount_minor").notNull(),
    receivedOn: civilDate("received_on").notNull(),
    reference: text("reference"),
    note: text("note"),
    provider: text("provider"),
    providerPaymentId: text("provider_payment_id"),
    /** Derived by triggers, like the refunded amount. */
    allocatedMinor: integer("allocated_minor").notNull().default(0),
    refundedMinor: integer("refunded_minor").notNull().default(0),
    createdBy: text("created_by").notNull(),
    createdAt: instant("created_at").notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.orgId, t.id] }),
    foreignKey({ columns: [t.orgId, t.customerId], foreignColumns: [customers.orgId, customers.id] }),
    foreignKey({ columns: [t.orgId, t.workOrderId], foreignColumns: [workOrders.orgId, workOrders.id] }),
    uniqueIndex("payments_provider").on(t.orgId, t.provider, t.providerPaymentId),
    uniqueIndex("payments_of_processor").on(t.provider, t.providerPaymentId),
    index("payments_customer").on(t.orgId, t.customerId, t.createdAt),
    index("payments_work_order").on(t.orgId, t.workOrderId),
    index("payments_credit").on(t.orgId, t.customerId),
    index("payments_received").on(t.orgId, t.receivedOn),
  ],
);

/** How a payment is allocated to invoices; negative where an allocation was reversed. */
export const paymentAllocations = sqliteTable(
  "payment_allocations",
  {
    orgId: text("org_id").notNull(),
    id: text("id").notNull(),
    paymentId: text("payment_id").notNull(),
    invoiceId: text("invoice_id").notNull(),
    amountMinor: integer("amount_minor").notNull(),
    createdBy: text("created_by").notNull(),
    createdAt: instant("created_at").notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.orgId, t.id] }),
    foreignKey({ columns: [t.orgId, t.paymentId], foreignColumns: [payments.orgId, payments.id] }),
    foreignKey({ columns: [t.orgId, t.invoiceId], foreignColumns: [invoices.orgId, invoices.id] }),
    index("payment_allocations_invoice").on(t.orgId, t.invoiceId),
    index("payment_allocations_payment").on(t.orgId, t.paymentId),
    index("payment_allocations_made").on(t.orgId, t.createdAt),
  ],
);

export const refunds = sqliteTable(
  "refunds",
  {
    orgId: text("org_id").notNull(),
    id: text("id").notNull(),
    paymentId: text("payment_id").notNull(),
    /** The invoice it is made from; null: none in particular. */
    invoiceId: text("invoice_id"),
    method: text("method", { enum: PAYMENT_METHODS }).notNull(),
    amountMinor: integer("amount_minor").notNull(),
    refundedOn: civilDate("refunded_on").notNull(),
    reason: text("reason").notNull(),
    createdBy: text("created_by").notNull(),
    createdAt: instant("created_at").notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.orgId, t.id] }),
    foreignKey({ columns: [t.orgId, t.paymentId], foreignColumns: [payments.orgId, payments.id] }),
    index("refunds_payment").on(t.orgId, t.paymentId),
    index("refunds_day").on(t.orgId, t.refundedOn),
    index("refunds_invoice").on(t.orgId, t.invoiceId),
  ],
);

/** Links to the customer's page of a document. */
export const invoiceLinks = sqliteTable(
  "invoice_links",
  {
    orgId: text("org_id").notNull(),
    id: text("id").notNull(),
    invoiceId: text("invoice_id").notNull(),
    tokenHash: text("token_hash").notNull(),
    createdAt: instant("created_at").notNull(),
    expiresAt: instant("expires_at").notNull(),
    revokedAt: instant("revoked_at"),
    firstViewedAt: instant("first_viewed_at"),
    lastViewedAt: instant("last_viewed_at"),
  },
  (t) => [
    primaryKey({ columns: [t.orgId, t.id] }),
    foreignKey({ columns: [t.orgId, t.invoiceId], foreignColumns: [invoices.orgId, invoices.id] }),
    uniqueIndex("invoice_links_token").on(t.tokenHash),
    index("invoice_links_invoice").on(t.orgId, t.invoiceId, t.createdAt),
  ],
);

/** Sent mails with their date and recipient. Rows are only added. */
export const invoiceMails = sqliteTable(
  "invoice_mails",
  {
    orgId: text("org_id").notNull(),
    id: text("id").notNull(),
    invoiceId: text("invoice_id").notNull(),
    kind: text("kind", { enum: INVOICE_MAIL_KINDS }).notNull(),
    linkId: text("link_id").notNull(),
    recipient: text("recipient").notNull(),
    subject: text("subject").notNull(),
    /** The text without the link. */
    message: text("message").notNull(),
    /** The PDF as sent, by its key in the file store. */
    fileKey: text("file_key").notNull(),
    sentBy: text("sent_by").notNull(),
    sentAt: instant("sent_at").notNull(),
    /** The date in the business's time zone. */
    sentOn: civilDate("sent_on").notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.orgId, t.id] }),
    foreignKey({ columns: [t.orgId, t.invoiceId], foreignColumns: [invoices.orgId, invoices.id] }),
    foreignKey({ columns: [t.orgId, t.linkId], foreignColumns: [invoiceLinks.orgId, invoiceLinks.id] }),
    index("invoice_mails_invoice").on(t.orgId, t.invoiceId, t.sentAt),
    uniqueIndex("invoice_mails_one_reminder").on(t.orgId, t.invoiceId, t.sentOn),
  ],
);

/** Statements that were mailed, with recipient and balance. Rows are only added. */
export const statementMails = sqliteTable(
  "statement_mails",
  {
    orgId: text("org_id").notNull(),
    id: text("id").notNull(),
    customerId: text("customer_id").notNull(),
    fromOn: civilDate("from_on").notNull(),
    toOn: civilDate("to_on").notNull(),
    closingMinor: integer("closing_minor").notNull(),
    recipient: text("recipient").notNull(),
    subject: text("subject").notNull(),
    message: text("message").notNull(),
    fileKey: text("file_key").notNull(),
    sentBy: text("sent_by").notNull(),
    sentAt: instant("sent_at").notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.orgId, t.id] }),
    foreignKey({ columns: [t.orgId, t.customerId], foreignColumns: [customers.orgId, customers.id] }),
    index("statement_mails_customer").on(t.orgId, t.customerId, t.sentAt),
  ],
);

/** A business's schedule of automatic reminders for overdue invoices. */
export const reminderSettings = sqliteTable(
  "reminder_settings",
  {
    orgId: text("org_id").notNull().primaryKey(),
    enabled: integer("enabled", { mode: "boolean" }).notNull(),
    firstAfterDays: integer("first_after_days").notNull(),
    everyDays: integer("every_days").notNull(),
    maxCount: integer("max_count").notNull(),
    version: integer("version").notNull(),
    updatedBy: text("updated_by").notNull(),
    updatedAt: instant("updated_at").notNull(),
  },
  (t) => [index("reminder_settings_enabled").on(t.orgId)],
);

/** Customers excluded from reminders. */
export const reminderPauses = sqliteTable(
  "reminder_pauses",
  {
    orgId: text("org_id").notNull(),
    customerId: text("customer_id").notNull(),
    createdBy: text("created_by").notNull(),
    createdAt: instant("created_at").notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.orgId, t.customerId] }),
    foreignKey({ columns: [t.orgId, t.customerId], foreignColumns: [customers.orgId, customers.id] }),
  ],
);

/** Reminder steps that were sent, once each, with their mails. */
export const invoiceReminders = sqliteTable(
  "invoice_reminders",
  {
    orgId: text("org_id").notNull(),
    invoiceId: text("invoice_id").notNull(),
    step: integer("step").notNull(),
    mailId: text("mail_id").notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.orgId, t.invoiceId, t.step] }),
    foreignKey({ columns: [t.orgId, t.invoiceId], foreignColumns: [invoices.orgId, invoices.id] }),
    foreignKey({ columns: [t.orgId, t.mailId], foreignColumns: [invoiceMails.orgId, invoiceMails.id] }),
  ],
);
