import { setTimeout } from "node:timers/promises";
import { demoPassword } from "../drizzle/seed/demo";
import { atMost, type Figure, percentile, round } from "./figure";
import { KeepAlive } from "./keep-alive";
import { localWith } from "./local";
import { type Answer, type Sending, send } from "./send";

const times = 10;
const seconds = Number(process.env.OVERLOAD_SECONDS ?? 20);
const clients = 8;
/** What an office requests: pages and API reads, equally often. */
const paths = ["/workorders", "/api/work-orders", "/customers", "/api/customers", "/workorders/40", "/api/dashboard"];
/** Health probes as by a load balancer, and people signing in meanwhile. */
const healthEveryMs = 250;
const signInEveryMs = 1000;
/** How long a user waits for a page at most. */
const USEFUL_WITHIN_MS = 2000;
const goals = { probeMs: 300, goodput: 0.9, recoveryMs: 5000 };

/**
 * Ten times the Worker's capacity, requested by signed-in users and API clients who do not wait for responses: how much is still
 * served, how the rest is rejected, and how health checks and sign-ins fare meanwhile. Capacity is what clients that wait for
 * their responses achieve, along with the same probes. The Worker is one process with one thread that also runs the databases,
 * Durable Objects and queues and rejects the excess; Miniflare's own entry is bypassed.
 */
export async function run(): Promise<Figure[]> {
  const { worker, admin, url } = await localWith(1000, { direct: true });
  const base = await worker.unsafeGetDirectURL();
  const cookie = [...admin.cookies].map(([key, value]) => `${key}=${value}`).join("; ");
  const load = { base: base.href, paths, headers: { cookie, host: url.host } };
  try {
    await send({ ...load, clients: 1, seconds: 2 }).answers;
    const quiet = await probedDuring(base, url.host, send({ ...load, clients, seconds }));
    const capacity = useful(quiet.answers).length / seconds;
    const crowd = send({ ...load, rate: capacity * times, seconds });
    const watched = probedDuring(base, url.host, crowd);
    await crowd.sent;
    const recovery = await recoveryMs(load, percentile(took(quiet.answers), 0.99));
    return figures({ capacity, quiet, crowded: await watched, recovery });
  } finally {
    await worker.dispose();
  }
}

interface Watched {
  answers: Answer[];
  health: Probed[];
  signIn: Probed[];
}

function figures(measured: { capacity: number; quiet: Watched; crowded: Watched; recovery: number }): Figure[] {
  const { capacity, quiet, crowded, recovery } = measured;
  const { answers } = crowded;
  const goodput = useful(answers).length / seconds / capacity;
  const shed = answers.filter(({ status }) => status === 503);
  const others = answers.filter(({ status }) => status !== 503 && status !== 200);
  const percent = (share: number) => `${round(share * 100)}%`;
  return [
    { figure: `answered a second, ${clients} clients that wait`, value: round(capacity) },
    { figure: "time to answer them, p50 / p99", value: both(took(quiet.answers)) },
    { figure: `asked a second at ${times} times the load`, value: round(answers.length / seconds) },
    {
      figure: `answered within ${USEFUL_WITHIN_MS / 1000} s, of what can be`,
      value: percent(goodput),
      goal: `at least ${percent(goals.goodput)}`,
      met: goodput >= goals.goodput,
    },
    { figure: "time to answer them, p50 / p99", value: both(took(useful(answers))) },
    { figure: "turned away with 503", value: percent(shed.length / answers.length) },
    { figure: "time to be turned away, p50 / p99", value: both(took(shed)) },
    atMost("of them without Retry-After", shed.filter(({ retryAfter }) => !retryAfter).length, 0),
    atMost("answered otherwise, or not at all", others.length, 0),
    ...probed("/api/health", quiet.health, crowded.health),
    ...probed("sign-in", quiet.signIn, crowded.signIn),
    atMost("until pages are answered as before", recovery, goals.recoveryMs, " ms"),
  ];
}

function probed(name: string, quiet: Probed[], crowded: Probed[]): Figure[] {
  const ms = crowded.map((probe) => probe.ms);
  return [
    { figure: `${name} beside what it can do, p50 / p99`, value: both(quiet.map((probe) => probe.ms)) },
    { figure: `${name} beside ${times} times the load, p50`, value: `${round(percentile(ms, 0.5))} ms` },
    atMost("  p99", percentile(ms, 0.99), goals.probeMs, " ms"),
    atMost(`  not answered with 200, of ${crowded.length}`, crowded.filter(({ ok }) => !ok).length, 0),
  ];
}

const both = (ms: number[]) => `${round(percentile(ms, 0.5))} / ${round(percentile(ms, 0.99))} ms`;

const took = (answers: Answer[]) => answers.map(({ ms }) => ms);
const useful = (answers: Answer[]) => answers.filter(({ status, ms }) => status === 200 && ms <= USEFUL_WITHIN_MS);

interface Probed {
  ms: number;
  ok: boolean;
}

/** Probes until the last of the load was sent. */
async function probedDuring(base: URL, host: string, load: Sending): Promise<Watched> {
  let isOver = false;
  load.sent.then(() => {
    isOver = true;
  });
  const every = async (pause: number, ask: (client: KeepAlive) => Promise<unknown>): Promise<Probed[]> => {
    const probes: Promise<Probed>[] = [];
    for (let turn = 0; !isOver; turn += 1) {
      // Probes do not wait for one another, and each comes from a different IP address, like real users.
      const client = new KeepAlive(base, { host, "cf-connecting-ip": `198.51.100.${turn % 250}` });
      probes.push(probe(client, ask));
      await setTimeout(pause);
    }
    return Promise.all(probes);
  };
  const [health, signIn, answers] = await Promise.all([
    every(healthEveryMs, (client) => client.time("/api/health")),
    every(signInEveryMs, (client) =>
      client.time("/api/auth/login", { email: "manager@example.com", password: demoPassword }),
    ),
    load.answers,
  ]);
  return { answers, health, signIn };
}

async function probe(client: KeepAlive, ask: (client: KeepAlive) => Promise<unknown>): Promise<Probed> {
  const started = performance.now();
  const ok = await ask(client).then(
    () => true,
    () => false,
  );
  client.close();
  return { ms: performance.now() - started, ok };
}

/** Milliseconds until every page is served no slower than before the load. */
async function recoveryMs(load: { base: string; headers: Record<string, string> }, within: number): Promise<number> {
  const started = performance.now();
  const client = new KeepAlive(new URL(load.base), load.headers);
  let since = started;
  for (let inRow = 0; inRow < paths.length; ) {
    const answer = await client.time(paths[inRow] ?? "/").catch(() => null);
    if (answer && answer.ms <= within) {
      inRow += 1;
      continue;
    }
    inRow = 0;
    await setTimeout(10);
    since = performance.now();
    if (since - started > 60_000) break;
  }
  client.close();
  return since - started;
}
