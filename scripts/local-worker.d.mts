import type { D1Database } from "@cloudflare/workers-types";
import type { Log, Miniflare, WorkerOptions } from "miniflare";

export const root: string;
export interface LocalOptions {
  port?: number;
  persist?: string | false;
  vars?: Record<string, string>;
  host?: string;
  log?: Log;
  bundle?: string;
  inspectorPort?: number;
  onOutput?: (text: string) => void;
  direct?: boolean;
  companion?: (worker: object) => WorkerOptions;
  entry?: (main: string) => string;
  moreShards?: readonly string[];
}
export function createWorker(options?: LocalOptions): Miniflare;
export function migrate(db: D1Database): Promise<string[]>;
export function migrateWorker(worker: Miniflare, names?: readonly string[]): Promise<void>;
export function copyMigrated(folder: string): Promise<void>;
