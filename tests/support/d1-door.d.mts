import type { D1Database } from "@cloudflare/workers-types";
import type { Miniflare, WorkerOptions } from "miniflare";

export function doorWorker(options: object): WorkerOptions;
export function databaseBehind(worker: Miniflare): D1Database;
