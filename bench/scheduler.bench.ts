import type { ReassignmentProposal } from "~/domain/work-orders/schedule/reassign-day.server";
import { addDays } from "../app/domain/shared/time/dates";
import { instantOf } from "../app/domain/shared/time/time-zones";
import { databaseCosts, type Visitor } from "../tests/support/visitor";
import { emptyWorker } from "./empty-worker";
import { atMost, type Figure, percentile, round } from "./figure";
import { type Local, localWith, signIn } from "./local";
import { openLines, settled } from "./open-lines";
import { mondayAfter, seedBusyDay } from "./scheduler-day";

const dispatchers = 32;
const rounds = 100;
const sockets = 1000;
const zone = "America/Chicago";

interface WorkOrder {
  id: string;
  version: number;
}

/**
 * The scheduler under load: concurrent bookings of one opening, a large day compared with an empty Worker, a reassigned day, and
 * a move sent to a thousand screens.
 */
export async function run(): Promise<Figure[]> {
  const local = await localWith(0);
  const { db } = local;
  const figures = [
    ...(await races(local)),
    ...(await largeDay(local, db)),
    ...(await reassignDay(local, db)),
    ...(await broadcast(local)),
  ];
  await local.worker.dispose();
  return figures;
}

async function addWorkOrder(by: Visitor, customerId: string): Promise<WorkOrder> {
  const { json, text } = await by.post<WorkOrder>("/api/work-orders", {
    title: "Race",
    customerId,
    durationMinutes: 60,
  });
  if (!json.id) throw new Error(text);
  return json;
}

async function someCustomer(by: Visitor): Promise<string> {
  const { json } = await by.get<{ items: { id: string }[] }>("/api/customers?limit=1");
  return json.items[0]?.id ?? "";
}

const put = (by: Visitor, workOrder: WorkOrder, technicianId: string, start: string) =>
  by.put<WorkOrder>(`/api/work-orders/${workOrder.id}/schedule`, { version: workOrder.version, technicianId, start });

async function races({ admin, url }: Local): Promise<Figure[]> {
  const customerId = await someCustomer(admin);
  const { json: day } = await admin.get<{ technicians: { id: string }[] }>(`/api/scheduling/days/${mondayAfter(400)}`);
  const technicianId = day.technicians[0]?.id ?? "";
  const people = [await signIn(url), await signIn(url, "manager@example.com")];
  const jobs = await Promise.all(Array.from({ length: dispatchers }, () => addWorkOrder(admin, customerId)));
  let fair = 0;
  const times: number[] = [];
  for (let turn = 0; turn < rounds; turn++) {
    const date = mondayAfter(400 + 7 * turn);
    const start = new Date(instantOf({ date, time: "10:00" }, zone).instant).toISOString();
    const answers = await Promise.all(
      jobs.map(async (workOrder, index) => {
        const began = performance.now();
        const answer = await put(people[index % people.length] ?? admin, workOrder, technicianId, start);
        times.push(performance.now() - began);
        return answer.status;
      }),
    );
    const won = answers.flatMap((status, index) => (status === 200 ? [index] : []));
    const lost = answers.filter((status) => status === 409).length;
    if (won.length === 1 && lost === dispatchers - 1) fair += 1;
    for (const index of won) jobs[index] = await addWorkOrder(admin, customerId);
  }
  return [
    {
      figure: `rounds of ${dispatchers} dispatchers on one slot: one wins, the rest 409`,
      value: `${fair} of ${rounds}`,
      goal: `${rounds} of ${rounds}`,
      met: fair === rounds,
    },
    { figure: "answer to a drop among them, p50", value: `${round(percentile(times, 0.5))} ms` },
  ];
}

async function largeDay({ admin }: Local, db: D1Database): Promise<Figure[]> {
  const date = mondayAfter(60);
  const orgId = await orgOf(db, "Lakeside%");
  await seedBusyDay(db, { orgId, zone, date, technicians: 50, jobs: 400 });
  const empty = emptyWorker();
  const hello = await empty.ready;
  const nothing: number[] = [];
  const day: number[] = [];
  let calls = 0;
  for (let turn = -10; turn < 100; turn++) {
    const a = await timed(async () => (await fetch(hello)).text());
    const b = await timed(() => admin.get(`/workorders/scheduler/${date}`));
    if (turn < 0) continue;
    nothing.push(a.ms);
    day.push(b.ms);
    calls = Math.max(calls, databaseCosts(b.answer).calls);
  }
  await empty.dispose();
  const [p50Empty, p50Day] = [percentile(nothing, 0.5), percentile(day, 0.5)];
  return [
    { figure: "an empty Worker, p50", value: `${round(p50Empty)} ms` },
    { figure: "scheduler, 50 technicians and 400 jobs, p50", value: `${round(p50Day)} ms` },
    atMost("scheduler's day against an empty Worker, p50", p50Day / p50Empty, 60, "×"),
    atMost("database round trips of that screen", calls, 2),
  ];
}

async function reassignDay({ url }: Local, db: D1Database): Promise<Figure[]> {
  const owner = await signIn(url, "owner@redrock.example.com");
  const orgId = await orgOf(db, "Red Rock%");
  const date = addDays(mondayAfter(60), 1);
  const [technicianId = ""] = await seedBusyDay(db, {
    ...{ orgId, date, technicians: 15, jobs: 80 },
    zone: "America/Phoenix",
  });
  const path = `/api/scheduling/reassignment-proposal?technicianId=${technicianId}&date=${date}`;
  const proposed: number[] = [];
  for (let turn = -2; turn < 20; turn++) {
    const { ms } = await timed(() => owner.get(path));
    if (turn >= 0) proposed.push(ms);
  }
  const { json: proposal } = await owner.get<ReassignmentProposal>(path);
  const applied = await timed(() => owner.post("/api/scheduling/reassignments", proposal));
  if (applied.answer.status !== 201) throw new Error(applied.answer.text);
  return [
    {
      figure: "jobs of the one who is out: shared out, left over",
      value: `${proposal.changes.length}, ${proposal.leftOver.length}`,
    },
    atMost("reassigning a day of 15 technicians and 80 jobs, proposed, p50", percentile(proposed, 0.5), 300, " ms"),
    { figure: "the same, applied as one batch", value: `${round(applied.ms)} ms` },
  ];
}

async function broadcast({ admin, url }: Local): Promise<Figure[]> {
  const customerId = await someCustomer(admin);
  const { json: day } = await admin.get<{ technicians: { id: string }[] }>(`/api/scheduling/days/${mondayAfter(2000)}`);
  const lines = await openLines(url, admin, sockets);
  const waits: number[] = [];
  let wrong = 0;
  for (let turn = 0; turn < 5; turn++) {
    const workOrder = await addWorkOrder(admin, customerId);
    await settled(lines, (turn * 2 + 1) * sockets);
    const before = lines.map(({ heard }) => heard.length);
    const date = mondayAfter(2000 + 7 * turn);
    const start = new Date(instantOf({ date, time: "10:00" }, zone).instant).toISOString();
    const began = performance.now();
    await put(admin, workOrder, day.technicians[0]?.id ?? "", start);
    await settled(lines, (turn * 2 + 2) * sockets);
    for (const [index, { heard }] of lines.entries()) {
      const fresh = heard.slice(before[index]);
      if (fresh.length !== 1) wrong += 1;
      for (const { at } of fresh) waits.push(at - began);
    }
  }
  for (const line of lines) line.end();
  return [
    atMost(`a drop sent until ${sockets} screens have heard of it, p99`, percentile(waits, 0.99), 300, " ms"),
    atMost("screens that heard of a drop never or twice", wrong, 0),
  ];
}

async function orgOf(db: D1Database, name: string): Promise<string> {
  const row = await db.prepare("SELECT id FROM organizations WHERE name LIKE ?").bind(name).first<{ id: string }>();
  return row?.id ?? "";
}

async function timed<T>(work: () => Promise<T>): Promise<{ ms: number; answer: T }> {
  const began = performance.now();
  const answer = await work();
  return { ms: performance.now() - began, answer };
}
