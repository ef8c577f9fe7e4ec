import { foreignKey, index, integer, primaryKey, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { instant } from "#drizzle/d1/columns";
import { technicians } from "./technicians";
import { workOrders } from "./work-orders";

/** Links to the customer's page of a visit. */
export const visitLinks = sqliteTable(
  "visit_links",
  {
    orgId: text("org_id").notNull(),
    id: text("id").notNull(),
    workOrderId: text("work_order_id").notNull(),
    tokenHash: text("token_hash").notNull().unique(),
    createdAt: instant("created_at").notNull(),
    expiresAt: instant("expires_at").notNull(),
    revokedAt: instant("revoked_at"),
    firstViewedAt: instant("first_viewed_at"),
    lastViewedAt: instant("last_viewed_at"),
  },
  (t) => [
    primaryKey({ columns: [t.orgId, t.id] }),
    foreignKey({ columns: [t.orgId, t.workOrderId], foreignColumns: [workOrders.orgId, workOrders.id] }).onDelete(
      "cascade",
    ),
    index("visit_links_work_order").on(t.orgId, t.workOrderId, t.createdAt),
  ],
);

/** Customers' ratings of a visit: one per work order. */
export const visitRatings = sqliteTable(
  "visit_ratings",
  {
    orgId: text("org_id").notNull(),
    workOrderId: text("work_order_id").notNull(),
    technicianId: text("technician_id"),
    stars: integer("stars").notNull(),
    comment: text("comment"),
    ratedAt: instant("rated_at").notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.orgId, t.workOrderId] }),
    foreignKey({ columns: [t.orgId, t.workOrderId], foreignColumns: [workOrders.orgId, workOrders.id] }).onDelete(
      "cascade",
    ),
    foreignKey({ columns: [t.orgId, t.technicianId], foreignColumns: [technicians.orgId, technicians.id] }),
    index("visit_ratings_technician").on(t.orgId, t.technicianId, t.ratedAt),
  ],
);

/** Photos of a job visible to its customer. */
export const visitPhotos = sqliteTable(
  "visit_photos",
  {
    orgId: text("org_id").notNull(),
    workOrderId: text("work_order_id").notNull(),
    photoId: text("photo_id").notNull(),
    shownAt: instant("shown_at").notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.orgId, t.workOrderId, t.photoId] }),
    foreignKey({ columns: [t.orgId, t.workOrderId], foreignColumns: [workOrders.orgId, workOrders.id] }).onDelete(
      "cascade",
    ),
  ],
);
