import { connectHost } from "../app/domain/code-hosts/connection.server";
import { simulatedTokens } from "../app/domain/code-hosts/simulated";
import { runHostJob } from "../app/domain/code-hosts/sync/jobs.server";
import type { LocalDatabase } from "../scripts/worker-access.mjs";
import { scheduledShop } from "../tests/support/host-schedules";
import { Visitor } from "../tests/support/visitor";
import { atMost, type Figure, percentile, round } from "./figure";
import { hostBusiness } from "./host-business";
import type { PlayedSchedule } from "./host-schedules-worker";
import { openWorker } from "./in-worker";
import { localWith } from "./local";

/** Number of schedules: `HOST_SCHEDULES=1000 npm run bench code-hosts`; with `HOST_SCHEDULES_FROM=401` only the later ones. */
const schedules = Number(process.env.HOST_SCHEDULES ?? 25);
const firstSchedule = Number(process.env.HOST_SCHEDULES_FROM ?? 1);
const issueCount = 10_000;
const largeCount = 20_000;
const webhooks = 300;

/** Random schedules of edits on both sides, a first import, and response times of webhooks compared with /api/health. */
export async function run(): Promise<Figure[]> {
  const { worker, url, db, admin } = await localWith(0);
  const { unequal, doubled, lost, loops } = await playAll();
  const { added, seconds } = await importAll(db, issueCount);
  const large = await importAll(db, largeCount, { isRevoked: true });
  const { answers, health } = await answerTimes(url, admin);
  await worker.dispose();
  const rate = added / seconds;
  const [p99, p99Health] = [percentile(answers, 0.99), percentile(health, 0.99)];
  return [
    { figure: "random schedules of edits, crashes and lost webhooks", value: schedules - firstSchedule + 1 },
    atMost("of them with sides that end unequal", unequal, 0),
    atMost("issues that are there twice", doubled, 0),
    atMost("comments lost or there twice", lost, 0),
    atMost("schedules after which something is sent again", loops, 0),
    { figure: "issues of a first import, cut off after a third", value: added },
    { figure: "issues a second", value: round(rate), goal: "at least 300", met: rate >= 300 },
    { figure: "issues of one cut off, and half way cut off again and with its token revoked", value: large.added },
    atMost("of them there twice, or not at all", large.missing + large.doubled, 0),
    atMost("of them that differ from the host's", large.unequal, 0),
    atMost("taken in while the token was revoked", large.whileRevoked, 0),
    { figure: "issues a second, all of that included", value: round(large.added / large.seconds) },
    { figure: `answer to a webhook, p50 of ${webhooks}`, value: `${round(percentile(answers, 0.5))} ms` },
    atMost("answer to a webhook, p99", p99, 50, " ms"),
    { figure: "answer of /api/health in between, p99", value: `${round(p99Health)} ms` },
    { figure: "webhook to health, p50", value: round(percentile(answers, 0.5) / percentile(health, 0.5)) },
  ];
}

type Played = Record<"unequal" | "doubled" | "lost" | "loops", number>;

async function playAll(): Promise<Played> {
  const played: Played = { unequal: 0, doubled: 0, lost: 0, loops: 0 };
  const { ask, dispose } = await openWorker("bench/host-schedules-worker.ts");
  for (let seed = firstSchedule; seed <= schedules; seed += 1) {
    const { differing, doubled, lost, echoes } = await ask<PlayedSchedule>({ seed: String(seed) });
    played.unequal += differing.length;
    played.doubled += doubled;
    played.lost += lost;
    if (echoes > 0) played.loops += 1;
  }
  await dispose();
  return played;
}

interface Imported {
  added: number;
  seconds: number;
  missing: number;
  doubled: number;
  unequal: number;
  whileRevoked: number;
}

/**
 * A first import that is interrupted after 33 pages and then resumed; `isRevoked`: halfway through, it is interrupted within a
 * page and its token is replaced.
 */
async function importAll(db: LocalDatabase, count: number, { isRevoked = false } = {}): Promise<Imported> {
  const shop = await scheduledShop(db, await hostBusiness(db, db.shard), "github");
  await shop.happens({ op: "issues", count, title: "Old" });
  const read = { kind: "read" as const, orgId: shop.orgId, host: shop.host, repositoryId: shop.repositoryId };
  const taken = async () =>
    (await db
      .prepare("SELECT count(*) AS count FROM code_host_issues WHERE org_id = ?")
      .bind(shop.orgId)
      .first<number>("count")) ?? 0;
  const started = performance.now();
  // Each page takes about ten database calls.
  await runHostJob(shop.system(330), read).catch(() => {});
  shop.hosts.pass(180);
  let whileRevoked = 0;
  for (let run = 0; run < 200; run += 1) {
    const sofar = await taken();
    if (sofar >= count) break;
    if (isRevoked && sofar >= count / 2) {
      isRevoked = false;
      await runHostJob(shop.system(25), read).catch(() => {});
      shop.hosts.pass(180);
      const before = await taken();
      const [login = ""] = shop.name.split("/");
      const [first, second] = simulatedTokens(shop.host, login);
      await shop.happens({ op: "revoke", login, token: first?.token });
      await runHostJob(shop.system(), read);
      whileRevoked = (await taken()) - before;
      await connectHost(shop.person, shop.host, { token: second?.token ?? "" });
    }
    await runHostJob(shop.system(), read);
  }
  const seconds = (performance.now() - started) / 1000;
  const found = await db
    .prepare("SELECT count(*) AS rows, count(DISTINCT title) AS titles FROM issues WHERE org_id = ?")
    .bind(shop.orgId)
    .first<{ rows: number; titles: number }>();
  const { rows = 0, titles = 0 } = found ?? {};
  // As the host added them.
  const equal = await db
    .prepare(
      `SELECT count(*) AS count FROM code_host_issues l
         JOIN issues i ON i.org_id = l.org_id AND i.id = l.issue_id
         JOIN issue_states s ON s.org_id = i.org_id AND s.id = i.state_id
       WHERE l.org_id = ? AND i.title = 'Old ' || l.number AND i.body = 'Number ' || l.number AND json_array_length(i.label_ids) = 1
         AND s.category = CASE l.number % 3 WHEN 1 THEN 'closed' ELSE 'open' END`,
    )
    .bind(shop.orgId)
    .first<number>("count");
  const unequal = count - (equal ?? 0);
  return { added: await taken(), seconds, missing: count - titles, doubled: rows - titles, unequal, whileRevoked };
}

interface Delivery {
  url: string;
  headers: Record<string, string>;
  body: string;
}

/** Times consecutive webhooks of a simulated repository, with /api/health in between. */
async function answerTimes(url: URL, admin: Visitor): Promise<{ answers: number[]; health: number[] }> {
  const at = { host: "github", name: "lakeside/gauges", by: "luis-o" };
  const guest = new Visitor(url);
  const happens = async <T>(command: object) =>
    (await guest.post<T>("/dev/code-host/command", { ...at, ...command })).json;
  await admin.post("/api/github/token", { token: "ghp_sim_lakeside" });
  await happens({ op: "repository", members: { lakeside: "admin", "luis-o": "write" } });
  await happens({ op: "open", change: { title: "Low" } });
  const { json } = await admin.get<{ items: { id: string; fullName: string }[] }>("/api/github/repos?limit=100");
  const chosen = json.items.find(({ fullName }) => fullName === at.name);
  await admin.submit("/integrations/github/repositories", { repositoryIds: [chosen?.id ?? ""], limit: "100" });
  let box: Delivery[] = [];
  for (let number = 0; box.length < webhooks; number += 1) {
    await happens({ op: "edit", number: 1, change: { title: `Reading ${number}` } });
    box = [...box, ...(await happens<Delivery[]>({ op: "deliveries" }))];
    if (number > 10 * webhooks) throw new Error("the repository sends no webhooks");
  }
  const [answers, health]: [number[], number[]] = [[], []];
  for (const { url: to, body, headers } of box) {
    answers.push(await timed(() => guest.send("POST", new URL(to).pathname, { body, headers })));
    health.push(await timed(() => guest.get("/api/health")));
  }
  return { answers, health };
}

async function timed(run: () => Promise<unknown>): Promise<number> {
  const started = performance.now();
  await run();
  return performance.now() - started;
}
