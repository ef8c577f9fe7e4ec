import { countsOf } from "../app/routes/technician-app/outbox";
import { type Cut, mutation, outboxOn, type Stored } from "../tests/support/outbox";
import type { Visitor } from "../tests/support/visitor";
import { type Figure, round } from "./figure";
import { localWith } from "./local";

const entries = 200;
const cuts = 20;
const jobs = 10;

/** A queue of notes, each of which must reach the server exactly once, despite random network failures and killed tabs. */
export async function run(): Promise<Figure[]> {
  const { worker, admin, db } = await localWith(0);
  const { json: listed } = await admin.get<{ items: { id: string; reference: string }[] }>(
    `/api/work-orders?limit=${jobs}`,
  );
  const stored: Stored = new Map();
  const away = outboxOn(stored, admin, () => "before");
  for (let at = 0; at < entries; at++) {
    const workOrder = listed.items[at % listed.items.length];
    if (workOrder) await away.put(mutation(workOrder, { intent: "addNote", body: `entry ${at} of the bench` }));
  }
  const started = performance.now();
  const requests = await sendThrough(stored, admin, cutsAtRandom());
  const seconds = (performance.now() - started) / 1000;
  const { results } = await db
    .prepare("SELECT count(*) AS n FROM work_order_notes WHERE body LIKE 'entry % of the bench' GROUP BY body")
    .all<{ n: number }>();
  const once = results.filter(({ n }) => n === 1).length;
  await worker.dispose();
  return [
    { figure: `requests for ${entries} changes with ${cuts} cuts`, value: requests },
    { figure: "time to send them", value: `${round(seconds)} s` },
    { figure: "changes that the server has once each", value: once, goal: String(entries), met: once === entries },
  ];
}

/** Half of them before the request arrives, half after the server has handled it and before its response arrives. */
function cutsAtRandom(): Map<number, Cut> {
  const drawn = new Map<number, Cut>();
  while (drawn.size < cuts) drawn.set(Math.floor(Math.random() * entries), Math.random() < 0.5 ? "before" : "after");
  return drawn;
}

/** A failure ends a run; every third time the tab is killed and a new one starts with what the device stored. */
async function sendThrough(stored: Stored, by: Visitor, at: Map<number, Cut>): Promise<number> {
  let requests = 0;
  const cut = () => at.get(requests++) ?? null;
  let outbox = outboxOn(stored, by, cut);
  for (let round = 0; round < cuts * 3 && countsOf([...stored.values()]).synced < entries; round++) {
    if (round % 3 === 0) outbox = outboxOn(stored, by, cut);
    await outbox.flush();
  }
  return requests;
}
