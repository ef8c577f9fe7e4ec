import type { D1Database } from "@cloudflare/workers-types";
import type { Miniflare, WorkerOptions } from "miniflare";

export function withCron(main: string): string;
export function accessWorker(options: object): WorkerOptions;
export function workerDatabases(
  worker: Miniflare,
  names?: readonly string[],
): { directory: D1Database; shards: Map<string, D1Database> };
export function databaseOf(
  ask: (request: { statements?: { sql: string; values: unknown[] }[]; script?: string }) => Promise<unknown>,
): D1Database;
/** The directory with one shard, whose name it tells. */
export type LocalDatabase = D1Database & { readonly shard: string };
export function workerDatabase(worker: Miniflare, shard?: string): LocalDatabase;
export function publishToWorker(worker: Miniflare, orgId: string, changes: readonly object[]): Promise<void>;
export function sweepWorker(worker: Miniflare, at: Date): Promise<void>;
export function workerFile(worker: Miniflare, name: string): Promise<{ bytes: Buffer; contentType: string } | null>;
export function storeWorkerFile(
  worker: Miniflare,
  name: string,
  bytes: Uint8Array,
  contentType?: string,
): Promise<void>;
export function workerFiles(worker: Miniflare, prefix: string): Promise<string[]>;
