import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { type Cut, mutation, outboxOn, type Stored } from "#tests/support/outbox";
import { Visitor } from "#tests/support/visitor";
import { addWorkOrder, dispatched, moveTo, office, readWorkOrder } from "#tests/support/work-orders";
import { ownWorker, testWorker } from "#tests/support/worker";
import { overwriteServer } from "~/domain/technician-app/mutations";
import { countsOf, refusalOfMutation } from "~/routes/technician-app/outbox";

const folder = mkdtempSync(join(tmpdir(), "plenum-offline-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

interface Target {
  id: string;
  reference: string;
}

const note = (on: Target, body: string) => mutation(on, { intent: "addNote", body });
const step = (on: Target, from: string, to: string) => mutation(on, { intent: "changeStatus", from, to });
const tick = (on: Target, taskId: string) => mutation(on, { intent: "tickTask", taskId, version: "1", done: "on" });

/** The failing requests of a run, drawn from a seed so that a failure can be repeated. */
function cutsOf(count: number, among: number, seed: number): Map<number, Cut> {
  let state = seed;
  const random = () => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    return state / 2_147_483_648;
  };
  const cuts = new Map<number, Cut>();
  while (cuts.size < count) cuts.set(Math.floor(random() * among), random() < 0.5 ? "before" : "after");
  return cuts;
}

test("200 queued mutations reach the server once each despite 20 network failures and killed tabs", async () => {
  const worker = await testWorker();
  const firm = await office(worker);
  const jobs = await Promise.all(
    Array.from({ length: 10 }, () => addWorkOrder(firm.manager, firm.site, { technicianId: firm.technicianId })),
  );
  const stored: Stored = new Map();
  const cuts = cutsOf(20, 200, 7);
  let sent = 0;
  const cut = () => cuts.get(sent++) ?? null;
  let outbox = outboxOn(stored, firm.manager, () => "before");
  for (let i = 0; i < 200; i++) {
    const workOrder = jobs[i % jobs.length];
    if (workOrder) await outbox.put(note(workOrder, `entry ${i}`));
  }
  expect(countsOf(outbox.state().mutations)).toEqual({ unsynced: 200, toReview: 0, synced: 0 });
  // Each failure ends a run; every third time the tab is killed and the device starts with what it stored.
  outbox = outboxOn(stored, firm.manager, cut);
  for (let round = 0; round < 60 && countsOf([...stored.values()]).synced < 200; round++) {
    if (round % 3 === 0) outbox = outboxOn(stored, firm.manager, cut);
    await outbox.flush();
  }
  expect(countsOf([...stored.values()])).toEqual({ unsynced: 0, toReview: 0, synced: 200 });
  expect(sent).toBe(220);
  const { results } = await worker.db
    .prepare(
      "SELECT work_order_id AS workOrder, body FROM work_order_notes WHERE org_id = ? ORDER BY work_order_id, id",
    )
    .bind(firm.orgId)
    .all<{ workOrder: string; body: string }>();
  expect(results).toHaveLength(200);
  for (const [index, workOrder] of jobs.entries()) {
    const bodies = results.filter((row) => row.workOrder === workOrder.id).map((row) => row.body);
    expect(bodies).toEqual(Array.from({ length: 20 }, (_, i) => `entry ${index + i * 10}`));
  }
});

test("a server restarted mid-response applies each mutation once, and the job is completed", async () => {
  const before = await ownWorker({}, folder);
  const firm = await office(before);
  const made = await dispatched(firm, { tasks: ["Check filter"] });
  const stored: Stored = new Map();
  let sent = 0;
  const outbox = outboxOn(stored, firm.technician, () => (sent++ === 1 ? "after" : sent > 1 ? "before" : null));
  await outbox.put(step(made, "dispatched", "en_route"));
  await outbox.put(step(made, "en_route", "in_progress"));
  await outbox.put(tick(made, made.tasks[0]?.id ?? ""));
  await outbox.put(step(made, "in_progress", "completed"));
  await outbox.flush();
  await before.stop();
  expect(countsOf([...stored.values()]).synced).toBeLessThan(4);

  const after = await ownWorker({}, folder);
  const same = new Visitor(after.url, firm.technician.userId);
  for (const [name, value] of firm.technician.cookies) same.cookies.set(name, value);
  await outboxOn(stored, same).flush();
  expect(countsOf([...stored.values()])).toEqual({ unsynced: 0, toReview: 0, synced: 4 });
  expect((await readWorkOrder(same, made.number)).status).toBe("completed");
  const { results } = await after.db
    .prepare("SELECT to_status AS status FROM work_order_history WHERE work_order_id = ? ORDER BY id")
    .bind(made.id)
    .all<{ status: string }>();
  const states = results.map((row) => row.status);
  expect(states).toEqual(["unscheduled", "scheduled", "dispatched", "en_route", "in_progress", "completed"]);
});

test("after a job is canceled, a queued status change is refused and a queued note is saved", async () => {
  const worker = await testWorker();
  const firm = await office(worker);
  const made = await dispatched(firm);
  const stored: Stored = new Map();
  let offline = true;
  const outbox = outboxOn(stored, firm.technician, () => (offline ? "before" : null));
  await outbox.put(step(made, "dispatched", "en_route"));
  await outbox.put(note(made, "On my way"));
  await moveTo(firm.manager, made.id, { status: "cancelled", cancelReason: "customer" });
  offline = false;
  await outbox.flush();
  await outbox.flush();
  const [mine, words] = outbox.state().mutations;
  expect([mine?.state, words?.state]).toEqual(["refused", "confirmed"]);
  expect(mine?.change.fields).toMatchObject({ from: "dispatched", to: "en_route" });
  expect(mine && refusalOfMutation(mine)).toMatchObject({ status: "Canceled" });
  expect((await readWorkOrder(firm.manager, made.number)).status).toBe("cancelled");
});

const tables = ["work_order_notes", "work_order_signatures", "work_order_history"];

test("a mutation whose response was lost has no second effect when resent weeks later", async () => {
  const worker = await testWorker();
  const firm = await office(worker);
  const made = await dispatched(firm, { tasks: ["Check filter"] });
  const taskId = made.tasks[0]?.id ?? "";
  const stored: Stored = new Map();
  const outbox = outboxOn(stored, firm.technician, () => "after");
  await outbox.put(note(made, "Sooty"));
  await outbox.put(step(made, "dispatched", "en_route"));
  await outbox.put(mutation(made, { intent: "sign", signerName: "Ada Byron", strokes: "" }));
  await outbox.put(tick(made, taskId));
  // Every response is lost: the server applied everything, but the device does not know.
  for (let i = 0; i < 4; i++) {
    await outbox.flush();
    const [first] = [...stored.values()].filter((one) => one.state !== "confirmed").sort((a, b) => a.order - b.order);
    if (first) stored.set(first.id, { ...first, state: "confirmed" });
  }
  for (const one of stored.values()) stored.set(one.id, { ...one, state: "queued", tries: 1, notBefore: 0 });
  const counts = async () =>
    Promise.all(
      tables.map(async (table) => {
        const { results } = await worker.db
          .prepare(`SELECT count(*) AS n FROM ${table} WHERE org_id = ?`)
          .bind(firm.orgId)
          .all<{ n: number }>();
        return results[0]?.n;
      }),
    );
  const before = await counts();
  expect(before).toEqual([1, 1, 4]);
  // Meanwhile the job changes: another checked task, and back again.
  await firm.technician.put(`/api/work-orders/${made.id}/tasks/${taskId}/done`, { done: false });
  await moveTo(firm.manager, made.id, { status: "dispatched" });
  await worker.db.prepare("UPDATE idempotency_keys SET created_at = '2026-01-01T00:00:00.000Z'").run();
  await worker.sweep(new Date("2027-03-01T00:00:00Z"));
  const weeksLater = outboxOn(stored, firm.technician);
  await weeksLater.flush();
  expect(countsOf([...stored.values()])).toEqual({ unsynced: 0, toReview: 0, synced: 4 });
  expect(await counts()).toEqual([1, 1, 5]);
  const now = await readWorkOrder(firm.manager, made.number);
  expect([now.status, now.tasks[0]?.doneAt]).toEqual(["dispatched", null]);
});

test("two different results for one task from two devices are both stored until one is chosen", async () => {
  const worker = await testWorker();
  const firm = await office(worker);
  const made = await dispatched(firm, { tasks: ["Check filter", "Wipe the coil"] });
  const [taskId = "", other = ""] = made.tasks.map((task) => task.id);
  const failed = (remark: string) =>
    mutation(made, { intent: "recordResult", taskId, version: "1", kind: "check", answer: "fail", remark });
  const [one, two]: [Stored, Stored] = [new Map(), new Map()];
  let offline = true;
  const cut = () => (offline ? "before" : null);
  const [first, second] = [outboxOn(one, firm.technician, cut), outboxOn(two, firm.manager, cut)];
  await first.put(failed("Torn"));
  await second.put(failed("Missing"));
  await second.put(tick(made, other));
  await Promise.all([first.flush(), second.flush()]);
  offline = false;
  await first.flush();
  await second.flush();
  expect(countsOf([...one.values()]).synced).toBe(1);
  const [mine] = second.state().mutations;
  const refusal = mine && refusalOfMutation(mine);
  expect(mine?.change.fields).toMatchObject({ remark: "Missing" });
  expect(refusal).toEqual({
    ...{ status: null, version: 2 },
    message: "Check filter: Test Person marked it as failed: Torn.",
  });
  // A change to another task does not wait.
  expect(countsOf([...two.values()])).toEqual({ unsynced: 0, toReview: 1, synced: 1 });
  const remark = async () => {
    const { results } = await worker.db
      .prepare("SELECT result ->> 'remark' AS remark FROM work_order_tasks WHERE id = ?")
      .bind(taskId)
      .all();
    return results[0]?.remark;
  };
  expect(await remark()).toBe("Torn");
  const replacement = refusal && overwriteServer(mine.change, refusal);
  if (!replacement) throw new Error("it can be replaced");
  await second.retry(mine.id, replacement);
  await second.flush();
  expect(countsOf([...two.values()])).toEqual({ unsynced: 0, toReview: 0, synced: 2 });
  expect(await remark()).toBe("Missing");
});

test("the same result from two devices is not a conflict", async () => {
  const worker = await testWorker();
  const firm = await office(worker);
  const made = await dispatched(firm, { tasks: ["Check filter"] });
  const taskId = made.tasks[0]?.id ?? "";
  const [one, two]: [Stored, Stored] = [new Map(), new Map()];
  await outboxOn(one, firm.technician).put(tick(made, taskId));
  await outboxOn(two, firm.manager).put(tick(made, taskId));
  await outboxOn(one, firm.technician).flush();
  await outboxOn(two, firm.manager).flush();
  expect([countsOf([...one.values()]).synced, countsOf([...two.values()]).synced]).toEqual([1, 1]);
});

test("after the session ends, mutations stay queued until the next sign-in", async () => {
  const worker = await testWorker();
  const firm = await office(worker);
  const made = await dispatched(firm);
  const stored: Stored = new Map();
  await outboxOn(stored, firm.technician, () => "before").put(note(made, "Sooty"));
  const outbox = outboxOn(stored, worker.visitor());
  await outbox.flush();
  const [queued] = outbox.state().mutations;
  expect([queued?.failure, queued?.state]).toEqual(["signed_out", "unreached"]);
  await outboxOn(stored, firm.technician).flush();
  expect(countsOf([...stored.values()])).toEqual({ unsynced: 0, toReview: 0, synced: 1 });
});

test("while someone else is signed in, mutations stay queued, and their author's next sign-in sends each once", async () => {
  const worker = await testWorker();
  const firm = await office(worker);
  const made = await dispatched(firm);
  const stored: Stored = new Map();
  // The first one arrives, but its response is lost; the second one is not sent.
  const offline = outboxOn(stored, firm.technician, ({ change }) =>
    change.fields.body === "Sooty" ? "after" : "before",
  );
  await offline.put(note(made, "Sooty"));
  await offline.flush();
  await offline.put(note(made, "Belt is worn"));
  const bodies = async () => (await readWorkOrder(firm.manager, made.number)).notes.map(({ body }) => body).sort();
  expect(await bodies()).toEqual(["Sooty"]);

  const others = outboxOn(stored, firm.manager);
  const answers: unknown[] = [];
  others.onAttempt((_, answer) => answers.push(answer && [answer.status, answer.body.reason]));
  await others.flush();
  expect(answers).toEqual([[401, "other_person"]]);
  const [refused] = others.state().mutations;
  expect([refused?.failure, refused?.state]).toEqual(["signed_out", "unreached"]);
  expect(countsOf([...stored.values()])).toEqual({ unsynced: 2, toReview: 0, synced: 0 });
  expect(await bodies()).toEqual(["Sooty"]);

  await outboxOn(stored, firm.technician).flush();
  expect(countsOf([...stored.values()])).toEqual({ unsynced: 0, toReview: 0, synced: 2 });
  expect(await bodies()).toEqual(["Belt is worn", "Sooty"]);
});
