import { sql } from "drizzle-orm";
import { foreignKey, index, integer, primaryKey, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";
import { instant } from "#drizzle/d1/columns";
import { AUTHOR_KINDS, CHANNELS, DELIVERY_STATES, PICTURE_STATES, THREAD_KINDS } from "~/domain/messages/message";
import { TEMPLATE_KEYS } from "~/domain/messages/templates";
import { customers } from "./customers";
import { tenantMembers } from "./platform";
import { workOrders } from "./work-orders";

export const threads = sqliteTable(
  "threads",
  {
    orgId: text("org_id").notNull(),
    id: text("id").notNull(),
    kind: text("kind", { enum: THREAD_KINDS }).notNull(),
    title: text("title"),
    directKey: text("direct_key"),
    workOrderId: text("work_order_id"),
    customerId: text("customer_id"),
    contactName: text("contact_name"),
    contactPhone: text("contact_phone"),
    contactEmail: text("contact_email"),
    assigneeId: text("assignee_id"),
    lastSeq: integer("last_seq").notNull().default(0),
    lastAt: instant("last_at"),
    closedAt: instant("closed_at"),
    closedBy: text("closed_by"),
    createdBy: text("created_by").notNull(),
    createdAt: instant("created_at").notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.orgId, t.id] }),
    foreignKey({ columns: [t.orgId, t.workOrderId], foreignColumns: [workOrders.orgId, workOrders.id] }),
    foreignKey({ columns: [t.orgId, t.customerId], foreignColumns: [customers.orgId, customers.id] }),
    uniqueIndex("threads_direct").on(t.orgId, t.directKey).where(sql`direct_key IS NOT NULL`),
    uniqueIndex("threads_work_order").on(t.orgId, t.workOrderId, t.kind).where(sql`work_order_id IS NOT NULL`),
    index("threads_customer").on(t.orgId, t.customerId, t.lastAt).where(sql`customer_id IS NOT NULL`),
    index("threads_phone").on(t.orgId, t.contactPhone, t.lastAt).where(sql`contact_phone IS NOT NULL`),
    index("threads_open").on(t.orgId, t.kind, t.lastAt, t.id).where(sql`last_at IS NOT NULL AND closed_at IS NULL`),
    index("threads_assigned")
      .on(t.orgId, t.assigneeId, t.lastAt, t.id)
      .where(sql`assignee_id IS NOT NULL AND last_at IS NOT NULL AND closed_at IS NULL`),
    index("threads_closed").on(t.orgId, t.closedAt, t.id).where(sql`closed_at IS NOT NULL`),
  ],
);

export const threadMembers = sqliteTable(
  "thread_members",
  {
    orgId: text("org_id").notNull(),
    threadId: text("thread_id").notNull(),
    userId: text("user_id").notNull(),
    readSeq: integer("read_seq").notNull().default(0),
    lastSeq: integer("last_seq").notNull().default(0),
    lastAt: instant("last_at"),
    closed: integer("closed", { mode: "boolean" }).notNull().default(false),
    mentionedSeq: integer("mentioned_seq").notNull().default(0),
    notifyAt: instant("notify_at"),
    joinedAt: instant("joined_at").notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.orgId, t.threadId, t.userId] }),
    foreignKey({ columns: [t.orgId, t.threadId], foreignColumns: [threads.orgId, threads.id] }).onDelete("cascade"),
    foreignKey({ columns: [t.orgId, t.userId], foreignColumns: [tenantMembers.orgId, tenantMembers.userId] }),
    index("thread_members_list").on(t.orgId, t.userId, t.closed, sql`unread`, t.lastAt, t.threadId),
    index("thread_members_unread").on(t.orgId, t.userId).where(sql`last_seq > read_seq`),
    index("thread_members_notify").on(t.notifyAt).where(sql`notify_at IS NOT NULL`),
  ],
);

export const messages = sqliteTable(
  "messages",
  {
    orgId: text("org_id").notNull(),
    threadId: text("thread_id").notNull(),
    seq: integer("seq").notNull(),
    id: text("id").notNull(),
    number: integer("number").notNull(),
    authorKind: text("author_kind", { enum: AUTHOR_KINDS }).notNull(),
    authorId: text("author_id"),
    channel: text("channel", { enum: CHANNELS }).notNull(),
    body: text("body").notNull(),
    mentions: text("mentions", { mode: "json" }).$type<readonly string[]>().notNull().default([]),
    photoKey: text("photo_key"),
    photoType: text("photo_type", { enum: ["image/jpeg", "image/png", "image/webp"] }),
    photoBytes: integer("photo_bytes"),
    createdAt: instant("created_at").notNull(),
    writtenAt: instant("written_at"),
    delivery: text("delivery", { enum: DELIVERY_STATES }),
    deliveryError: text("delivery_error"),
    deliveredAt: instant("delivered_at"),
    sendAt: instant("send_at"),
    sentTo: text("sent_to"),
    providerId: text("provider_id"),
  },
  (t) => [
    primaryKey({ columns: [t.orgId, t.threadId, t.seq] }),
    foreignKey({ columns: [t.orgId, t.threadId], foreignColumns: [threads.orgId, threads.id] }).onDelete("cascade"),
    uniqueIndex("messages_id").on(t.orgId, t.id),
    uniqueIndex("messages_number").on(t.orgId, t.number),
    uniqueIndex("messages_provider").on(t.orgId, t.providerId).where(sql`provider_id IS NOT NULL`),
    index("messages_provider_report").on(t.providerId).where(sql`provider_id IS NOT NULL`),
    index("messages_texted").on(t.orgId, t.sentTo, t.createdAt).where(sql`channel = 'text' AND sent_to IS NOT NULL`),
    index("messages_held").on(t.sendAt).where(sql`delivery = 'held'`),
  ],
);

/** Pictures received with a customer's text. */
export const messagePictures = sqliteTable(
  "message_pictures",
  {
    orgId: text("org_id").notNull(),
    messageId: text("message_id").notNull(),
    position: integer("position").notNull(),
    id: text("id").notNull(),
    state: text("state", { enum: PICTURE_STATES }).notNull(),
    problem: text("problem"),
    sourceUrl: text("source_url"),
    fileKey: text("file_key"),
    contentType: text("content_type", { enum: ["image/jpeg", "image/png", "image/webp"] }),
    bytes: integer("bytes"),
    createdAt: instant("created_at").notNull(),
    updatedAt: instant("updated_at").notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.orgId, t.messageId, t.position] }),
    foreignKey({ columns: [t.orgId, t.messageId], foreignColumns: [messages.orgId, messages.id] }).onDelete("cascade"),
    uniqueIndex("message_pictures_id").on(t.orgId, t.id),
  ],
);

/** Businesses whose automatic messages are off until an Admin turns them on, because an export was restored into them. */
export const automaticMessagePauses = sqliteTable("automatic_message_pauses", {
  orgId: text("org_id").notNull().primaryKey(),
  pausedAt: instant("paused_at").notNull(),
});

/** Quiet hours for messages to customers; a business without a row has the default hours. */
export const messageSettings = sqliteTable("message_settings", {
  orgId: text("org_id").notNull().primaryKey(),
  quietFrom: text("quiet_from").notNull(),
  quietTo: text("quiet_to").notNull(),
  version: integer("version").notNull().default(1),
  updatedAt: instant("updated_at").notNull(),
});

/** A business's own wording of a template. */
export const messageTemplates = sqliteTable(
  "message_templates",
  {
    orgId: text("org_id").notNull(),
    key: text("key", { enum: TEMPLATE_KEYS }).notNull(),
    body: text("body").notNull(),
    version: integer("version").notNull().default(1),
    updatedAt: instant("updated_at").notNull(),
  },
  (t) => [primaryKey({ columns: [t.orgId, t.key] })],
);

export const messageConsents = sqliteTable(
  "message_consents",
  {
    orgId: text("org_id").notNull(),
    channel: text("channel", { enum: ["text", "mail"] }).notNull(),
    address: text("address").notNull(),
    allowed: integer("allowed", { mode: "boolean" }).notNull(),
    source: text("source", { enum: ["customer", "office"] }).notNull(),
    changedAt: instant("changed_at").notNull(),
  },
  (t) => [primaryKey({ columns: [t.orgId, t.channel, t.address] })],
);

/** Texts 'sent' by the embedded adapter. */
export const textOutbox = sqliteTable(
  "text_outbox",
  {
    id: text("id").primaryKey(),
    fromNumber: text("from_number").notNull(),
    toNumber: text("to_number").notNull(),
    body: text("body").notNull(),
    mediaUrl: text("media_url"),
    sentAt: instant("sent_at").notNull(),
  },
  (t) => [index("text_outbox_sent").on(t.sentAt)],
);
