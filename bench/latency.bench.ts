import { seedDemo } from "../drizzle/seed/demo";
import { createWorker, migrateWorker } from "../scripts/local-worker.mjs";
import { accessWorker, workerDatabase } from "../scripts/worker-access.mjs";
import { databaseCosts } from "../tests/support/visitor";
import { delayedEntry } from "./delayed-entry.mjs";
import { atMost, type Figure, round } from "./figure";
import { signIn } from "./local";

const pages = {
  "admin@example.com": [
    ...["/dashboard", "/workorders", "/workorders/40", "/workorders/board", "/workorders/scheduler", "/customers"],
    ...["/equipment", "/inventory/items", "/invoices-v2", "/leads", "/messages", "/todos", "/pgi", "/properties"],
  ],
  "household@example.com": ["/finances", "/finances?view=year", "/finances/accounts", "/finances/dashboard"],
} as const;

const DELAYS = [80, 200];
const TIMES = 5;

/**
 * Counts sequential round trips per page: with delayed databases, the time to first byte is about one delay per round trip. The
 * same pages without a delay show the remaining time.
 */
export async function run(): Promise<Figure[]> {
  const near = await measured(0);
  const figures: Figure[] = [];
  for (const delay of DELAYS) {
    const far = await measured(delay);
    const added = [...far].map(([page, { ms }]) => ({ page, times: (ms - (near.get(page)?.ms ?? 0)) / delay }));
    const [deepest] = added.toSorted((a, b) => b.times - a.times);
    const mean = added.reduce((sum, { times }) => sum + times, 0) / added.length;
    figures.push(
      { figure: `delays of ${delay} ms that a page waits for, mean of ${added.length}`, value: round(mean) },
      atMost(`the same, the deepest (${deepest?.page})`, round(deepest?.times ?? 0), 1.3),
    );
  }
  const rounds = [...near.values()].map((page) => page.rounds);
  figures.push({ figure: "round trips one after the other, most of any page", value: Math.max(...rounds) });
  return figures;
}

/** The median of each page, in a browser with a warm cache. */
async function measured(delay: number): Promise<Map<string, { ms: number; rounds: number }>> {
  const worker = createWorker({
    companion: accessWorker,
    entry: delay > 0 ? (main) => delayedEntry(main, delay) : undefined,
    vars: { ENVIRONMENT: "local", SIGNING_SECRET: "s".repeat(40), ENCRYPTION_KEY: "e".repeat(44) },
  });
  const url = await worker.ready;
  await migrateWorker(worker);
  await seedDemo(workerDatabase(worker), new Date());
  const found = new Map<string, { ms: number; rounds: number }>();
  for (const [email, paths] of Object.entries(pages)) {
    const visitor = await signIn(url, email);
    for (const path of paths) {
      await visitor.get(path);
      const times: number[] = [];
      let rounds = 0;
      for (let n = 0; n < TIMES; n += 1) {
        const began = performance.now();
        const answer = await visitor.get(path);
        times.push(performance.now() - began);
        if (answer.status !== 200) throw new Error(`${path} was answered ${answer.status}`);
        rounds = Math.max(rounds, databaseCosts(answer).rounds);
      }
      found.set(path, { ms: times.sort((a, b) => a - b)[Math.floor(TIMES / 2)] ?? 0, rounds });
    }
  }
  await worker.dispose();
  return found;
}
