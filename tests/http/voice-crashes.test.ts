import { randomUUID } from "node:crypto";
import { expect, test } from "vitest";
import { householdCtx } from "#tests/support/household-ctx";
import { addCustomer, addWorkOrder } from "#tests/support/work-orders";
import { testWorker } from "#tests/support/worker";
import type { Ctx } from "~/domain/shared/context";
import type { SpokenCommand } from "~/domain/voice/sessions/command-view";
import { createFromVoice } from "~/domain/voice/sessions/create-work-orders.server";
import { CreateFromVoice } from "~/domain/voice/sessions/schema";
import type { Review, VoiceSessionObject } from "~/domain/voice/sessions/session";
import { expireSession } from "~/domain/voice/sessions/session.server";

const worker = await testWorker();

class PowerCut extends Error {}

/** What waits for confirmation: one job, entered by hand if none was recognized. */
const review: Review = {
  version: 1,
  reading: { drafts: [] },
  edits: { revision: 1, places: [] },
  transcript: { text: "No heat at Ada's, and another one: no cooling.", language: "en", source: "typed" },
  audio: null,
};

const session: VoiceSessionObject = {
  look: () => Promise.reject(new Error("nobody looks")),
  takeChunk: async () => "known",
  chunkStored: () => Promise.reject(new Error("nobody sends")),
  process: async () => ({ kind: "busy" }),
  review: async () => review,
  edit: async () => ({ kind: "not_read" }),
  end: async () => {},
};

type Business = Awaited<ReturnType<typeof worker.business>>;

function officeCtx({ manager, orgId, orgKey }: Business, cutAt: number | null): Ctx {
  const beforeCall = (call: number) => {
    if (call === cutAt) throw new PowerCut();
  };
  const ctx = householdCtx(worker.db, manager.userId, cutAt === null ? {} : { beforeCall });
  if (ctx.actor.kind !== "person") throw new Error("a person acts");
  const member = {
    ...{ orgId, orgKey, orgName: "North Wind", timeZone: "America/Chicago", userId: manager.userId },
    ...{ name: "Test Person", roles: ["Admin" as const], permissions: null, isPro: false, technicianId: null },
  };
  return {
    ...ctx,
    now: new Date(),
    after: (work) => void work.catch(() => {}),
    actor: { ...ctx.actor, person: { ...ctx.actor.person, member } },
    providers: { ...ctx.providers, voiceSession: () => session },
  };
}

async function waiting(business: Business, expiresInMs = 3600_000): Promise<string> {
  const { manager } = business;
  const opened = { sessionType: "work_order_creation" };
  const { id } = (await manager.post<{ id: string }>("/api/voice/sessions", opened)).json;
  const at = new Date(Date.now() + expiresInMs).toISOString();
  await worker.db.prepare("UPDATE voice_sessions SET expires_at = ? WHERE id = ?").bind(at, id).run();
  return id;
}

async function titles({ orgId }: Business): Promise<string[]> {
  const { results } = await worker.db
    .prepare("SELECT title FROM work_orders WHERE org_id = ? ORDER BY number")
    .bind(orgId)
    .all<{ title: string }>();
  return results.map(({ title }) => title);
}

const confirmed = (customerId: string) =>
  CreateFromVoice.parse({
    version: 1,
    drafts: [{ index: 0, title: "No heat", customerId }],
  });

test("a confirmation interrupted anywhere and retried leaves one work order", async () => {
  for (let cut = 1; ; cut += 1) {
    const business = await worker.business();
    const { customerId } = await addCustomer(worker, business.orgId);
    const id = await waiting(business);
    const run = (cutAt: number | null) => createFromVoice(officeCtx(business, cutAt), id, confirmed(customerId));
    const first = await run(cut).catch((error: unknown) => error);
    const { workOrders } = await run(null);
    expect(workOrders).toHaveLength(1);
    expect(await titles(business)).toEqual(["No heat"]);
    const row = await worker.db.prepare("SELECT state FROM voice_sessions WHERE id = ?").bind(id).first("state");
    expect(row).toBe("confirmed");
    if (!(first instanceof Error)) {
      expect(cut).toBeGreaterThan(5);
      return;
    }
  }
});

test("a session that expires while being confirmed ends either confirmed or expired", async () => {
  for (let round = 0; round < 5; round += 1) {
    const business = await worker.business();
    const { customerId } = await addCustomer(worker, business.orgId);
    const id = await waiting(business);
    const ctx = officeCtx(business, null);
    const facts = {
      ...{ id, orgId: business.orgId, userId: business.manager.userId, sessionType: "work_order_creation" as const },
      ...{ workOrderId: null, spokenAt: ctx.now.toISOString(), expiresAt: ctx.now.toISOString() },
    };
    const [made] = await Promise.allSettled([
      createFromVoice(ctx, id, confirmed(customerId)),
      expireSession(officeCtx(business, null), facts, null),
    ]);
    const state = await worker.db.prepare("SELECT state FROM voice_sessions WHERE id = ?").bind(id).first("state");
    expect(state).toBe(made.status === "fulfilled" ? "confirmed" : "expired");
    expect(await titles(business)).toEqual(made.status === "fulfilled" ? ["No heat"] : []);
  }
});

test("a partly written memo that expires ends as confirmed, and its recording stays with the job", async () => {
  const business = await worker.business();
  const { manager, orgId } = business;
  const workOrder = await addWorkOrder(manager, await addCustomer(worker, orgId));
  const opened = { sessionType: "job_commands", workOrderId: workOrder.id };
  const words = "Note that the gate is locked. Put the job on hold.";
  const speak = async () => {
    const { id } = (await manager.post<{ id: string }>("/api/voice/sessions", opened)).json;
    const body = new FormData();
    body.set("text", words);
    await manager.send("POST", `/api/voice/sessions/${id}/process`, { body });
    return id;
  };
  const expire = async (id: string) => {
    const { json } = await manager.get<{ commands: SpokenCommand[] }>(`/api/voice/sessions/${id}/preview-actions`);
    const ctx = officeCtx({ ...business, manager: business.admin }, null);
    const facts = {
      ...{ id, orgId, userId: manager.userId, sessionType: "job_commands" as const, workOrderId: workOrder.id },
      ...{ spokenAt: ctx.now.toISOString(), expiresAt: ctx.now.toISOString() },
    };
    const transcript = { text: words, language: "en" as const, source: "typed" as const };
    await expireSession(ctx, facts, { ...review, transcript, reading: { commands: json.commands, circuits: [] } });
    return worker.db.prepare("SELECT state, actions FROM voice_sessions WHERE id = ?").bind(id).first();
  };
  const recordings = async () =>
    (await manager.get<{ items: unknown[] }>(`/api/work-orders/${workOrder.id}/recordings`)).json;
  expect(await expire(await speak())).toEqual({ state: "expired", actions: null });
  expect((await recordings()).items).toEqual([]);
  const id = await speak();
  const commands = [
    { index: 0, kind: "note", note: "The gate is locked" },
    { index: 1, kind: "status", to: "on_hold" },
  ];
  expect((await manager.post(`/api/voice/sessions/${id}/apply`, { version: 1, commands })).status).toBe(409);
  expect(await expire(id)).toEqual({ state: "confirmed", actions: 1 });
  expect((await recordings()).items).toMatchObject([{ transcript: words, heard: [{ words: expect.any(String) }] }]);
});

test("a memo that expires after its speaker was taken off the job is left to the office", async () => {
  const business = await worker.business();
  const { manager, technician, technicianId, orgId } = business;
  const site = await addCustomer(worker, orgId);
  const words = "Note that the gate is locked.";
  const expire = async (isReassigned: boolean) => {
    const workOrder = await addWorkOrder(manager, site, { technicianId });
    const opened = { sessionType: "job_commands", workOrderId: workOrder.id };
    const { id } = (await technician.post<{ id: string }>("/api/voice/sessions", opened)).json;
    const body = new FormData();
    body.set("text", words);
    await technician.send("POST", `/api/voice/sessions/${id}/process`, { body });
    if (isReassigned)
      await manager.patch(`/api/work-orders/${workOrder.id}`, { version: workOrder.version, technicianId: null });
    const ctx = officeCtx(business, null);
    const facts = {
      ...{
        id,
        orgId,
        userId: technician.userId ?? "",
        sessionType: "job_commands" as const,
        workOrderId: workOrder.id,
      },
      ...{ spokenAt: ctx.now.toISOString(), expiresAt: ctx.now.toISOString() },
    };
    const transcript = { text: words, language: "en" as const, source: "typed" as const };
    await expireSession(ctx, facts, { ...review, transcript, reading: { commands: [], circuits: [] } });
    return worker.db
      .prepare(
        `SELECT s.state, s.handed_over_at IS NOT NULL AS isForOffice, r.transcript FROM voice_sessions s
         LEFT JOIN work_order_recordings r ON r.org_id = s.org_id AND r.id = s.id WHERE s.org_id = ? AND s.id = ?`,
      )
      .bind(orgId, id)
      .first();
  };
  expect(await expire(false)).toEqual({ state: "expired", isForOffice: 0, transcript: null });
  expect(await expire(true)).toEqual({ state: "confirmed", isForOffice: 1, transcript: words });
});

test("another business cannot confirm a session's drafts, and nothing is created", async () => {
  const business = await worker.business();
  const stranger = await worker.business();
  const { customerId } = await addCustomer(worker, business.orgId);
  const id = await waiting(business);
  await expect(createFromVoice(officeCtx(stranger, null), id, confirmed(customerId))).rejects.toThrow("not found");
  await expect(createFromVoice(officeCtx(business, null), randomUUID(), confirmed(customerId))).rejects.toThrow(
    "not found",
  );
  expect(await titles(stranger)).toEqual([]);
});
