import { emptyWorker } from "./empty-worker";
import { atMost, type Figure, percentile, round } from "./figure";
import { localWith } from "./local";

const rounds = 300;

/** Time to answer /workorders with 100,000 orders, signed in, against an empty Worker, taken in turn in one run. */
export async function run(): Promise<Figure[]> {
  const { worker, admin } = await localWith(100_000);
  const empty = emptyWorker();
  const hello = await empty.ready;
  const nothing: number[] = [];
  const list: number[] = [];
  for (let i = -20; i < rounds; i++) {
    const a = await timed(async () => (await fetch(hello)).text());
    const b = await timed(() => admin.get("/workorders"));
    if (i < 0) continue;
    nothing.push(a);
    list.push(b);
  }
  await Promise.all([worker.dispose(), empty.dispose()]);
  const [p50Empty, p50List] = [percentile(nothing, 0.5), percentile(list, 0.5)];
  return [
    { figure: "an empty Worker, p50", value: `${round(p50Empty)} ms` },
    { figure: "/workorders p50, 100,000 orders", value: `${round(p50List)} ms` },
    { figure: "/workorders p99, 100,000 orders", value: `${round(percentile(list, 0.99))} ms` },
    atMost("/workorders against an empty Worker, p50", p50List / p50Empty, 40, "×"),
  ];
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const started = performance.now();
  await work();
  return performance.now() - started;
}
