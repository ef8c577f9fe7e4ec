import { sql } from "drizzle-orm";
import { index, integer, primaryKey, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { instant } from "#drizzle/d1/columns";
import { SUPPORT_AUTHORS, SUPPORT_STATES } from "~/domain/support/support";
import { users } from "./identity";

export const supportConversations = sqliteTable(
  "support_conversations",
  {
    id: text("id").primaryKey(),
    senderId: text("sender_id").references(() => users.id),
    senderName: text("sender_name").notNull(),
    senderEmail: text("sender_email").notNull(),
    subject: text("subject").notNull(),
    state: text("state", { enum: SUPPORT_STATES }).notNull().default("open"),
    context: text("context").notNull(),
    version: integer("version").notNull().default(1),
    createdAt: instant("created_at").notNull(),
    updatedAt: instant("updated_at").notNull(),
  },
  (t) => [
    index("support_conversations_state").on(t.state, t.updatedAt, t.id),
    index("support_conversations_sender").on(t.senderId, t.updatedAt, t.id).where(sql`sender_id IS NOT NULL`),
  ],
);

export const supportMessages = sqliteTable(
  "support_messages",
  {
    conversationId: text("conversation_id")
      .notNull()
      .references(() => supportConversations.id, { onDelete: "cascade" }),
    id: text("id").notNull(),
    author: text("author", { enum: SUPPORT_AUTHORS }).notNull(),
    authorName: text("author_name").notNull(),
    body: text("body").notNull(),
    createdAt: instant("created_at").notNull(),
  },
  (t) => [primaryKey({ columns: [t.conversationId, t.id] })],
);
