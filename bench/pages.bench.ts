import type { Miniflare } from "miniflare";
import { emptyWorker } from "./empty-worker";
import { atMost, type Figure, percentile, round } from "./figure";
import { KeepAlive } from "./keep-alive";
import { localWith, signIn } from "./local";

const WORK_ORDERS = 100_000;
/** Requests per page, each paired with one to the empty Worker. */
const TURNS = Number(process.env.PAGES_TURNS ?? 80);
const WARM_UP = 10;

/** By user: the maximum time as a multiple of the empty Worker's. */
const pages: Record<string, Record<string, number>> = {
  "admin@example.com": {
    "/api/health": 8,
    "/workorders": 40,
    "/workorders/40": 40,
    "/workorders/board": 60,
    "/workorders/scheduler": 60,
    "/workorders/scheduler?view=week": 60,
    "/customers": 40,
    "/equipment": 40,
    "/dashboard": 40,
    "/inventory/stock": 40,
    "/invoices-v2": 40,
    "/settings": 40,
  },
  "technician@example.com": { "/technician/jobs/today": 40 },
  "household@example.com": {
    "/finances": 40,
    "/finances/accounts": 40,
    "/finances/transactions": 40,
    "/finances/dashboard": 40,
  },
};

/**
 * A page's response time for a signed-in user with 100,000 work orders: its median as a multiple of an empty Worker's, measured
 * alternately over an open connection to each, bypassing Miniflare's entry, so that variations of the machine affect both.
 */
export async function run(): Promise<Figure[]> {
  const { worker, url } = await localWith(WORK_ORDERS, { direct: true });
  const empty = emptyWorker({ direct: true });
  try {
    await empty.ready;
    const nothing = new KeepAlive(await direct(empty));
    const times: number[] = [];
    const figures: Figure[] = [];
    for (const [email, goals] of Object.entries(pages)) {
      const { cookies } = await signIn(url, email);
      const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join("; ");
      const client = new KeepAlive(await direct(worker), { cookie, host: url.host });
      for (const [path, most] of Object.entries(goals)) {
        const [page, empty] = await inTurns(client, path, nothing);
        times.push(...empty);
        const ms = percentile(page, 0.5);
        figures.push(atMost(`${path}, ${round(ms)} ms`, ms / percentile(empty, 0.5), most, "×"));
      }
      client.close();
    }
    nothing.close();
    return [{ figure: "an empty Worker, p50", value: `${round(percentile(times, 0.5))} ms` }, ...figures];
  } finally {
    await Promise.all([worker.dispose(), empty.dispose()]);
  }
}

const direct = (worker: Miniflare) => worker.unsafeGetDirectURL();

async function inTurns(client: KeepAlive, path: string, nothing: KeepAlive): Promise<[number[], number[]]> {
  const page: number[] = [];
  const empty: number[] = [];
  for (let turn = -WARM_UP; turn < TURNS; turn += 1) {
    const { ms: own } = await nothing.time("/");
    const { ms } = await client.time(path);
    if (turn < 0) continue;
    empty.push(own);
    page.push(ms);
  }
  return [page, empty];
}
