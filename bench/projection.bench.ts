import { fileURLToPath } from "node:url";
import { Miniflare } from "miniflare";
import { build } from "vite";
import { randomizer } from "../drizzle/seed/random";
import { atMost, type Figure, percentile, round } from "./figure";
import { localWith, signIn } from "./local";

const items = 500;
const rounds = 200;
const root = fileURLToPath(new URL("..", import.meta.url));

/** The 24-month projection of 500 items: the computation alone inside a Worker, and the screen that shows it. */
export async function run(): Promise<Figure[]> {
  const times = await insideAWorker();
  const pages = await dashboards();
  return [
    { figure: `24 months of ${items} items in the Worker, p50`, value: `${round(percentile(times, 0.5))} ms` },
    atMost(`24 months of ${items} items in the Worker, p95`, percentile(times, 0.95), 80, " ms"),
    { figure: `dashboard of ${items} items, request to answer, p50`, value: `${round(percentile(pages, 0.5))} ms` },
    { figure: `dashboard of ${items} items, request to answer, p95`, value: `${round(percentile(pages, 0.95))} ms` },
  ];
}

async function insideAWorker(): Promise<number[]> {
  const [output] = [
    await build({
      root,
      configFile: false,
      logLevel: "error",
      resolve: { alias: { "~": `${root}app` } },
      build: {
        write: false,
        ssr: "bench/projection-worker.ts",
        minify: false,
        rollupOptions: { output: { format: "es" } },
      },
      ssr: { noExternal: true, target: "webworker" },
    }),
  ].flat();
  const chunk = output && "output" in output ? output.output[0] : undefined;
  if (!chunk) throw new Error("nothing was built");
  const worker = new Miniflare({ modules: true, script: chunk.code, compatibilityDate: "2026-01-01" });
  const answer = await worker.dispatchFetch(`http://localhost/?items=${items}&rounds=${rounds}`);
  const times: unknown = await answer.json();
  await worker.dispose();
  if (!Array.isArray(times)) throw new Error("no times came back");
  return times.map(Number);
}

async function dashboards(): Promise<number[]> {
  const { worker, url } = await localWith(0);
  const person = await signIn(url, "second-household@example.com");
  await person.post("/api/bank-accounts", { name: "Everyday", currentBalance: 25_000 });
  const random = randomizer(items);
  for (let at = 0; at < items; at += 1) {
    const date = new Date(Date.UTC(2025, 0, 1 + random.below(600))).toISOString().slice(0, 10);
    const item = { name: `Item ${at}`, amount: 5 + random.below(200), date };
    if (at % 3 === 0) await person.post("/api/income", { ...item, frequency: at % 2 === 0 ? "weekly" : "monthly" });
    else await person.post("/api/expenses", { ...item, isRecurring: true });
  }
  const times: number[] = [];
  for (let at = -5; at < 60; at += 1) {
    const started = performance.now();
    const answer = await person.get("/finances/dashboard");
    if (answer.status !== 200) throw new Error(`${answer.status}`);
    if (at >= 0) times.push(performance.now() - started);
  }
  await worker.dispose();
  return times;
}
