import type { D1Database } from "@cloudflare/workers-types";
import type { Miniflare, WorkerOptions } from "miniflare";

export function withCron(main: string): string;
export function doorWorker(options: object): WorkerOptions;
export function databasesBehind(worker: Miniflare): Record<"identity" | "tenants", D1Database>;
export function databaseBehind(worker: Miniflare): D1Database;
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
