import { atMost, type Figure, percentile, round } from "./figure";
import { localWith } from "./local";

const rounds = 300;

/** Time to answer /workorders with 100,000 orders, signed in, against /api/health, taken in turn in one run. */
export async function run(): Promise<Figure[]> {
  const { worker, admin } = await localWith(100_000);
  const health: number[] = [];
  const list: number[] = [];
  for (let i = -20; i < rounds; i++) {
    const a = await timed(() => admin.get("/api/health"));
    const b = await timed(() => admin.get("/workorders"));
    if (i < 0) continue;
    health.push(a);
    list.push(b);
  }
  await worker.dispose();
  const [p50Health, p50List] = [percentile(health, 0.5), percentile(list, 0.5)];
  return [
    { figure: "/api/health p50", value: `${round(p50Health)} ms` },
    { figure: "/workorders p50, 100,000 orders", value: `${round(p50List)} ms` },
    { figure: "/workorders p99, 100,000 orders", value: `${round(percentile(list, 0.99))} ms` },
    atMost("/workorders against /api/health, p50", p50List / p50Health, 20, "×"),
  ];
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const started = performance.now();
  await work();
  return performance.now() - started;
}
