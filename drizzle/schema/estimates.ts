import { sql } from "drizzle-orm";
import { foreignKey, index, integer, primaryKey, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";
import { civilDate, instant } from "#drizzle/d1/columns";
import { LINE_KINDS } from "~/domain/billing/charges";
import type { TaxRate } from "~/domain/billing/totals";
import { ESTIMATE_STATUSES } from "~/domain/estimates/estimate";
import { type Party, type Seller, TAX_STATES } from "~/domain/invoices/invoice";
import { LEAD_STAGES, LOST_REASONS, OPEN_STAGES } from "~/domain/leads/lead";
import { addresses, customers } from "./customers";
import { leads } from "./leads";
import { workOrders } from "./work-orders";

export const estimates = sqliteTable(
  "estimates",
  {
    orgId: text("org_id").notNull(),
    id: text("id").notNull(),
    status: text("status", { enum: ESTIMATE_STATUSES }).notNull(),
    number: integer("number"),
    /** The order in which the business's estimates were created; assigned by the database. */
    ordinal: integer("ordinal"),
    rootId: text("root_id").notNull(),
    revision: integer("revision").notNull().default(1),
    leadId: text("lead_id"),
    customerId: text("customer_id"),
    siteAddressId: text("site_address_id"),
    workOrderId: text("work_order_id"),
    addsToJob: integer("adds_to_job", { mode: "boolean" }).notNull().default(false),
    billTo: text("bill_to", { mode: "json" }).$type<Party>().notNull(),
    site: text("site", { mode: "json" }).$type<Party>(),
    seller: text("seller", { mode: "json" }).$type<Seller>(),
    title: text("title").notNull(),
    memo: text("memo"),
    terms: text("terms"),
    validUntil: civilDate("valid_until").notNull(),
    discountRatePpm: integer("discount_rate_ppm"),
    discountAmountMinor: integer("discount_amount_minor"),
    taxState: text("tax_state", { enum: TAX_STATES }).notNull(),
    taxNote: text("tax_note"),
    rates: text("rates", { mode: "json" }).$type<readonly TaxRate[]>().notNull().default([]),
    totalMinor: integer("total_minor").notNull().default(0),
    documentHash: text("document_hash"),
    fileKey: text("file_key"),
    sentOn: civilDate("sent_on"),
    sentAt: instant("sent_at"),
    closedAt: instant("closed_at"),
    declineReason: text("decline_reason"),
    version: integer("version").notNull().default(1),
    createdBy: text("created_by").notNull(),
    createdAt: instant("created_at").notNull(),
    updatedAt: instant("updated_at").notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.orgId, t.id] }),
    foreignKey({ columns: [t.orgId, t.leadId], foreignColumns: [leads.orgId, leads.id] }),
    foreignKey({ columns: [t.orgId, t.customerId], foreignColumns: [customers.orgId, customers.id] }),
    foreignKey({ columns: [t.orgId, t.siteAddressId], foreignColumns: [addresses.orgId, addresses.id] }),
    foreignKey({ columns: [t.orgId, t.workOrderId], foreignColumns: [workOrders.orgId, workOrders.id] }),
    uniqueIndex("estimates_number").on(t.orgId, t.number, t.revision).where(sql`number IS NOT NULL`),
    uniqueIndex("estimates_version").on(t.orgId, t.rootId, t.revision),
    uniqueIndex("estimates_ordinal").on(t.orgId, t.ordinal),
    index("estimates_newest").on(t.orgId, t.createdAt, t.id),
    index("estimates_status").on(t.orgId, t.status, t.createdAt, t.id),
    index("estimates_valid").on(t.orgId, t.status, t.validUntil, t.createdAt, t.id),
    index("estimates_lead").on(t.orgId, t.leadId, t.createdAt).where(sql`lead_id IS NOT NULL`),
    index("estimates_customer").on(t.orgId, t.customerId, t.createdAt).where(sql`customer_id IS NOT NULL`),
    index("estimates_site").on(t.orgId, t.siteAddressId).where(sql`site_address_id IS NOT NULL`),
    index("estimates_work_order").on(t.orgId, t.workOrderId).where(sql`work_order_id IS NOT NULL`),
  ],
);

export const estimateOptions = sqliteTable(
  "estimate_options",
  {
    orgId: text("org_id").notNull(),
    estimateId: text("estimate_id").notNull(),
    position: integer("position").notNull(),
    name: text("name").notNull(),
    description: text("description"),
    recommended: integer("recommended", { mode: "boolean" }).notNull().default(false),
    serviceTypeId: text("service_type_id"),
    subtotalMinor: integer("subtotal_minor").notNull(),
    discountMinor: integer("discount_minor").notNull(),
    taxMinor: integer("tax_minor").notNull(),
    totalMinor: integer("total_minor").notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.orgId, t.estimateId, t.position] }),
    foreignKey({ columns: [t.orgId, t.estimateId], foreignColumns: [estimates.orgId, estimates.id] }).onDelete(
      "cascade",
    ),
  ],
);

export const estimateLines = sqliteTable(
  "estimate_lines",
  {
    orgId: text("org_id").notNull(),
    estimateId: text("estimate_id").notNull(),
    optionPosition: integer("option_position").notNull(),
    position: integer("position").notNull(),
    kind: text("kind", { enum: LINE_KINDS }).notNull(),
    description: text("description").notNull(),
    quantityMilli: integer("quantity_milli").notNull(),
    unit: text("unit").notNull(),
    unitPriceMinor: integer("unit_price_minor"),
    discountPpm: integer("discount_ppm").notNull(),
    taxable: integer("taxable", { mode: "boolean" }).notNull(),
    optional: integer("optional", { mode: "boolean" }).notNull(),
    itemId: text("item_id"),
    amountMinor: integer("amount_minor").notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.orgId, t.estimateId, t.optionPosition, t.position] }),
    foreignKey({
      columns: [t.orgId, t.estimateId, t.optionPosition],
      foreignColumns: [estimateOptions.orgId, estimateOptions.estimateId, estimateOptions.position],
    }).onDelete("cascade"),
    index("estimate_lines_item").on(t.orgId, t.itemId).where(sql`item_id is not null`),
  ],
);

/** What the customer selected and signed. Rows are only added. */
export const estimateApprovals = sqliteTable(
  "estimate_approvals",
  {
    orgId: text("org_id").notNull(),
    estimateId: text("estimate_id").notNull(),
    rootId: text("root_id").notNull(),
    optionPosition: integer("option_position").notNull(),
    chosen: text("chosen", { mode: "json" }).$type<readonly number[]>().notNull(),
    subtotalMinor: integer("subtotal_minor").notNull(),
    discountMinor: integer("discount_minor").notNull(),
    taxMinor: integer("tax_minor").notNull(),
    totalMinor: integer("total_minor").notNull(),
    signerName: text("signer_name").notNull(),
    strokes: text("strokes"),
    documentHash: text("document_hash").notNull(),
    ip: text("ip").notNull(),
    userAgent: text("user_agent").notNull(),
    signedAt: instant("signed_at").notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.orgId, t.estimateId] }),
    foreignKey({
      columns: [t.orgId, t.estimateId, t.optionPosition],
      foreignColumns: [estimateOptions.orgId, estimateOptions.estimateId, estimateOptions.position],
    }),
    uniqueIndex("estimate_approvals_once").on(t.orgId, t.rootId),
  ],
);

export const estimateLinks = sqliteTable(
  "estimate_links",
  {
    orgId: text("org_id").notNull(),
    id: text("id").notNull(),
    estimateId: text("estimate_id").notNull(),
    tokenHash: text("token_hash").notNull(),
    createdAt: instant("created_at").notNull(),
    expiresAt: instant("expires_at").notNull(),
    revokedAt: instant("revoked_at"),
    firstViewedAt: instant("first_viewed_at"),
    lastViewedAt: instant("last_viewed_at"),
  },
  (t) => [
    primaryKey({ columns: [t.orgId, t.id] }),
    foreignKey({ columns: [t.orgId, t.estimateId], foreignColumns: [estimates.orgId, estimates.id] }),
    uniqueIndex("estimate_links_token").on(t.tokenHash),
    index("estimate_links_estimate").on(t.orgId, t.estimateId, t.createdAt),
  ],
);

/** Sent mails with their date and recipient. Rows are only added. */
export const estimateMails = sqliteTable(
  "estimate_mails",
  {
    orgId: text("org_id").notNull(),
    id: text("id").notNull(),
    estimateId: text("estimate_id").notNull(),
    recipient: text("recipient").notNull(),
    subject: text("subject").notNull(),
    message: text("message").notNull(),
    sentBy: text("sent_by").notNull(),
    sentAt: instant("sent_at").notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.orgId, t.id] }),
    foreignKey({ columns: [t.orgId, t.estimateId], foreignColumns: [estimates.orgId, estimates.id] }),
    index("estimate_mails_estimate").on(t.orgId, t.estimateId, t.sentAt),
  ],
);

/** A lead, or an approved estimate, that became a job. */
export const leadConversions = sqliteTable(
  "lead_conversions",
  {
    orgId: text("org_id").notNull(),
    id: text("id").notNull(),
    leadId: text("lead_id"),
    estimateId: text("estimate_id"),
    madeCustomerId: text("made_customer_id"),
    madeAddressId: text("made_address_id"),
    workOrderId: text("work_order_id").notNull(),
    stageBefore: text("stage_before", { enum: LEAD_STAGES }),
    createdBy: text("created_by").notNull(),
    createdAt: instant("created_at").notNull(),
    undoneAt: instant("undone_at"),
    customerBefore: text("customer_before"),
    estimateCustomerBefore: text("estimate_customer_before"),
    lostFromBefore: text("lost_from_before", { enum: OPEN_STAGES }),
    lostReasonBefore: text("lost_reason_before", { enum: LOST_REASONS }),
    lostNoteBefore: text("lost_note_before"),
  },
  (t) => [
    primaryKey({ columns: [t.orgId, t.id] }),
    uniqueIndex("lead_conversions_lead").on(t.orgId, t.leadId).where(sql`lead_id IS NOT NULL AND undone_at IS NULL`),
    uniqueIndex("lead_conversions_estimate")
      .on(t.orgId, t.estimateId)
      .where(sql`estimate_id IS NOT NULL AND undone_at IS NULL`),
    index("lead_conversions_work_order").on(t.orgId, t.workOrderId).where(sql`undone_at IS NULL`),
  ],
);
