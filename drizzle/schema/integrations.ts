import { integer, primaryKey, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { instant } from "#drizzle/d1/columns";
import { SYSTEM_IDS } from "~/domain/integrations/system";

/** The result of a business's last test of an outside system. */
export const integrationChecks = sqliteTable(
  "integration_checks",
  {
    orgId: text("org_id").notNull(),
    system: text("system", { enum: SYSTEM_IDS }).notNull(),
    ok: integer("ok", { mode: "boolean" }).notNull(),
    message: text("message").notNull(),
    checkedAt: instant("checked_at").notNull(),
    checkedBy: text("checked_by").notNull(),
    /** The last failure, until a test succeeds. */
    errorMessage: text("error_message"),
    errorAt: instant("error_at"),
  },
  (t) => [primaryKey({ columns: [t.orgId, t.system] })],
);
