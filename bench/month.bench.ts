import type { Miniflare } from "miniflare";
import { seedTransactions } from "../drizzle/seed/bulk-transactions";
import { workerDatabase } from "../scripts/worker-access.mjs";
import { databaseCosts, type Visitor } from "../tests/support/visitor";
import { atMost, type Figure, percentile, round } from "./figure";
import { localWith, signIn } from "./local";

const rows = Number(process.env.BENCH_TRANSACTIONS ?? 1_000_000);
const rounds = 40;

const now = new Date();
const screens = [
  { name: "month", path: "/finances", limit: 10 },
  { name: "year", path: `/finances?view=year&year=${now.getUTCFullYear() - 1}`, limit: 100 },
  { name: "expenses", path: "/finances/expenses", limit: null },
  { name: "calendar", path: "/finances/calendar", limit: null },
  { name: "dashboard", path: "/finances/dashboard", limit: null },
] as const;

/**
 * D1 time and rows read for a household's screens with 1,000,000 transactions in the table, nearly all its own, and rows read for
 * a small second household before and after they were added.
 */
export async function run(): Promise<Figure[]> {
  const { worker, url, admin: small } = await localWith(0);
  const large = await signIn(url, "household@example.com");
  const before = await costsOf(small);
  await grow(worker);
  const after = await costsOf(small);
  const figures: Figure[] = [];
  for (const { name, path, limit } of screens) {
    const costs = await measured(large, path);
    const times = costs.map(({ ms }) => ms);
    const mean = times.reduce((sum, ms) => sum + ms, 0) / times.length;
    const figure = `${name}: time in D1, mean of ${rounds}`;
    figures.push(limit ? atMost(figure, mean, limit, " ms") : { figure, value: `${round(mean)} ms` });
    figures.push({ figure: `${name}: time in D1, p95`, value: `${percentile(times, 0.95)} ms` });
    figures.push({ figure: `${name}: rows read, round trips`, value: `${costs[0]?.read} / ${costs[0]?.calls}` });
  }
  await worker.dispose();
  return [
    { figure: "transactions in the table", value: rows.toLocaleString("en-US") },
    ...figures,
    ...screens.map(({ name }, at) => ({
      figure: `${name} of another household: rows read before and after`,
      value: `${before[at]} / ${after[at]}`,
      goal: "the same",
      met: before[at] === after[at],
    })),
  ];
}

async function grow(worker: Miniflare): Promise<void> {
  await seedTransactions(workerDatabase(worker), { count: rows, now });
}

async function costsOf(person: Visitor): Promise<number[]> {
  const read: number[] = [];
  for (const { path } of screens) read.push((await costOf(person, path)).read);
  return read;
}

async function measured(person: Visitor, path: string) {
  await costOf(person, path);
  const costs = [];
  for (let at = 0; at < rounds; at += 1) costs.push(await costOf(person, path));
  return costs;
}

async function costOf(person: Visitor, path: string) {
  const answer = await person.get(path);
  if (answer.status !== 200) throw new Error(`${path}: ${answer.status}`);
  return databaseCosts(answer);
}
