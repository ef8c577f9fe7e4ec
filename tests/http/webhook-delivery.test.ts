import { randomUUID } from "node:crypto";
import { expect, test } from "vitest";
import { householdCtx } from "#tests/support/household-ctx";
import { errorsLoggedDuring } from "#tests/support/logged-errors";
import { addEndpoint, businessWithPassword, isSignedWith, password } from "#tests/support/webhooks";
import { ownWorker } from "#tests/support/worker";
import { sweepBusinessDeletions } from "~/domain/business-deletion/carry-out.server";
import { purgeTenants } from "~/domain/outbox/purge.server";
import type { WebhookAnswer } from "~/domain/providers";
import type { Ctx } from "~/domain/shared/context";
import { notFound } from "~/domain/shared/errors";
import { deliverWebhooks, sweepWebhooks, type WebhookRecords } from "~/domain/webhooks/deliver.server";
import { RETRY_DELAYS_MS } from "~/domain/webhooks/endpoint";
import { decryptSigningSecret, encryptSigningSecret, reencryptSigningSecrets } from "~/domain/webhooks/secrets.server";

// Clock and receiver belong to the test; the Worker's own deliveries are not awaited.
const worker = await ownWorker();
const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;

class PowerCut extends Error {}

interface Post {
  url: string;
  headers: Record<string, string>;
  body: string;
}

/** A business with an endpoint, and a clock that only the test advances. */
async function shop(url = "https://receiver.example.com/hook") {
  const business = await businessWithPassword(worker);
  const { id: endpointId, secret } = await addEndpoint(business.admin, url);
  const { orgId } = business;
  const key = { orgId, endpointId };
  const posts: Post[] = [];
  let answer: (post: Post) => WebhookAnswer | Promise<WebhookAnswer> = () => ({
    status: 200,
    body: "",
    retryAfterMs: null,
  });
  let now = Date.now() + MINUTE_MS;
  const reads: string[] = [];
  const read = async (_: Ctx, id: string) => {
    reads.push(id);
    if (id === "gone") throw notFound();
    if (id === "broken") throw new Error("unreadable");
    return { id, read: reads.length };
  };
  const records: WebhookRecords = {
    ...{ work_order: read, customer: read, lead: read, estimate: read, invoice: read, inventory_item: read },
  };
  const ctx = (beforeCall?: (call: number) => void): Ctx => {
    const base = householdCtx(worker.db, "", beforeCall ? { beforeCall } : {});
    const post = async (request: Post) => {
      posts.push(request);
      return answer(request);
    };
    return {
      ...{ ...base, actor: { kind: "system", member: null }, now: new Date(now) },
      providers: { ...base.providers, webhooks: { notify: async () => {}, post } },
    };
  };
  return {
    ...{ ...business, key, secret, posts, reads, ctx },
    /** An event as written by a trigger. */
    happens: (recordId: string = randomUUID(), event = "customer.updated") =>
      worker.db
        .prepare("INSERT INTO webhook_events (org_id, event, record_id, changes) VALUES (?, ?, ?, '{}')")
        .bind(orgId, event, recordId)
        .run(),
    answers: (next: typeof answer) => {
      answer = next;
    },
    moves: (milliseconds: number) => {
      now += milliseconds;
    },
    clock: () => now,
    deliver: (beforeCall?: (call: number) => void) => deliverWebhooks(ctx(beforeCall), key, records),
    deliveries: async () =>
      (
        await worker.db
          .prepare("SELECT * FROM webhook_deliveries WHERE org_id = ? AND endpoint_id = ? ORDER BY id")
          .bind(orgId, endpointId)
          .all<{ id: string; status: string; attempts: number; next_attempt_at: string | null; record_id: string }>()
      ).results,
    endpoint: async () =>
      worker.db.prepare("SELECT * FROM webhook_endpoints WHERE org_id = ? AND id = ?").bind(orgId, endpointId).first<{
        status: string;
        disabled_by: string | null;
        failing_since: string | null;
        next_delivery_at: string | null;
      }>(),
  };
}

const refused = (retryAfterMs: number | null = null): WebhookAnswer => ({ status: 500, body: "no", retryAfterMs });

test("an event without a subscriber creates no delivery", async () => {
  const { happens, deliveries, orgId, admin, key } = await shop();
  const { json } = await admin.get<{ version: number }>(`/api/webhook-endpoints/${key.endpointId}`);
  await admin.patch(`/api/webhook-endpoints/${key.endpointId}`, { version: json.version, events: ["lead.created"] });
  await happens();
  expect(await deliveries()).toEqual([]);
  await happens("lead", "lead.created");
  expect(await deliveries()).toMatchObject([{ record_id: "lead", status: "pending" }]);
  const { n } = (await worker.db
    .prepare("SELECT count(*) AS n FROM webhook_deliveries WHERE org_id = ?")
    .bind(orgId)
    .first<{ n: number }>()) ?? { n: 0 };
  expect(n).toBe(1);
});

test("ten attempts follow the schedule, each signed with its own timestamp over the same id and body", async () => {
  const { happens, deliver, answers, moves, clock, posts, secret, deliveries, reads } = await shop();
  answers(() => refused());
  await happens();
  for (const delay of RETRY_DELAYS_MS) {
    const next = await deliver();
    expect(next?.dueInMs).toBeGreaterThanOrEqual(delay);
    expect(next?.dueInMs).toBeLessThanOrEqual(Math.round(delay * 1.1));
    const [delivery] = await deliveries();
    expect(Date.parse(delivery?.next_attempt_at ?? "") - clock()).toBe(next?.dueInMs);
    // A moment before it is due nothing is sent.
    const sent = posts.length;
    moves((next?.dueInMs ?? 0) - 1);
    await deliver();
    expect(posts.length).toBe(sent);
    moves(1);
  }
  expect(await deliver()).toBeNull();
  expect(await deliveries()).toMatchObject([{ status: "failed", attempts: 10, next_attempt_at: null }]);
  expect(posts).toHaveLength(10);
  expect(new Set(posts.map(({ headers, body }) => `${headers["webhook-id"]} ${body}`)).size).toBe(1);
  expect(new Set(posts.map(({ headers }) => headers["webhook-timestamp"])).size).toBe(10);
  expect(posts.every((post) => isSignedWith(secret, post))).toBe(true);
  expect(reads).toHaveLength(1);
});

test("a receiver that requests a longer delay gets it", async () => {
  const { happens, deliver, answers } = await shop();
  answers(() => refused(10 * MINUTE_MS));
  await happens();
  expect((await deliver())?.dueInMs).toBe(10 * MINUTE_MS);
});

test.each(["timeout", "unreachable"] as const)("a delivery that fails with %s is retried", async (problem) => {
  const { happens, deliver, answers, moves, deliveries } = await shop();
  answers(() => ({ problem }));
  await happens();
  await deliver();
  expect(await deliveries()).toMatchObject([{ status: "pending", attempts: 1 }]);
  answers(() => ({ status: 204, body: "", retryAfterMs: null }));
  moves(MINUTE_MS);
  await deliver();
  expect(await deliveries()).toMatchObject([{ status: "delivered", attempts: 2 }]);
});

test("deliveries interrupted at any round trip are all sent, each with one id and one body", async () => {
  for (let cutAt = 1; cutAt <= 12; cutAt += 1) {
    const { happens, deliver, moves, posts, deliveries, endpoint } = await shop();
    await happens("first");
    await happens("second");
    const cut = (call: number) => {
      if (call === cutAt) throw new PowerCut();
    };
    await deliver(cut).catch((error: unknown) => {
      if (!(error instanceof PowerCut) && !(error instanceof Error && error.cause instanceof PowerCut)) throw error;
    });
    // A crashed run holds the endpoint's lease for a minute.
    moves(2 * MINUTE_MS);
    await deliver();
    expect([cutAt, (await deliveries()).map(({ status }) => status)]).toEqual([cutAt, ["delivered", "delivered"]]);
    const received = new Map<string | undefined, Set<string>>();
    for (const { headers, body } of posts) {
      const id = headers["webhook-id"];
      received.set(id, (received.get(id) ?? new Set()).add(body));
    }
    expect([cutAt, received.size, [...received.values()].map(({ size }) => size)]).toEqual([cutAt, 2, [1, 1]]);
    expect([cutAt, (await endpoint())?.next_delivery_at]).toEqual([cutAt, null]);
  }
});

test("two concurrent runs send each event once", async () => {
  const { happens, deliver, answers, posts } = await shop();
  for (let i = 0; i < 5; i += 1) await happens();
  let answerAll = () => {};
  const held = new Promise<void>((resolve) => {
    answerAll = resolve;
  });
  answers(async () => {
    await held;
    return { status: 200, body: "", retryAfterMs: null };
  });
  const first = deliver();
  await expect.poll(() => posts.length).toBe(5);
  expect(await deliver()).toBeNull();
  answerAll();
  await first;
  expect(posts).toHaveLength(5);
});

test("more than ten deliveries go out in rounds, and those added meanwhile are due at once", async () => {
  const { happens, deliver, posts, answers } = await shop();
  for (let i = 0; i < 13; i += 1) await happens();
  let came = false;
  answers(async () => {
    if (!came) {
      came = true;
      await happens("meanwhile");
    }
    return { status: 200, body: "", retryAfterMs: null };
  });
  expect(await deliver()).toEqual({ dueInMs: 0, slow: false });
  expect(posts).toHaveLength(10);
  await deliver();
  expect(posts).toHaveLength(14);
});

test("an event whose record is gone is sent without it, and one whose record cannot be read is retried", async () => {
  const { happens, deliver, posts, deliveries } = await shop();
  await happens("gone");
  await happens("broken");
  expect(await errorsLoggedDuring(deliver)).toEqual(["unreadable"]);
  expect(posts.map(({ body }) => JSON.parse(body).data)).toEqual([
    { id: "gone", object: "customer", changes: {}, record: null },
  ]);
  expect(await deliveries()).toMatchObject([{ status: "delivered" }, { status: "pending", attempts: 1 }]);
});

test("a record that cannot be read does not count as a failure of the endpoint", async () => {
  const { happens, deliver, endpoint } = await shop();
  await happens("broken");
  await errorsLoggedDuring(deliver);
  expect(await endpoint()).toMatchObject({ status: "enabled", failing_since: null });
});

test("an endpoint that accepts nothing for five days is turned off, and its Admins are notified", async () => {
  const { happens, deliver, answers, moves, endpoint, deliveries, orgId } = await shop();
  answers(() => refused());
  await happens();
  await deliver();
  expect((await endpoint())?.failing_since).not.toBeNull();
  moves(4.9 * DAY_MS);
  await happens();
  await deliver();
  expect((await endpoint())?.status).toBe("enabled");
  moves(0.2 * DAY_MS);
  await happens();
  await deliver();
  expect(await endpoint()).toMatchObject({ status: "disabled", disabled_by: "failing", next_delivery_at: null });
  expect((await deliveries()).every(({ status }) => status === "canceled" || status === "failed")).toBe(true);
  const { results } = await worker.db
    .prepare("SELECT payload FROM outbox WHERE org_id = ? AND topic = 'business_mail'")
    .bind(orgId)
    .all<{ payload: string }>();
  expect(results.map(({ payload }) => JSON.parse(payload).mail.subject)).toEqual([
    "Webhooks to receiver.example.com were turned off",
  ]);
});

test("one success restarts the five days", async () => {
  const { happens, deliver, answers, moves, endpoint } = await shop();
  answers(() => refused());
  await happens();
  await deliver();
  moves(4 * DAY_MS);
  answers(() => ({ status: 200, body: "", retryAfterMs: null }));
  await deliver();
  expect((await endpoint())?.failing_since).toBeNull();
  answers(() => refused());
  moves(2 * DAY_MS);
  await happens();
  await deliver();
  expect((await endpoint())?.status).toBe("enabled");
});

test("the previous secret signs for a day after a rotation and is then deleted", async () => {
  const { happens, deliver, moves, posts, admin, key, secret, ctx } = await shop();
  const rotated = await admin.post<{ secret: string }>(`/api/webhook-endpoints/${key.endpointId}/rotate-secret`, {
    currentPassword: password,
  });
  await happens();
  await deliver();
  expect(
    [posts[0], posts[0]].map((post, at) => post && isSignedWith(at === 0 ? secret : rotated.json.secret, post)),
  ).toEqual([true, true]);
  moves(DAY_MS);
  await happens();
  await deliver();
  expect([secret, rotated.json.secret].map((each) => posts[1] && isSignedWith(each, posts[1]))).toEqual([false, true]);
  await purgeTenants(ctx());
  const row = worker.db.prepare("SELECT previous_secret FROM webhook_endpoints WHERE id = ?").bind(key.endpointId);
  expect(await row.first("previous_secret")).toBeNull();
});

test("secrets are re-encrypted with a new key and cannot be decrypted for another endpoint", async () => {
  const { ctx, key, secret } = await shop();
  const withKeys = (encryption: string, previousEncryption: string | null): Ctx => {
    const base = ctx();
    return { ...base, providers: { ...base.providers, secrets: { signing: "", encryption, previousEncryption } } };
  };
  const stored = async () =>
    (await worker.db
      .prepare("SELECT secret FROM webhook_endpoints WHERE id = ?")
      .bind(key.endpointId)
      .first<string>("secret")) ?? "";
  const [former, next] = ["e".repeat(44), "n".repeat(44)];
  while ((await reencryptSigningSecrets(withKeys(next, former))) > 0);
  expect(await decryptSigningSecret(withKeys(next, null), key, await stored())).toBe(secret);
  await expect(decryptSigningSecret(withKeys(former, null), key, await stored())).rejects.toThrow();
  while ((await reencryptSigningSecrets(withKeys(former, next))) > 0);
  const elsewhere = await encryptSigningSecret(ctx(), { ...key, endpointId: "another" }, secret);
  await expect(decryptSigningSecret(ctx(), key, elsewhere)).rejects.toThrow();
});

test("the sweep queues a due endpoint once, again after five minutes if the queue lost it, and then when its next attempt is due", async () => {
  const { happens, ctx, key, answers, deliver, moves } = await shop();
  const notified: string[] = [];
  const sweep = () => {
    const base = ctx();
    const notify = async (endpoints: { endpointId: string }[]) =>
      void notified.push(...endpoints.map((each) => each.endpointId));
    return sweepWebhooks({
      ...base,
      providers: { ...base.providers, webhooks: { ...base.providers.webhooks, notify } },
    });
  };
  const count = () => notified.filter((each) => each === key.endpointId).length;
  await sweep();
  expect(count()).toBe(0);
  await happens();
  await sweep();
  await sweep();
  expect(count()).toBe(1);
  moves(5 * MINUTE_MS - 1);
  await sweep();
  expect(count()).toBe(1);
  moves(1);
  await sweep();
  expect(count()).toBe(2);
  answers(() => refused());
  const next = await deliver();
  await sweep();
  expect(count()).toBe(2);
  moves(next?.dueInMs ?? 0);
  await sweep();
  expect(count()).toBe(3);
});

test("deliveries older than 30 days are deleted with their attempts", async () => {
  const { happens, deliver, ctx, moves, deliveries, orgId } = await shop();
  await happens();
  await deliver();
  moves(29 * DAY_MS);
  await purgeTenants(ctx());
  expect(await deliveries()).toHaveLength(1);
  moves(2 * DAY_MS);
  await purgeTenants(ctx());
  expect(await deliveries()).toEqual([]);
  const attempts = worker.db.prepare("SELECT count(*) AS n FROM webhook_attempts WHERE org_id = ?").bind(orgId);
  expect(await attempts.first("n")).toBe(0);
});

test("a deleted endpoint receives nothing more, and deleting a business deletes all its webhook data", async () => {
  const { happens, deliver, posts, admin, key, orgId, ctx } = await shop();
  await happens();
  await deliver();
  await happens();
  const other = await addEndpoint(admin, "https://receiver.example.com/kept");
  await admin.delete(`/api/webhook-endpoints/${key.endpointId}`);
  await deliver();
  expect(posts).toHaveLength(1);
  await happens();
  const rows = async () => {
    const tables = ["webhook_endpoints", "webhook_subscriptions", "webhook_deliveries", "webhook_attempts"];
    const counts = await worker.db.batch<{ n: number }>(
      tables.map((table) => worker.db.prepare(`SELECT count(*) AS n FROM ${table} WHERE org_id = ?`).bind(orgId)),
    );
    return counts.map(({ results }) => results[0]?.n ?? 0);
  };
  expect(
    (await rows()).every((n) => n > 0),
    other.id,
  ).toBe(true);
  await worker.db
    .prepare("INSERT INTO business_deletions (org_id, requested_by, requested_at, due_at) VALUES (?1, ?2, ?3, ?3)")
    .bind(orgId, admin.userId, "2001-01-01T00:00:00.000Z")
    .run();
  for (let run = 0; run < 5; run += 1)
    await sweepBusinessDeletions({ ...ctx(), now: new Date(Date.now() + (run + 1) * DAY_MS) });
  expect(await rows()).toEqual([0, 0, 0, 0]);
});
