import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { z } from "zod";

const Answer = z.object({ version: z.string(), single: z.number(), batched: z.number(), left: z.number() });

/**
 * Tryton's movements per second for single units by one writer: each in its own transaction, and `lines` in one. Debian packages
 * it as tryton-server and tryton-modules-stock for its own Python; null if not installed.
 */
export function trytonMovements(count: number, lines: number): z.infer<typeof Answer> | null {
  const script = join(import.meta.dirname, "tryton-stock.py");
  const { status, stdout } = spawnSync("/usr/bin/python3", ["-W", "ignore", script, String(count), String(lines)], {
    encoding: "utf8",
    stdio: ["ignore", "pipe", "ignore"],
  });
  return status === 0 ? Answer.parse(JSON.parse(stdout.trim().split("\n").at(-1) ?? "")) : null;
}
