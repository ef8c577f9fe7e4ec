import { seedTransactions } from "../drizzle/seed/bulk-transactions";
import { databaseCosts, type Visitor } from "../tests/support/visitor";
import { atMost, type Figure, percentile, round } from "./figure";
import { localWith, signIn } from "./local";

const rows = Number(process.env.BENCH_TRANSACTIONS ?? 100_000);
const rounds = 15;
const day = (daysBack: number) => new Date(Date.now() - daysBack * 86_400_000).toISOString().slice(0, 10);

/** Each list with the maximum rows it may read, including unreviewed ones of 60 days. */
const lists: { name: string; query: string; limit: number | null }[] = [
  { name: "newest", query: "", limit: 4000 },
  { name: "oldest", query: "sort=oldest", limit: 4000 },
  { name: "most money in first", query: "sort=amount_down", limit: 4000 },
  { name: "most money out first", query: "sort=amount_up", limit: 4000 },
  { name: "to review", query: "review=open", limit: 4000 },
  { name: "reviewed (none)", query: "review=reviewed", limit: 4000 },
  { name: "excluded (none)", query: "review=excluded", limit: 4000 },
  { name: "a category", query: "category=healthcare", limit: 4000 },
  { name: "a rare category", query: "category=education", limit: 4000 },
  { name: "a month", query: `from=${day(400)}&to=${day(370)}`, limit: 4000 },
  { name: "amounts from 900", query: "min=900", limit: 10_000 },
  { name: "a word of many rows", query: "q=walgreens", limit: 4000 },
  // A search reads the household's own rows until a page is full.
  { name: "a word of few rows", query: "q=kinnickinnic", limit: null },
  { name: "a word of no row", query: "q=zzyzx", limit: null },
];

/** Rows read and D1 time for a household's transactions, searched, filtered and sorted, with 100,000 of them. */
export async function run(): Promise<Figure[]> {
  const { worker, url, db } = await localWith(0);
  const person = await signIn(url, "household@example.com");
  await seedTransactions(db, { count: rows, now: new Date() });
  const figures: Figure[] = [{ figure: "transactions of the household", value: rows.toLocaleString("en-US") }];
  for (const { name, query, limit } of lists) {
    const costs = await measured(person, `/finances/transactions?${query}`);
    const times = costs.map(({ ms }) => ms);
    const read = costs[0]?.read ?? Number.NaN;
    figures.push(
      limit === null
        ? { figure: `${name}: rows read`, value: String(read) }
        : atMost(`${name}: rows read`, read, limit),
    );
    figures.push({
      figure: `${name}: time in D1, p50 / p95`,
      value: `${round(percentile(times, 0.5))} / ${round(percentile(times, 0.95))} ms`,
    });
  }
  await worker.dispose();
  return figures;
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
