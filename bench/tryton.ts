import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { z } from "zod";

const Answer = z.object({ version: z.string(), single: z.number(), batched: z.number(), left: z.number() });

/**
 * Tryton's stock taking single units, one writer, in movements a second: each in a transaction, and `lines` in one. Debian has it
 * as tryton-server and tryton-modules-stock, for its own Python; null where they are not installed.
 */
export function trytonMovements(count: number, lines: number): z.infer<typeof Answer> | null {
  const script = join(import.meta.dirname, "tryton-stock.py");
  const { status, stdout } = spawnSync("/usr/bin/python3", ["-W", "ignore", script, String(count), String(lines)], {
    encoding: "utf8",
    stdio: ["ignore", "pipe", "ignore"],
  });
  return status === 0 ? Answer.parse(JSON.parse(stdout.trim().split("\n").at(-1) ?? "")) : null;
}
