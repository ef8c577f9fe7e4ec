import { existsSync, mkdtempSync, rmSync, statfsSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { TestProject } from "vitest/node";
import { copyMigrated } from "../../scripts/local-worker.mjs";

declare module "vitest" {
  interface ProvidedContext {
    /** The folder of one run's databases, deleted when it ends. */
    databases: string;
  }
}

/** Before the first HTTP test: creates one folder for all Workers' databases, and the migrated set that each of them copies. */
export default async function prepareDatabases({ provide }: TestProject) {
  const folder = mkdtempSync(join(hasRoom(MEMORY) ? MEMORY : tmpdir(), "plenum-tests-"));
  await copyMigrated(join(folder, "first"));
  provide("databases", folder);
  return () => rmSync(folder, { recursive: true, force: true });
}

/** Linux keeps this folder in memory: files written there never wait for a disk. A container may have given it almost no room. */
const MEMORY = "/dev/shm";
const ROOM = 4 * 1024 ** 3;

function hasRoom(folder: string): boolean {
  if (!existsSync(folder)) return false;
  const { bavail, bsize } = statfsSync(folder);
  return bavail * bsize >= ROOM;
}
