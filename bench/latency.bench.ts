import { emptyWorker } from "./empty-worker";
import { atMost, type Figure, percentile, round } from "./figure";
import { KeepAlive } from "./keep-alive";
import { localWith, signIn } from "./local";

const rounds = 100;
const orders = 100_000;
const demo = { admin: "admin@example.com", technician: "technician@example.com", household: "household@example.com" };

/** Each screen's goal, in times of an empty Worker's answer. */
const screens: { path: string; as: keyof typeof demo; times: number }[] = [
  { path: "/api/health", as: "admin", times: 8 },
  { path: "/workorders", as: "admin", times: 40 },
  { path: "/workorders/board", as: "admin", times: 60 },
  { path: "/workorders/scheduler", as: "admin", times: 60 },
  { path: "/workorders/40", as: "admin", times: 40 },
  { path: "/customers", as: "admin", times: 40 },
  { path: "/equipment", as: "admin", times: 40 },
  { path: "/technicians", as: "admin", times: 40 },
  { path: "/service-types", as: "admin", times: 40 },
  { path: "/settings", as: "admin", times: 40 },
  { path: "/technician/jobs/today", as: "technician", times: 40 },
  { path: "/finances", as: "household", times: 40 },
  { path: "/finances/dashboard", as: "household", times: 40 },
  { path: "/finances/accounts", as: "household", times: 40 },
];
/** Lists of 25 rows; kilobytes of HTML before compression. */
const lists = { paths: ["/workorders", "/customers", "/equipment"], kilobytes: 60 };

/**
 * Time to answer with 100,000 orders, signed in, beside an empty Worker: asked in turn over open connections in one run,
 * past Miniflare's own entry, which alone takes longer than an empty Worker.
 */
export async function run(): Promise<Figure[]> {
  const { worker, admin } = await localWith(orders, { direct: true });
  const url = await worker.ready;
  const base = await worker.unsafeGetDirectURL();
  const empty = emptyWorker({ direct: true });
  await empty.ready;
  const hello = new KeepAlive(await empty.unsafeGetDirectURL());
  const people = new Map<string, KeepAlive>();
  for (const [name, email] of Object.entries(demo)) {
    const { cookies } = name === "admin" ? admin : await signIn(url, email);
    const cookie = [...cookies].map(([key, value]) => `${key}=${value}`).join("; ");
    people.set(name, new KeepAlive(base, { cookie, host: url.host }));
  }
  const nothing: number[] = [];
  const took = new Map(screens.map(({ path }) => [path, [] as number[]]));
  const weight = new Map<string, number>();
  for (let turn = -5; turn < rounds; turn++) {
    const { ms } = await hello.time("/");
    if (turn >= 0) nothing.push(ms);
    for (const { path, as } of screens) {
      const answer = await people.get(as)?.time(path);
      if (!answer || turn < 0) continue;
      took.get(path)?.push(answer.ms);
      weight.set(path, answer.bytes);
    }
  }
  for (const client of [hello, ...people.values()]) client.close();
  await Promise.all([worker.dispose(), empty.dispose()]);
  const floor = percentile(nothing, 0.5);
  return [
    { figure: "an empty Worker, p50", value: `${round(floor)} ms` },
    ...screens.flatMap(({ path, times }) => {
      const ms = took.get(path) ?? [];
      const p50 = percentile(ms, 0.5);
      return [
        { figure: `${path} p50 / p99`, value: `${round(p50)} / ${round(percentile(ms, 0.99))} ms` },
        atMost(`${path} against an empty Worker, p50`, p50 / floor, times, "×"),
      ];
    }),
    ...lists.paths.map((path) =>
      atMost(`${path}: HTML before compression`, (weight.get(path) ?? Number.NaN) / 1024, lists.kilobytes, " KB"),
    ),
  ];
}
