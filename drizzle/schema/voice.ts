import { sql } from "drizzle-orm";
import { foreignKey, index, integer, primaryKey, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { instant } from "#drizzle/d1/columns";
import type { Receipt } from "~/domain/voice/sessions/receipts";
import {
  AUDIO_TYPES,
  type ProblemCode,
  SESSION_TYPES,
  STORED_STATES,
  TRANSCRIPT_SOURCES,
} from "~/domain/voice/sessions/session";
import { workOrders } from "./work-orders";

export const voiceSessions = sqliteTable(
  "voice_sessions",
  {
    orgId: text("org_id").notNull(),
    id: text("id").notNull(),
    userId: text("user_id").notNull(),
    sessionType: text("session_type", { enum: SESSION_TYPES }).notNull(),
    workOrderId: text("work_order_id"),
    state: text("state", { enum: STORED_STATES }).notNull().default("open"),
    spokenAt: instant("spoken_at").notNull(),
    createdAt: instant("created_at").notNull(),
    expiresAt: instant("expires_at").notNull(),
    endedAt: instant("ended_at"),
    /** When something was first sent to it. */
    sentAt: instant("sent_at"),
    /** For a session about a job: how many things were written. */
    actions: integer("actions"),
    /** Why the last reading failed; null if it did not. */
    problem: text("problem").$type<ProblemCode>(),
    /** When a memo was left to the office, because its speaker was no longer on the job. */
    handedOverAt: instant("handed_over_at"),
    reviewedAt: instant("reviewed_at"),
    reviewedBy: text("reviewed_by"),
  },
  (t) => [
    primaryKey({ columns: [t.orgId, t.id] }),
    foreignKey({ columns: [t.orgId, t.workOrderId], foreignColumns: [workOrders.orgId, workOrders.id] }).onDelete(
      "cascade",
    ),
    index("voice_sessions_open").on(t.orgId, t.userId, t.id).where(sql`state = 'open'`),
    index("voice_sessions_job").on(t.orgId, t.workOrderId).where(sql`work_order_id IS NOT NULL`),
    index("voice_sessions_newest").on(t.orgId, t.id).where(sql`sent_at IS NOT NULL`),
    index("voice_sessions_by_state").on(t.orgId, t.state, t.id).where(sql`sent_at IS NOT NULL`),
    index("voice_sessions_by_person").on(t.orgId, t.userId, t.id).where(sql`sent_at IS NOT NULL`),
    index("voice_sessions_by_person_and_state").on(t.orgId, t.userId, t.state, t.id).where(sql`sent_at IS NOT NULL`),
    index("voice_sessions_to_review").on(t.orgId, t.id).where(sql`handed_over_at IS NOT NULL AND reviewed_at IS NULL`),
    index("voice_sessions_unconfirmed").on(t.expiresAt).where(sql`state <> 'confirmed'`),
  ],
);

export const voiceSessionWorkOrders = sqliteTable(
  "voice_session_work_orders",
  {
    orgId: text("org_id").notNull(),
    sessionId: text("session_id").notNull(),
    position: integer("position").notNull(),
    workOrderId: text("work_order_id").notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.orgId, t.sessionId, t.position] }),
    foreignKey({ columns: [t.orgId, t.sessionId], foreignColumns: [voiceSessions.orgId, voiceSessions.id] }),
    foreignKey({ columns: [t.orgId, t.workOrderId], foreignColumns: [workOrders.orgId, workOrders.id] }).onDelete(
      "cascade",
    ),
    index("voice_session_work_orders_job").on(t.orgId, t.workOrderId),
  ],
);

export const workOrderRecordings = sqliteTable(
  "work_order_recordings",
  {
    orgId: text("org_id").notNull(),
    workOrderId: text("work_order_id").notNull(),
    id: text("id").notNull(),
    transcript: text("transcript").notNull(),
    language: text("language", { enum: ["en", "es"] }).notNull(),
    source: text("source", { enum: TRANSCRIPT_SOURCES }).notNull(),
    fileKey: text("file_key"),
    contentType: text("content_type", { enum: AUDIO_TYPES }),
    bytes: integer("bytes"),
    durationMs: integer("duration_ms"),
    userId: text("user_id"),
    spokenAt: instant("spoken_at").notNull(),
    recordedAt: instant("recorded_at").notNull(),
    heard: text("heard", { mode: "json" }).$type<Receipt[]>().notNull().default([]),
  },
  (t) => [
    primaryKey({ columns: [t.orgId, t.workOrderId, t.id] }),
    foreignKey({ columns: [t.orgId, t.workOrderId], foreignColumns: [workOrders.orgId, workOrders.id] }).onDelete(
      "cascade",
    ),
  ],
);

/** Files whose rows are deleted, until the purge deletes them. */
export const deletedRecordings = sqliteTable(
  "deleted_recordings",
  {
    orgId: text("org_id").notNull(),
    fileKey: text("file_key").notNull(),
    sessionId: text("session_id").notNull(),
  },
  (t) => [primaryKey({ columns: [t.orgId, t.fileKey] })],
);
