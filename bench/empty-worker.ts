import { readdirSync, readFileSync } from "node:fs";
import type { Miniflare } from "miniflare";
import { createWorker } from "../scripts/local-worker.mjs";
import { percentile } from "./figure";

const vars = { ENVIRONMENT: "local", SIGNING_SECRET: "s".repeat(40), ENCRYPTION_KEY: "e".repeat(44) };
const bundle = "bench/empty-worker/index.js";

/** A hello-world Worker: the baseline for the product's figures, in the same run on the same machine. */
export function emptyWorker(options: { direct?: boolean } = {}): Miniflare {
  return createWorker({ vars, bundle, ...options });
}

/**
 * CPU milliseconds of the product's startup and of an empty Worker's: medians of alternating starts. Null if not available (it is
 * read from Linux's /proc).
 */
export async function startupCpu(starts = 7): Promise<{ product: number; empty: number } | null> {
  const product: number[] = [];
  const empty: number[] = [];
  for (let start = 0; start < starts; start++) {
    const [a, b] = [await cpuOf(emptyWorker()), await cpuOf(createWorker({ vars }))];
    if (a === null || b === null) return null;
    empty.push(a);
    product.push(b);
  }
  return { product: percentile(product, 0.5), empty: percentile(empty, 0.5) };
}

async function cpuOf(worker: Miniflare): Promise<number | null> {
  const before = new Set(runtimes());
  await worker.ready;
  const own = runtimes().find((pid) => !before.has(pid));
  const cpu = own === undefined ? null : cpuMs(own);
  await worker.dispose();
  return cpu;
}

/** Process ids of workerd processes started by this process. */
function runtimes(): string[] {
  return listed("/proc")
    .filter((name) => /^\d+$/.test(name))
    .filter((pid) => {
      const stat = read(`/proc/${pid}/stat`);
      const [, parent] = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
      return stat.includes("(workerd") && parent === String(process.pid);
    });
}

function cpuMs(pid: string): number {
  const threads = listed(`/proc/${pid}/task`).map((id) => read(`/proc/${pid}/task/${id}/schedstat`));
  return threads.reduce((sum, text) => sum + Number(text.split(" ")[0] ?? 0), 0) / 1e6;
}

function listed(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}

function read(file: string): string {
  try {
    return readFileSync(file, "utf8");
  } catch {
    return "";
  }
}
