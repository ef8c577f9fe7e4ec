import { householdCtx, TEST_SHARD } from "#tests/support/household-ctx";
import { type SimulatedHosts, simulatedHosts } from "#tests/support/simulated-hosts";
import { perform } from "#worker/providers/simulated-code-host/control";
import { findIssue, findRepository, listComments } from "#worker/providers/simulated-code-host/repository";
import type { SimulatedComment } from "#worker/providers/simulated-code-host/state";
import { updatePriority } from "~/domain/code-hosts/change-priority.server";
import { connectHost } from "~/domain/code-hosts/connection.server";
import type { HostKind } from "~/domain/code-hosts/host";
import type { CodeHost } from "~/domain/code-hosts/provider";
import { chooseRepositories } from "~/domain/code-hosts/repositories.server";
import { simulatedTokens } from "~/domain/code-hosts/simulated";
import { sweepHosts } from "~/domain/code-hosts/sync/jobs.server";
import { labelKeys, receivedText } from "~/domain/code-hosts/sync/merge";
import { receiveHostWebhook } from "~/domain/code-hosts/sync/webhooks.server";
import { addComment, changeComment, deleteComment } from "~/domain/issues/comments.server";
import { createLabel, listLabels } from "~/domain/issues/config/labels.server";
import { type PriorityLabels, priorityFrom, priorityLabels } from "~/domain/issues/config/priorities";
import { listPriorities } from "~/domain/issues/config/priorities.server";
import { ISSUE_PRIORITIES, type IssuePriority } from "~/domain/issues/issue";
import { updateIssue } from "~/domain/issues/update.server";
import { deliver } from "~/domain/outbox/deliver.server";
import type { Ctx } from "~/domain/shared/context";

class PowerCut extends Error {}

/** Pseudorandom numbers between 0 and 1, deterministic for a seed. */
export function randomOf(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let t = state;
    t = Math.imul(t ^ (t >>> 15), t | 1);
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
    return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296;
  };
}

interface Business {
  orgId: string;
  orgKey: number;
  userId: string;
}

export interface Shop {
  hosts: SimulatedHosts;
  host: HostKind;
  name: string;
  orgId: string;
  userId: string;
  repositoryId: string;
  db: D1Database;
  /** A member of the office. */
  person: Ctx;
  /** The system, failing at its nth database call. */
  system: (cutAt?: number) => Ctx;
  /** Number of requests that changed something there. */
  sent: () => number;
  happens: (command: object) => Promise<object | null>;
}

let shops = 0;

/** A business with one selected repository of a host in memory. */
export async function scheduledShop(db: D1Database, business: Business, host: HostKind): Promise<Shop> {
  shops += 1;
  const { orgId, orgKey, userId } = business;
  const hosts = simulatedHosts();
  const login = `plan-${shops}`;
  const name = `${login}/gauges`;
  let sent = 0;
  const counted = (codeHost: CodeHost): CodeHost => ({
    ...codeHost,
    changeIssue: (...args) => count(codeHost.changeIssue(...args)),
    addComment: (...args) => count(codeHost.addComment(...args)),
    changeComment: (...args) => count(codeHost.changeComment(...args)),
    removeComment: (...args) => count(codeHost.removeComment(...args)),
  });
  const count = <T>(call: Promise<T>): Promise<T> => {
    sent += 1;
    return call;
  };
  function ctxOf(cutAt: number | null): Ctx {
    const beforeCall = (call: number) => {
      if (call === cutAt) throw new PowerCut();
    };
    const ctx = householdCtx(db, userId, cutAt === null ? {} : { beforeCall });
    if (ctx.actor.kind !== "person") throw new Error("a person acts");
    const member = {
      ...{ orgId, orgKey, orgName: "North Wind", timeZone: "America/Chicago", userId },
      ...{ name: "Test Person", roles: ["Admin" as const], permissions: null, isPro: false, technicianId: null },
    };
    const codeHosts = {
      kind: "simulated" as const,
      oauth: () => null,
      address: (of: HostKind) => `https://plenum.example/dev/code-host/${of}`,
      open: (access: { host: HostKind; token: string }) => counted(hosts.open(access.host, access.token)),
    };
    return {
      ...ctx,
      now: hosts.clock(),
      request: { ...ctx.request, origin: "https://plenum.example" },
      after: (work) => void work.catch(() => {}),
      actor: { ...ctx.actor, person: { ...ctx.actor.person, member } },
      providers: { ...ctx.providers, codeHosts },
    };
  }
  const happens = (command: object) =>
    perform(hosts, "https://plenum.example", { by: "luis-o", host, name, ...command } as Parameters<typeof perform>[2]);
  const person = () => ctxOf(null);
  await connectHost(person(), host, { token: simulatedTokens(host, login)[0]?.token ?? "" });
  const repository = (await happens({
    op: "repository",
    members: { [login]: "admin", "luis-o": "write", octo: "write" },
  })) as {
    id: number;
  };
  const repositoryId = String(repository.id);
  await chooseRepositories(person(), host, { repositoryIds: [repositoryId], limit: 100 });
  await db
    .prepare("INSERT INTO code_host_people (org_id, host, login, user_id, created_at) VALUES (?, ?, 'luis-o', ?, ?)")
    .bind(orgId, host, userId, hosts.clock().toISOString())
    .run();
  const shop: Shop = {
    ...{ hosts, host, name, orgId, userId, repositoryId, db, happens, sent: () => sent },
    get person() {
      return person();
    },
    system: (cutAt) => ({ ...ctxOf(cutAt ?? null), actor: { kind: "system", member: null } }),
  };
  return shop;
}

async function rows<T>({ db }: Shop, query: string, ...values: unknown[]): Promise<T[]> {
  return (
    await db
      .prepare(query)
      .bind(...values)
      .all<T>()
  ).results;
}

/** Processes the outbox in any order; each message may be interrupted and is then retried later. */
export async function work(shop: Shop, { random, cuts }: { random: () => number; cuts: number }): Promise<void> {
  const waiting = await rows<{ id: string }>(
    shop,
    "SELECT id FROM outbox WHERE org_id = ? AND topic = 'code_host' AND delivered_at IS NULL",
    shop.orgId,
  );
  for (const { id } of waiting.sort(() => random() - 0.5)) {
    const cutAt = random() < cuts ? 1 + Math.floor(random() * 14) : undefined;
    await deliver(shop.system(cutAt), { side: "tenants", shard: TEST_SHARD, id }).catch((error) => {
      if (cutAt === undefined) throw error;
    });
    // An interrupted run holds its lease a while longer.
    if (cutAt !== undefined && random() < 0.6) shop.hosts.pass(150);
  }
}

/** Lets time pass until nothing is left to do. */
export async function rest(shop: Shop): Promise<void> {
  const random = () => 0.5;
  for (let round = 0; round < 12; round += 1) {
    shop.hosts.pass(4 * 60 * 60);
    await shop.db
      .prepare("UPDATE outbox SET failed_at = NULL WHERE org_id = ? AND delivered_at IS NULL")
      .bind(shop.orgId)
      .run();
    await sweepHosts(shop.system());
    await work(shop, { random, cuts: 0 });
    const [unsynced] = await rows<{ count: number }>(
      shop,
      "SELECT count(*) AS count FROM code_host_issues WHERE org_id = ? AND changes <> synced_changes AND status = 'linked'",
      shop.orgId,
    );
    // By now, a sync has run twice and found everything no webhook reported.
    if (round > 3 && unsynced?.count === 0) return;
  }
  throw new Error("nothing comes to rest");
}

interface Side {
  title: string;
  body: string;
  state: string;
  /** With the label that stands for the priority. */
  labels: string[];
  /** Null for one that no label stands for. */
  priority: IssuePriority | null;
  assignee: string | null;
  milestone: string | null;
  comments: string[];
}

const mappedLabels = async (shop: Shop): Promise<PriorityLabels> => priorityLabels(await listPriorities(shop.person));

export async function here(
  shop: Shop,
  number: number,
): Promise<
  | (Side & { id: string; version: number; commentRows: { id: string; version: number; author_name: string | null }[] })
  | null
> {
  const [issue] = await rows<{
    id: string;
    title: string;
    body: string;
    category: string;
    milestone: string | null;
    version: number;
    label_ids: string;
    priority: IssuePriority;
    assignee: string | null;
  }>(
    shop,
    `SELECT i.*, s.category, (SELECT p.login FROM code_host_people p WHERE p.org_id = i.org_id AND p.user_id = i.assignee_id) AS assignee FROM code_host_issues l JOIN issues i ON i.org_id = l.org_id AND i.id = l.issue_id
     JOIN issue_states s ON s.org_id = i.org_id AND s.id = i.state_id WHERE l.org_id = ? AND l.number = ?`,
    shop.orgId,
    number,
  );
  if (!issue) return null;
  const label = (await mappedLabels(shop)).labelOf(issue.priority);
  const labels = await rows<{ name: string }>(
    shop,
    "SELECT name FROM issue_labels WHERE org_id = ? AND id IN (SELECT value FROM json_each(?))",
    shop.orgId,
    issue.label_ids,
  );
  const comments = await rows<{ id: string; body: string; version: number; author_name: string | null }>(
    shop,
    "SELECT * FROM issue_comments WHERE org_id = ? AND issue_id = ?",
    shop.orgId,
    issue.id,
  );
  return {
    ...{ id: issue.id, version: issue.version, title: issue.title, body: issue.body, state: issue.category },
    ...{ milestone: issue.milestone, assignee: issue.assignee },
    labels: labelKeys([...labels.map(({ name }) => name), ...(label === null ? [] : [label])]),
    priority: label === null ? null : issue.priority,
    comments: comments.map(({ body }) => body).sort(),
    commentRows: comments,
  };
}

export async function there(shop: Shop, number: number): Promise<(Side & { rows: SimulatedComment[] }) | null> {
  const repository = await findRepository(shop.hosts, shop.host, shop.repositoryId);
  const issue = repository && (await findIssue(shop.hosts, repository, number));
  if (!repository || !issue) return null;
  const comments = await listComments(shop.hosts, repository, { number, offset: 0, limit: 1000 });
  const labels = labelKeys(issue.labels);
  const mapped = await mappedLabels(shop);
  return {
    ...{ title: issue.title, body: issue.body, state: issue.state, labels },
    priority: mapped.mostUrgent(labels) === null ? null : priorityFrom(labels, mapped),
    ...{ milestone: issue.milestone, assignee: issue.assignees.includes("luis-o") ? "luis-o" : null },
    comments: comments.map(({ body }) => receivedText(body).body).sort(),
    rows: comments,
  };
}

type Delivery = { url: string; headers: Record<string, string>; body: string };

/** `octo` is not a member of the business. */
const crews = [[], ["luis-o"], ["octo"], ["octo", "luis-o"]];

const words = ["alpha", "bravo", "coil", "delta", "evaporator"];

/** The labels that stand for priorities; the others have none. */
const standing = [
  { priority: "urgent", label: "P0" },
  { priority: "high", label: "Priority: High" },
  { priority: "low", label: "priority: low" },
] as const;

/**
 * One of many random sequences in which both sides change, webhooks are lost, duplicated and reordered, and runs crash in
 * between.
 */
export async function playSchedule(shop: Shop, seed: number): Promise<{ comments: Set<string>; count: number }> {
  const random = randomOf(seed);
  const pick = <T>(from: readonly T[]): T => from[Math.floor(random() * from.length)] as T;
  const word = () => `${pick(words)} ${Math.floor(random() * 1000)}`;
  const comments = new Set<string>();
  let count = 0;
  let box: Delivery[] = [];
  const change = () => ({
    ...(random() < 0.4 ? { title: word() } : {}),
    ...(random() < 0.3 ? { body: word() } : {}),
    ...(random() < 0.3 ? { milestone: random() < 0.3 ? null : pick(words) } : {}),
  });
  const mapped = standing.map(({ label }) => label);
  const someLabels = () => [...words.filter(() => random() < 0.4), ...mapped.filter(() => random() < 0.2)];
  for (const { priority, label } of standing) await updatePriority(shop.person, priority, { version: 1, label });
  // One that stands for a priority can be given to an issue here like any other.
  for (const name of [...words, "P0"]) await createLabel(shop.person, { name, color: "#aa5500", description: null });
  const labels = await listLabels(shop.person);
  for (let at = 0; at < 2; at += 1) {
    await shop.happens({ op: "open", change: { title: word(), body: word(), labels: [pick(words), pick(mapped)] } });
    count += 1;
  }
  const steps: (() => Promise<void>)[] = [
    async () => {
      const state = random() < 0.3 ? { state: pick(["open", "closed"]) } : {};
      const given = random() < 0.4 ? { labels: someLabels() } : {};
      await shop.happens({
        op: "edit",
        number: 1 + Math.floor(random() * count),
        change: { ...change(), ...state, ...given, ...(random() < 0.3 ? { assignees: pick(crews) } : {}) },
      });
    },
    async () => {
      const body = `there ${word()} ${comments.size}`;
      comments.add(body);
      await shop.happens({ op: "comment", number: 1 + Math.floor(random() * count), body });
    },
    async () => {
      if (count > 4) return;
      await shop.happens({ op: "open", change: { title: word(), labels: someLabels() } });
      count += 1;
    },
    async () => {
      const issue = await here(shop, 1 + Math.floor(random() * count));
      const state = random() < 0.3 ? { stateId: pick(["todo", "review", "done", "canceled"]) } : {};
      const assignee = random() < 0.3 ? { assigneeId: random() < 0.5 ? null : shop.userId } : {};
      const priority = random() < 0.4 ? { priority: pick(ISSUE_PRIORITIES) } : {};
      const labelIds = random() < 0.2 ? { labelIds: labels.filter(() => random() < 0.3).map(({ id }) => id) } : {};
      const given = { ...change(), ...state, ...assignee, ...priority, ...labelIds };
      if (issue) await updateIssue(shop.person, issue.id, { version: issue.version, ...given });
    },
    async () => {
      const issue = await here(shop, 1 + Math.floor(random() * count));
      if (!issue) return;
      const body = `here ${word()} ${comments.size}`;
      comments.add(body);
      await addComment(shop.person, issue.id, { body });
    },
    async () => {
      const issue = await here(shop, 1 + Math.floor(random() * count));
      const comment = issue && pick(issue.commentRows);
      if (!issue || !comment) return;
      const ref = { ref: issue.id, commentId: comment.id };
      const before = issue.comments.length;
      if (random() < 0.5) {
        const body = `changed ${word()} ${comments.size}`;
        const [old] = await rows<{ body: string }>(
          shop,
          "SELECT body FROM issue_comments WHERE org_id = ? AND id = ?",
          shop.orgId,
          comment.id,
        );
        await changeComment(shop.person, ref, { body, version: comment.version });
        comments.delete(old?.body ?? "");
        comments.add(body);
      } else if (before > 2) {
        const [old] = await rows<{ body: string }>(
          shop,
          "SELECT body FROM issue_comments WHERE org_id = ? AND id = ?",
          shop.orgId,
          comment.id,
        );
        await deleteComment(shop.person, ref);
        comments.delete(old?.body ?? "");
      }
    },
    async () => {
      box = [...box, ...((await shop.happens({ op: "deliveries", all: false })) as Delivery[])];
      box = box.filter(() => random() > 0.2).sort(() => random() - 0.5);
      for (const delivery of box.slice(0, 6)) {
        const endpoint = delivery.url.split("/").at(-1) ?? "";
        const request = { headers: new Headers(delivery.headers), body: new TextEncoder().encode(delivery.body) };
        const cutAt = random() < 0.2 ? 1 + Math.floor(random() * 3) : undefined;
        await receiveHostWebhook(shop.system(cutAt), endpoint, request).catch((error) => {
          if (cutAt === undefined) throw error;
        });
        if (random() < 0.3) await receiveHostWebhook(shop.system(), endpoint, request);
      }
    },
    async () => {
      shop.hosts.pass(60);
      await sweepHosts(shop.system());
    },
    () => work(shop, { random, cuts: 0.4 }),
    () => work(shop, { random, cuts: 0.4 }),
  ];
  for (let step = 0; step < 24; step += 1) {
    shop.hosts.pass(1 + Math.floor(random() * 5));
    await pick(steps)();
  }
  return { comments, count };
}
