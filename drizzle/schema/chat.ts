import { sql } from "drizzle-orm";
import { foreignKey, index, primaryKey, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";
import { instant } from "#drizzle/d1/columns";
import { CHAT_AUTHORS, PROPOSAL_STATES } from "~/domain/chat/message";
import { tenantOrganizations } from "./platform";

export const chatConversations = sqliteTable(
  "chat_conversations",
  {
    userId: text("user_id").notNull(),
    id: text("id").notNull(),
    businessId: text("business_id").references(() => tenantOrganizations.id, { onDelete: "cascade" }),
    title: text("title").notNull(),
    createdAt: instant("created_at").notNull(),
    updatedAt: instant("updated_at").notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.userId, t.id] }),
    index("chat_conversations_latest").on(t.userId, t.businessId, t.updatedAt, t.id),
    index("chat_conversations_business").on(t.businessId),
    index("chat_conversations_idle").on(t.updatedAt),
  ],
);

export const chatMessages = sqliteTable(
  "chat_messages",
  {
    userId: text("user_id").notNull(),
    conversationId: text("conversation_id").notNull(),
    id: text("id").notNull(),
    author: text("author", { enum: CHAT_AUTHORS }).notNull(),
    text: text("text").notNull(),
    findings: text("findings"),
    notices: text("notices"),
    model: text("model"),
    questionId: text("question_id"),
    proposal: text("proposal"),
    proposalState: text("proposal_state", { enum: PROPOSAL_STATES }),
    proposalResult: text("proposal_result"),
    createdAt: instant("created_at").notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.userId, t.conversationId, t.id] }),
    foreignKey({
      columns: [t.userId, t.conversationId],
      foreignColumns: [chatConversations.userId, chatConversations.id],
    }).onDelete("cascade"),
    uniqueIndex("chat_messages_answer").on(t.userId, t.questionId).where(sql`question_id IS NOT NULL`),
  ],
);
