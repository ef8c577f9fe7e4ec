import { integer, primaryKey, real, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { instant } from "#drizzle/d1/columns";
import { CHECK_RESULTS, CHECKS } from "~/domain/operations/checks";

/** Requests per hour, as written by isolates about once a minute. */
export const requestHours = sqliteTable("request_hours", {
  hour: instant("hour").primaryKey(),
  requests: integer("requests").notNull(),
  serverErrors: integer("server_errors").notNull(),
  /** Rejected with 503; included in the server errors. */
  shed: integer("shed").notNull(),
  rowsRead: integer("rows_read").notNull(),
  rowsWritten: integer("rows_written").notNull(),
});

/** The size of each database when it last responded. `name` is that of its binding. */
export const databaseSizes = sqliteTable("database_sizes", {
  name: text("name").primaryKey(),
  bytes: integer("bytes").notNull(),
  measuredAt: instant("measured_at").notNull(),
});

/** Texts of slow statements, without their parameters. */
export const slowStatements = sqliteTable(
  "slow_statements",
  {
    database: text("database").notNull(),
    statement: text("statement").notNull(),
    runs: integer("runs").notNull(),
    totalMs: real("total_ms").notNull(),
    maxMs: real("max_ms").notNull(),
    maxRowsRead: integer("max_rows_read").notNull(),
    firstAt: instant("first_at").notNull(),
    lastAt: instant("last_at").notNull(),
  },
  (t) => [primaryKey({ columns: [t.database, t.statement] })],
);

/** `at`: when the check started. */
export const checkResults = sqliteTable(
  "check_results",
  {
    at: instant("at").notNull(),
    name: text("name", { enum: CHECKS }).notNull(),
    result: text("result", { enum: CHECK_RESULTS }).notNull(),
    ms: integer("ms"),
    error: text("error"),
  },
  (t) => [primaryKey({ columns: [t.at, t.name] })],
);

/** Actions of operators. Outlives their accounts: the id then belongs to no account. */
export const operatorActions = sqliteTable("operator_actions", {
  id: text("id").primaryKey(),
  operatorId: text("operator_id").notNull(),
  action: text("action", { enum: ["retry"] }).notNull(),
  topic: text("topic").notNull(),
  at: instant("at").notNull(),
});
