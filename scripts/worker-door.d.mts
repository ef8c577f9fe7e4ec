import type { D1Database } from "@cloudflare/workers-types";
import type { Miniflare, WorkerOptions } from "miniflare";

export function withCron(main: string): string;
export function doorWorker(options: object): WorkerOptions;
export function databasesBehind(
  worker: Miniflare,
  names?: readonly string[],
): { directory: D1Database; shards: Map<string, D1Database> };
export function databaseOf(
  ask: (asked: { statements?: { sql: string; values: unknown[] }[]; script?: string }) => Promise<unknown>,
): D1Database;
/** The directory with one shard, whose name it tells. */
export type LocalDatabase = D1Database & { readonly shard: string };
export function databaseBehind(worker: Miniflare, shard?: string): LocalDatabase;
export function publishBehind(worker: Miniflare, orgId: string, changes: readonly object[]): Promise<void>;
export function sweepBehind(worker: Miniflare, at: Date): Promise<void>;
export function fileBehind(worker: Miniflare, name: string): Promise<{ bytes: Buffer; contentType: string } | null>;
export function storeFileBehind(
  worker: Miniflare,
  name: string,
  bytes: Uint8Array,
  contentType?: string,
): Promise<void>;
export function filesBehind(worker: Miniflare, prefix: string): Promise<string[]>;
