import { OpenAPIHono } from "@hono/zod-openapi";
import { z } from "zod";
import { LATEST_MIGRATION } from "#drizzle/d1/latest-migration";
import { databasesOf, type HonoEnv } from "#worker/env";
import { DomainError } from "~/domain/shared/errors";
import { json, operation } from "./operation";

/** A success is remembered this long: anyone may ask, and each check calls every database. */
const READY_MS = 1000;
let readyUntil = 0;

export const system = new OpenAPIHono<HonoEnv>();

system.openapi(
  operation("anyone", {
    method: "get",
    path: "/health",
    tags: ["System"],
    summary: "Check that the server is up",
    responses: { 200: json(z.object({ status: z.literal("ok") })) },
  }),
  (c) => c.json({ status: "ok" as const }, 200),
);

system.openapi(
  operation("anyone", {
    method: "get",
    path: "/ready",
    tags: ["System"],
    summary: "Check that the server can serve requests",
    description: "The database responds and is migrated, and files can be reached. The response is 503 otherwise.",
    responses: { 200: json(z.object({ status: z.literal("ready") })) },
  }),
  async (c) => {
    if (Date.now() < readyUntil) return c.json({ status: "ready" as const }, 200);
    const [migrated, files] = await Promise.allSettled([
      areMigrated([c.env.DIRECTORY, ...databasesOf(c.env).shards.values()]),
      c.env.FILES.head("ready"),
    ]);
    const missing = [
      ...(migrated.status === "rejected" ? ["database"] : migrated.value ? [] : ["migrations"]),
      ...(files.status === "rejected" ? ["files"] : []),
    ];
    if (missing.length > 0) {
      const [cause] = [migrated, files].flatMap((check) => (check.status === "rejected" ? [check.reason] : []));
      throw new DomainError("unavailable", `Not ready: ${missing.join(", ")}.`, {
        details: { missing },
        retryAfter: 5,
        cause,
      });
    }
    readyUntil = Date.now() + READY_MS;
    return c.json({ status: "ready" as const }, 200);
  },
);

/** Migrations are applied before the Worker that needs them, so the databases may have newer ones. */
async function areMigrated(databases: D1Database[]): Promise<boolean> {
  const latest = await Promise.all(
    databases.map((db) => db.prepare("SELECT max(name) AS name FROM d1_migrations").first<string>("name")),
  );
  return latest.every((name) => name !== null && name >= LATEST_MIGRATION);
}
