import type { D1Database } from "@cloudflare/workers-types";
import type { Notes, TimeTravel } from "../app/domain/operations/tenant-moves/restore/fetch-rows.server";
import type { Row } from "../app/domain/operations/tenant-moves/restore/tenant-restore";

export function localTimeTravel(options: {
  folder: string;
  id: string;
  stop: () => Promise<void>;
  start: () => Promise<void>;
}): TimeTravel;
export function remoteDatabase(options: { account: string; token: string; id: string }): {
  database: D1Database;
  travel: TimeTravel;
};
export function notesIn(folder: string): Notes & { keepSince: (id: string, rows: Map<string, Row[]>) => void };
