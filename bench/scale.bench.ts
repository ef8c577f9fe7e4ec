import { shards } from "../scripts/databases.mjs";
import { createWorker, migrateWorker } from "../scripts/local-worker.mjs";
import { accessWorker } from "../scripts/worker-access.mjs";
import type { Visitor } from "../tests/support/visitor";
import { atMost, type Figure, percentile, round } from "./figure";
import { manyTenants } from "./many-tenants";
import { type Answer, send } from "./send";

const TENANTS = 200;
const SHARDS = 8;
const WORK_ORDERS = 60;
const NOISY_TIMES = 100;
/** Share of the Worker's capacity used by all tenants except the noisy one. */
const SHARE = Number(process.env.SCALE_SHARE ?? 0.3);
const WINDOW_SECONDS = Number(process.env.SCALE_SECONDS ?? 8);
/** A measurement and its baseline alternate, so that variations of the machine affect both. */
const ROUNDS = Number(process.env.SCALE_ROUNDS ?? 6);
const clients = 4;
/** A ratio no user would notice. */
const MAX_TIMES = 1.2;
const paths = ["/dashboard", "/workorders", "/customers", "/workorders/40", "/api/work-orders", "/api/customers"];

/**
 * Two hundred businesses on eight shards: pages of all of them compared with the same load on one, and the effect of one that
 * sends a hundred times as many requests on the others. One process with one thread runs everything, including the databases.
 */
export async function run(): Promise<Figure[]> {
  const names = Array.from({ length: SHARDS }, (_, n) => String(n + 1));
  const worker = createWorker({
    ...{ direct: true, companion: accessWorker, moreShards: names.filter((name) => !shards.includes(name)) },
    vars: { ENVIRONMENT: "local", SIGNING_SECRET: "s".repeat(40), ENCRYPTION_KEY: "e".repeat(44) },
  });
  try {
    const url = await worker.ready;
    await migrateWorker(worker, names);
    const visitors = await manyTenants(worker, { url, count: TENANTS, shards: names, workOrders: WORK_ORDERS });
    const base = await worker.unsafeGetDirectURL();
    // Warms up every session, and every page on each shard.
    for (const visitor of visitors) await visitor.get("/workorders");
    for (const visitor of visitors.slice(0, SHARDS * 2)) for (const path of paths) await visitor.get(path);
    const all = visitors.map(asker);
    const load = { base: base.href, paths, headers: { host: url.host }, seconds: WINDOW_SECONDS };
    const spread = await inTurns(
      () => send({ ...load, askers: all, clients }).answers,
      () => send({ ...load, askers: all.slice(0, 1), clients }).answers,
    );
    const capacity = spread[1].length / (WINDOW_SECONDS * ROUNDS);
    const [noisy, ...others] = all;
    const rate = capacity * SHARE;
    const quiet = () => send({ ...load, askers: others, rate }).answers;
    const noise: Answer[] = [];
    const turns = await inTurns(async () => {
      const loud = send({ ...load, askers: [noisy], rate: (rate / others.length) * NOISY_TIMES });
      const answers = await quiet();
      noise.push(...(await loud.answers));
      return answers;
    }, quiet);
    const answers = [...spread.flat(), ...turns.flat()];
    const failed = [...answers, ...noise].filter(({ status }) => status !== 200 && status !== 503);
    const per = (count: number) => round(count / (WINDOW_SECONDS * ROUNDS));
    return [
      {
        figure: `answered a second, ${TENANTS} tenants / one`,
        value: spread.map(({ length }) => per(length)).join(" / "),
      },
      ...compared(`pages of ${TENANTS} tenants on ${SHARDS} shards, of those of one`, spread),
      {
        figure: "requests a second by the others / the noisy one",
        value: `${per(turns[0].length)} / ${per(noise.length)}`,
      },
      ...compared("pages of the others beside it, of those without it", turns),
      { figure: "the noisy one's pages, p50 / p99", value: [0.5, 0.99].map((share) => of(noise, share)).join(" / ") },
      { figure: "of these turned away with 503", value: noise.filter(({ status }) => status === 503).length },
      atMost("of the others' turned away", answers.filter(({ status }) => status === 503).length, 0),
      atMost("answered otherwise, or not at all", failed.length, 0),
    ];
  } finally {
    await worker.dispose();
  }
}

/** Results of two alternating measurements. */
async function inTurns(one: () => Promise<Answer[]>, other: () => Promise<Answer[]>): Promise<[Answer[], Answer[]]> {
  const found: [Answer[], Answer[]] = [[], []];
  for (let turn = 0; turn < ROUNDS; turn += 1) {
    // Neither is always second.
    for (const which of turn % 2 ? [1, 0] : [0, 1]) found[which]?.push(...(await (which === 0 ? one() : other())));
  }
  return found;
}

/** The percentile of response times in milliseconds. */
const of = (answers: Answer[], share: number) =>
  round(
    percentile(
      answers.filter(({ status }) => status === 200).map(({ ms }) => ms),
      share,
    ),
  );

function compared(name: string, [some, others]: [Answer[], Answer[]]): Figure[] {
  return [0.5, 0.99].map((share) => {
    const [one, other] = [of(some, share), of(others, share)];
    return {
      ...atMost(`${name}, p${share * 100}`, one / other, MAX_TIMES),
      value: `${one} / ${other} ms = ${round(one / other)}`,
    };
  });
}

/** Each has its own IP address, like real businesses. */
function asker(visitor: Visitor, n: number) {
  const cookie = [...visitor.cookies].map(([key, value]) => `${key}=${value}`).join("; ");
  return { cookie, "cf-connecting-ip": `198.51.${100 + Math.floor(n / 250)}.${n % 250}` };
}
