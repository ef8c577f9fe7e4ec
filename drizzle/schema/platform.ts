import { index, integer, primaryKey, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { instant } from "#drizzle/d1/columns";
import type { MailAttachment } from "~/domain/providers";
import { auditColumns, idempotencyColumns, outboxColumns } from "./side-columns";

/** The response for a retried write: the first run's result, found by the requester and the client's key. */
export const idempotencyKeys = sqliteTable(
  "idempotency_keys",
  {
    ...idempotencyColumns(),
    /** Never deleted: a device may send it again at any time. */
    retained: integer("retained", { mode: "boolean" }).notNull().default(false),
  },
  (t) => [primaryKey({ columns: [t.userId, t.key] }), index("idempotency_keys_age").on(t.createdAt)],
);

/** Messages still to be published, written in the batch of the change they announce. */
export const outbox = sqliteTable(
  "outbox",
  {
    ...outboxColumns(["board", "bank", "business_mail", "code_host", "export"]),
    /** The household whose bank the message is about. */
    userId: text("user_id"),
  },
  (t) => [index("outbox_due").on(t.dueAt)],
);

/** Mails 'sent' by the embedded mailer. */
export const mailbox = sqliteTable(
  "mailbox",
  {
    id: text("id").primaryKey(),
    recipient: text("recipient").notNull(),
    subject: text("subject").notNull(),
    body: text("body").notNull(),
    sentAt: instant("sent_at").notNull(),
    fromName: text("from_name"),
    replyTo: text("reply_to"),
    /** Keys of their contents in the file store. */
    attachments: text("attachments", { mode: "json" }).$type<readonly MailAttachment[]>().notNull().default([]),
  },
  (t) => [index("mailbox_sent").on(t.sentAt)],
);

export const auditLog = sqliteTable("audit_log", auditColumns(), (t) => [
  primaryKey({ columns: [t.orgId, t.id] }),
  index("audit_log_entity").on(t.orgId, t.entity, t.entityId),
  index("audit_log_person").on(t.orgId, t.userId, t.id),
]);

/** Running counts maintained by triggers, so that no page counts rows. `name` is `<table>` or `<table>.<column>=<value>`. */
export const counters = sqliteTable(
  "counters",
  { orgId: text("org_id").notNull(), name: text("name").notNull(), value: integer("value").notNull() },
  (t) => [primaryKey({ columns: [t.orgId, t.name] })],
);

/** How often a person or a business used something costly in the current window. */
export const usageCounts = sqliteTable(
  "usage_counts",
  {
    /** `user:` or `org:` and the id. */
    owner: text("owner").notNull(),
    name: text("name").notNull(),
    windowStart: integer("window_start").notNull(),
    count: integer("count").notNull(),
  },
  (t) => [primaryKey({ columns: [t.owner, t.name] })],
);

/** Numbers assigned per business and kind; no number is assigned twice. */
export const sequences = sqliteTable(
  "sequences",
  { orgId: text("org_id").notNull(), name: text("name").notNull(), value: integer("value").notNull() },
  (t) => [primaryKey({ columns: [t.orgId, t.name] })],
);

/** Businesses on the tenants' side: other rows refer to them, and `key` is part of their full-text row ids. */
export const tenantOrganizations = sqliteTable(
  "tenant_organizations",
  {
    id: text("id").primaryKey(),
    key: integer("key").notNull().unique(),
    /** Its deletion has started: rows that are otherwise protected may be deleted. */
    deleting: integer("deleting", { mode: "boolean" }).notNull().default(false),
    /** When the sweep next looks at its maintenance plans; empty if it has not looked yet. */
    maintenanceCheckAt: instant("maintenance_check_at").notNull().default(""),
  },
  (t) => [index("tenant_organizations_maintenance_check").on(t.maintenanceCheckAt, t.id)],
);

/** Names of members, copied from identity, to show authors. */
export const tenantMembers = sqliteTable(
  "tenant_members",
  {
    orgId: text("org_id").notNull(),
    userId: text("user_id").notNull(),
    firstName: text("first_name").notNull(),
    lastName: text("last_name").notNull(),
    /** Only increases: an older copy never replaces a newer one. */
    revision: integer("revision").notNull(),
    /** An API key writes like a member, but cannot be assigned work. */
    kind: text("kind", { enum: ["person", "api_key"] })
      .notNull()
      .default("person"),
    /** False once their access was turned off or they left. */
    hasAccess: integer("has_access", { mode: "boolean" }).notNull().default(true),
  },
  (t) => [primaryKey({ columns: [t.orgId, t.userId] }), index("tenant_members_user").on(t.userId)],
);

/** Messages of identity's outbox already applied on the tenants' side, so that none is applied twice. */
export const appliedMessages = sqliteTable(
  "applied_messages",
  { orgId: text("org_id").notNull(), key: text("key").notNull(), appliedAt: instant("applied_at").notNull() },
  (t) => [primaryKey({ columns: [t.orgId, t.key] })],
);
