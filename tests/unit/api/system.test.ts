import { expect, test } from "vitest";
import { LATEST_MIGRATION } from "#drizzle/d1/latest-migration";
import { system } from "#worker/api/system";
import type { Env } from "#worker/env";

test("repeated questions whether the server is ready reach the databases once", async () => {
  let calls = 0;
  const database = {
    prepare: () => ({
      first: async () => {
        calls += 1;
        return LATEST_MIGRATION;
      },
    }),
  };
  const env = {
    ...{ ENVIRONMENT: "local", SIGNING_SECRET: "s".repeat(40), ENCRYPTION_KEY: "e".repeat(44) },
    ...{ DIRECTORY: database, TENANTS_1: database, FILES: { head: async () => null } },
  } as unknown as Env;
  for (let times = 0; times < 5; times += 1) expect((await system.request("/ready", {}, env)).status).toBe(200);
  expect(calls).toBe(2);
});
