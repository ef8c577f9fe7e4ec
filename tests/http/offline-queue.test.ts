import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { type Cut, type Kept, outboxOn } from "#tests/support/outbox";
import { Visitor } from "#tests/support/visitor";
import { addWorkOrder, dispatched, moveTo, office, readWorkOrder } from "#tests/support/work-orders";
import { ownWorker, testWorker } from "#tests/support/worker";
import type { Act } from "~/domain/technician-app/entries";
import { inPlaceOfTheirs, tallyOf } from "~/domain/technician-app/queue";

const folder = mkdtempSync(join(tmpdir(), "plenum-offline-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const note = (body: string): Act => ({ kind: "note", body, customerVisible: false });
const step = (from: "dispatched" | "en_route" | "in_progress", to: "en_route" | "in_progress" | "completed"): Act => ({
  ...{ kind: "move", from, to },
  ...{ holdReason: null, reason: null },
});

/** The cut positions of a run, drawn by a small generator so that a failure can be run again. */
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

test("200 queued entries reach the server once each through 20 cuts of the network, and killed tabs", async () => {
  const worker = await testWorker();
  const firm = await office(worker);
  const jobs = await Promise.all(
    Array.from({ length: 10 }, () => addWorkOrder(firm.manager, firm.site, { technicianId: firm.technicianId })),
  );
  const kept: Kept = new Map();
  const cuts = cutsOf(20, 200, 7);
  let sent = 0;
  const cut = () => cuts.get(sent++) ?? null;
  let outbox = outboxOn(kept, firm.manager, () => "before");
  for (let i = 0; i < 200; i++) {
    const job = jobs[i % jobs.length];
    if (job) await outbox.put(job, note(`entry ${i}`));
  }
  expect(tallyOf(outbox.state().entries)).toEqual({ waiting: 200, needsYou: 0, saved: 0 });
  // Each cut ends a run; every third time the tab is killed and the device starts with what it kept.
  outbox = outboxOn(kept, firm.manager, cut);
  for (let round = 0; round < 60 && tallyOf([...kept.values()]).saved < 200; round++) {
    if (round % 3 === 0) outbox = outboxOn(kept, firm.manager, cut);
    await outbox.flush();
  }
  expect(tallyOf([...kept.values()])).toEqual({ waiting: 0, needsYou: 0, saved: 200 });
  expect(sent).toBe(220);
  const { results } = await worker.db
    .prepare("SELECT work_order_id AS job, body FROM work_order_notes WHERE org_id = ? ORDER BY work_order_id, id")
    .bind(firm.orgId)
    .all<{ job: string; body: string }>();
  expect(results).toHaveLength(200);
  for (const [index, job] of jobs.entries()) {
    const bodies = results.filter((row) => row.job === job.id).map((row) => row.body);
    expect(bodies).toEqual(Array.from({ length: 20 }, (_, i) => `entry ${index + i * 10}`));
  }
});

test("a server that is restarted while it answers has each entry once, and the job is completed", async () => {
  const before = await ownWorker({}, folder);
  const firm = await office(before);
  const made = await dispatched(firm, { tasks: ["Check filter"] });
  const kept: Kept = new Map();
  let sent = 0;
  const outbox = outboxOn(kept, firm.technician, () => (sent++ === 1 ? "after" : sent > 1 ? "before" : null));
  await outbox.put(made, step("dispatched", "en_route"));
  await outbox.put(made, step("en_route", "in_progress"));
  await outbox.put(made, { kind: "tick", taskId: made.tasks[0]?.id ?? "", done: true });
  await outbox.put(made, step("in_progress", "completed"));
  await outbox.flush();
  await before.stop();
  expect(tallyOf([...kept.values()]).saved).toBeLessThan(4);

  const after = await ownWorker({}, folder);
  const same = new Visitor(after.url, firm.technician.userId);
  for (const [name, value] of firm.technician.cookies) same.cookies.set(name, value);
  await outboxOn(kept, same).flush();
  expect(tallyOf([...kept.values()])).toEqual({ waiting: 0, needsYou: 0, saved: 4 });
  expect((await readWorkOrder(same, made.number)).status).toBe("completed");
  const { results } = await after.db
    .prepare("SELECT to_status AS status FROM work_order_history WHERE work_order_id = ? ORDER BY id")
    .bind(made.id)
    .all<{ status: string }>();
  const states = results.map((row) => row.status);
  expect(states).toEqual(["unscheduled", "scheduled", "dispatched", "en_route", "in_progress", "completed"]);
});

test("a job cancelled meanwhile keeps both sides: the step needs somebody, the note beside it is saved", async () => {
  const worker = await testWorker();
  const firm = await office(worker);
  const made = await dispatched(firm);
  const kept: Kept = new Map();
  let offline = true;
  const outbox = outboxOn(kept, firm.technician, () => (offline ? "before" : null));
  await outbox.put(made, step("dispatched", "en_route"));
  await outbox.put(made, note("On my way"));
  await moveTo(firm.manager, made.id, { status: "cancelled", cancelReason: "customer" });
  offline = false;
  await outbox.flush();
  await outbox.flush();
  const [mine, words] = outbox.state().entries;
  expect([mine?.state, words?.state]).toEqual(["needs_you", "saved"]);
  expect(mine?.act).toEqual(step("dispatched", "en_route"));
  expect(mine?.refusal).toMatchObject({ theirs: "Cancelled" });
  expect((await readWorkOrder(firm.manager, made.number)).status).toBe("cancelled");
});

const tables = { note: "work_order_notes", sign: "work_order_signatures", move: "work_order_history" };

test("an entry whose answer was lost and that is sent again after weeks is still the same entry", async () => {
  const worker = await testWorker();
  const firm = await office(worker);
  const made = await dispatched(firm, { tasks: ["Check filter"] });
  const taskId = made.tasks[0]?.id ?? "";
  const kept: Kept = new Map();
  const outbox = outboxOn(kept, firm.technician, () => "after");
  await outbox.put(made, note("Sooty"));
  await outbox.put(made, step("dispatched", "en_route"));
  await outbox.put(made, { kind: "sign", signerName: "Ada Byron", strokes: null });
  await outbox.put(made, { kind: "tick", taskId, version: 1, done: true });
  // Every answer is lost: whatever was done is done, and the device knows of nothing.
  for (let i = 0; i < 4; i++) {
    await outbox.flush();
    const [first] = [...kept.values()].filter((one) => one.state !== "saved").sort((a, b) => a.order - b.order);
    if (first) kept.set(first.key, { ...first, state: "saved", savedAt: "lost" });
  }
  for (const entry of kept.values()) kept.set(entry.key, { ...entry, state: "queued", savedAt: null, tries: 1 });
  const counts = async () =>
    Promise.all(
      Object.values(tables).map(async (table) => {
        const { results } = await worker.db
          .prepare(`SELECT count(*) AS n FROM ${table} WHERE org_id = ?`)
          .bind(firm.orgId)
          .all<{ n: number }>();
        return results[0]?.n;
      }),
    );
  const before = await counts();
  expect(before).toEqual([1, 1, 4]);
  // Meanwhile the job goes on: another tick, and the way back to where it was.
  await firm.technician.put(`/api/work-orders/${made.id}/tasks/${taskId}/done`, { done: false });
  await moveTo(firm.manager, made.id, { status: "dispatched" });
  await worker.db.prepare("UPDATE idempotency_keys SET created_at = '2026-01-01T00:00:00.000Z'").run();
  await worker.sweep(new Date("2027-03-01T00:00:00Z"));
  const weeksLater = outboxOn(kept, firm.technician);
  await weeksLater.flush();
  expect(tallyOf([...kept.values()])).toEqual({ waiting: 0, needsYou: 0, saved: 4 });
  expect(await counts()).toEqual([1, 1, 5]);
  const now = await readWorkOrder(firm.manager, made.number);
  expect([now.status, now.tasks[0]?.doneAt]).toEqual(["dispatched", null]);
});

test("two results for one task from two devices keep both sides until somebody decides", async () => {
  const worker = await testWorker();
  const firm = await office(worker);
  const made = await dispatched(firm, { tasks: ["Check filter", "Wipe the coil"] });
  const [taskId = "", other = ""] = made.tasks.map((task) => task.id);
  const failed = (remark: string): Act => ({
    ...{ kind: "result", taskId, version: 1 },
    result: { kind: "check", answer: "fail", remark },
  });
  const [one, two]: [Kept, Kept] = [new Map(), new Map()];
  let offline = true;
  const cut = () => (offline ? "before" : null);
  const [first, second] = [outboxOn(one, firm.technician, cut), outboxOn(two, firm.manager, cut)];
  await first.put(made, failed("Torn"));
  await second.put(made, failed("Missing"));
  await second.put(made, { kind: "tick", taskId: other, version: 1, done: true });
  await Promise.all([first.flush(), second.flush()]);
  offline = false;
  await first.flush();
  await second.flush();
  expect(tallyOf([...one.values()]).saved).toBe(1);
  const [mine] = second.state().entries;
  expect(mine).toMatchObject({ state: "needs_you", act: failed("Missing"), refusal: { version: 2 } });
  expect(mine?.refusal?.message).toBe("Check filter: Test Person said it failed: Torn in the meantime.");
  // What is about another task has not waited.
  expect(tallyOf([...two.values()])).toEqual({ waiting: 0, needsYou: 1, saved: 1 });
  const remark = async () => {
    const { results } = await worker.db
      .prepare("SELECT result ->> 'remark' AS remark FROM work_order_tasks WHERE id = ?")
      .bind(taskId)
      .all();
    return results[0]?.remark;
  };
  expect(await remark()).toBe("Torn");
  const instead = mine && inPlaceOfTheirs(mine);
  if (!mine || !instead) throw new Error("it can be put in its place");
  await second.put(made, instead);
  await second.takeBack(mine.key);
  await second.flush();
  expect(tallyOf([...two.values()])).toEqual({ waiting: 0, needsYou: 0, saved: 2 });
  expect(await remark()).toBe("Missing");
});

test("the same result from two devices is no conflict", async () => {
  const worker = await testWorker();
  const firm = await office(worker);
  const made = await dispatched(firm, { tasks: ["Check filter"] });
  const act: Act = { kind: "tick", taskId: made.tasks[0]?.id ?? "", version: 1, done: true };
  const [one, two]: [Kept, Kept] = [new Map(), new Map()];
  await outboxOn(one, firm.technician).put(made, act);
  await outboxOn(two, firm.manager).put(made, act);
  await outboxOn(one, firm.technician).flush();
  await outboxOn(two, firm.manager).flush();
  expect([tallyOf([...one.values()]).saved, tallyOf([...two.values()]).saved]).toEqual([1, 1]);
});

test("an ended session keeps everything queued until somebody has signed in again", async () => {
  const worker = await testWorker();
  const firm = await office(worker);
  const made = await dispatched(firm);
  const kept: Kept = new Map();
  const outbox = outboxOn(kept, worker.visitor());
  await outbox.put(made, note("Sooty"));
  await outbox.flush();
  expect([outbox.state().reach, outbox.state().entries[0]?.state]).toEqual(["signed_out", "queued"]);
  await outboxOn(kept, firm.technician).flush();
  expect(tallyOf([...kept.values()])).toEqual({ waiting: 0, needsYou: 0, saved: 1 });
});
