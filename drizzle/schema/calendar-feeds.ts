import { foreignKey, primaryKey, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";
import { instant } from "#drizzle/d1/columns";
import { CALENDAR_FEED_KINDS } from "~/domain/calendar-feeds/feed";
import { tenantMembers } from "./platform";
import { technicians } from "./technicians";

export const calendarFeeds = sqliteTable(
  "calendar_feeds",
  {
    orgId: text("org_id").notNull(),
    id: text("id").notNull(),
    userId: text("user_id").notNull(),
    kind: text("kind", { enum: CALENDAR_FEED_KINDS }).notNull(),
    technicianId: text("technician_id"),
    tokenHash: text("token_hash").notNull(),
    createdAt: instant("created_at").notNull(),
    lastReadAt: instant("last_read_at"),
  },
  (t) => [
    primaryKey({ columns: [t.orgId, t.id] }),
    foreignKey({ columns: [t.orgId, t.userId], foreignColumns: [tenantMembers.orgId, tenantMembers.userId] }),
    foreignKey({ columns: [t.orgId, t.technicianId], foreignColumns: [technicians.orgId, technicians.id] }),
    uniqueIndex("calendar_feeds_token").on(t.tokenHash),
    uniqueIndex("calendar_feeds_own").on(t.orgId, t.userId, t.kind),
    uniqueIndex("calendar_feeds_technician").on(t.orgId, t.userId, t.technicianId),
  ],
);
