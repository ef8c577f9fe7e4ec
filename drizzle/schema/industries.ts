import { sql } from "drizzle-orm";
import { index, integer, primaryKey, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { instant } from "#drizzle/d1/columns";
import type { Comparison } from "~/domain/industries/analysis";
import type { SavedRemarks } from "~/domain/industries/remarks";

/** Saved comparisons, as they were then; only the title changes. */
export const industryAnalyses = sqliteTable(
  "industry_analyses",
  {
    orgId: text("org_id").notNull(),
    id: text("id").notNull(),
    title: text("title").notNull(),
    industries: text("industries", { mode: "json" }).$type<string[]>().notNull(),
    dataSetDate: text("data_set_date").notNull(),
    comparison: text("comparison", { mode: "json" }).$type<Comparison>().notNull(),
    modelRemarks: text("model_remarks", { mode: "json" }).$type<SavedRemarks>(),
    model: text("model"),
    modelAnsweredAt: instant("model_answered_at"),
    version: integer("version").notNull().default(1),
    savedBy: text("saved_by").notNull(),
    savedAt: instant("saved_at").notNull(),
    deletedAt: instant("deleted_at"),
  },
  (t) => [
    primaryKey({ columns: [t.orgId, t.id] }),
    index("industry_analyses_newest").on(t.orgId, t.savedAt, t.id).where(sql`deleted_at IS NULL`),
    index("industry_analyses_deleted").on(t.deletedAt).where(sql`deleted_at IS NOT NULL`),
  ],
);
