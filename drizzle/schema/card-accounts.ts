import { integer, primaryKey, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { instant } from "#drizzle/d1/columns";

export const cardAccounts = sqliteTable(
  "card_accounts",
  {
    orgId: text("org_id").notNull(),
    secretKey: text("secret_key").notNull(),
    webhookSecret: text("webhook_secret").notNull(),
    keyHint: text("key_hint").notNull(),
    isLive: integer("is_live", { mode: "boolean" }).notNull(),
    accountId: text("account_id").notNull(),
    accountName: text("account_name"),
    connectedBy: text("connected_by").notNull(),
    connectedAt: instant("connected_at").notNull(),
    checkedAt: instant("checked_at").notNull(),
    version: integer("version").notNull().default(1),
  },
  (t) => [primaryKey({ columns: [t.orgId] })],
);
