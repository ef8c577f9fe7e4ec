import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { TestProject } from "vitest/node";
import { copyMigrated } from "../../scripts/local-worker.mjs";

declare module "vitest" {
  interface ProvidedContext {
    /** The folder of the databases of one run, gone when it ends. */
    databases: string;
  }
}

/** Before the first HTTP test: one folder for all Workers' databases, and the migrated one that each of them is a copy of. */
export default async function prepareDatabases({ provide }: TestProject) {
  const folder = mkdtempSync(join(tmpdir(), "plenum-tests-"));
  await copyMigrated(join(folder, "first"));
  provide("databases", folder);
  return () => rmSync(folder, { recursive: true, force: true });
}
