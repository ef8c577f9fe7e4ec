import { sql } from "drizzle-orm";
import { z } from "zod";
import { acrossCopies } from "#drizzle/d1/guard";
import { HOST_NAMES, type HostKind, isGitlabIssueType } from "~/domain/code-hosts/host";
import type { WebhookEndpoint } from "~/domain/code-hosts/provider";
import { withCommands } from "~/domain/code-hosts/quick-actions";
import { decryptToken } from "~/domain/code-hosts/tokens.server";
import type { Ctx } from "~/domain/shared/context";
import { isMoving } from "~/domain/shared/database-errors.server";
import { DomainError, notFound } from "~/domain/shared/errors";
import { notifyOutbox, outboxInsert } from "~/domain/shared/outbox.server";
import { sha256, sha256Of } from "~/domain/shared/secrets/tokens.server";
import { findOnShards, shardOf } from "~/domain/shared/shards.server";
import { type SignedRequest, verifyGithub, verifyGitlab } from "~/domain/shared/webhooks/hmac.server";
import { jsonOf } from "~/domain/shared/webhooks/json.server";
import { type HostJob, hostMessage, type Seen } from "./job";
import { logEntry } from "./log.server";
import { canonical, fieldsOf, receivedText } from "./merge";

/** The result of a webhook. `ignored`: of a kind that does not concern issues. */
const WEBHOOK_OUTCOMES = ["queued", "duplicate", "ignored"] as const;
type WebhookOutcome = (typeof WEBHOOK_OUTCOMES)[number];

const number = z.int().min(1);

const GithubIssueEvent = z.object({
  action: z.string(),
  issue: z.object({
    number,
    title: z.string(),
    body: z.string().nullish(),
    state: z.enum(["open", "closed"]).catch("open"),
    labels: z.array(z.object({ name: z.string() })).catch([]),
    assignees: z.array(z.object({ login: z.string() })).catch([]),
    milestone: z.object({ title: z.string() }).nullish(),
    pull_request: z.unknown().optional(),
  }),
  comment: z.object({ id: z.int(), body: z.string().nullish() }).optional(),
});

const GitlabEvent = z.object({
  object_kind: z.string(),
  object_attributes: z.object({
    id: z.int(),
    iid: number.optional(),
    note: z.string().nullish(),
    noteable_type: z.string().optional(),
    system: z.boolean().optional(),
    type: z.string().nullish(),
  }),
  issue: z.object({ iid: number, type: z.string().optional() }).optional(),
});

/** What a webhook is about, or why it is ignored. */
type About =
  | { event: string; number: number; seen: Seen }
  | { event: string /** The repository itself. */; isRepository: true }
  | { event: string; reason: string };

/**
 * Receives a webhook of a repository: verifies it over the raw bytes and stores it with its outbox message in one batch, the
 * only round trip if the repository sent a webhook within the last minute. It only indicates where to look: the issue's current
 * state is read from the host, so that webhooks may arrive late, twice and in any order.
 * @throws DomainError not_found for an unknown address; unauthenticated for anything the host did not sign; invalid for invalid
 *   JSON
 */
export async function receiveHostWebhook(
  ctx: Ctx,
  endpoint: string,
  request: Webhook,
): Promise<{ outcome: WebhookOutcome }> {
  const { endpointCache } = ctx.providers;
  const cached = endpointCache.get(endpoint, ctx.now);
  const known = cached?.at ?? null;
  if (cached) ctx.shards.learn(cached.at, cached.shard);
  const delivery = known && (await deliveryOf(ctx, known, request));
  const outcome = known && delivery && (await storeUnlessMoved(ctx, known, { ...request, ...delivery }));
  if (outcome) return { outcome };
  // Not cached, or removed, disconnected or with another secret since.
  endpointCache.delete(endpoint);
  const at = await endpointOf(ctx, endpoint);
  if (!at) throw notFound();
  const verified = await deliveryOf(ctx, at, request);
  if (!verified) {
    await noteRefusal(ctx, at);
    throw new DomainError("unauthenticated", `This webhook is not signed by ${HOST_NAMES[at.host]}.`);
  }
  const stored = await store(ctx, at, { ...request, ...verified });
  if (!stored) throw notFound();
  endpointCache.set(at, shardOf(ctx, at.orgId), ctx.now);
  return { outcome: stored };
}

type Webhook = Omit<SignedRequest, "now">;

/** Like `store`; also null if the business has moved to another shard since it was cached. */
async function storeUnlessMoved(ctx: Ctx, at: WebhookEndpoint, request: Parameters<typeof store>[2]) {
  try {
    return await store(ctx, at, request);
  } catch (error) {
    if (isMoving(error)) return null;
    throw error;
  }
}

/** Verifies the host's signature; null if it is invalid. */
async function deliveryOf(ctx: Ctx, at: WebhookEndpoint, request: Webhook) {
  const secret = await decryptToken(ctx, at, at.secret);
  const signed = { ...request, now: ctx.now };
  return at.host === "github" ? verifyGithub(signed, secret) : verifyGitlab(signed, { token: secret });
}

/** Returns null if the repository has been removed or has another secret: checked within the batch. */
async function store(
  ctx: Ctx,
  { orgId, host, repositoryId, endpoint, secret }: WebhookEndpoint,
  request: Webhook & { deliveryId: string | null },
): Promise<WebhookOutcome | null> {
  const about = await aboutOf(host, request);
  // The sender's id is not covered by the signature: it only avoids duplicate work.
  const id = (request.deliveryId || (await sha256Of(request.body))).slice(0, 200);
  const now = ctx.now.toISOString();
  const ref = { orgId, host, repositoryId };
  const isListening = sql`EXISTS (SELECT 1 FROM code_host_repositories r JOIN code_host_connections c ON c.org_id = r.org_id AND c.host = r.host
    WHERE r.org_id = ${orgId} AND r.host = ${host} AND r.id = ${repositoryId} AND r.endpoint = ${endpoint} AND r.webhook_secret = ${secret}
      AND r.status = 'chosen' AND c.status <> 'disconnected')`;
  const recordReceipt = ctx.db.run(sql`UPDATE code_host_repositories SET last_webhook_at = ${now}
    WHERE org_id = ${orgId} AND host = ${host} AND id = ${repositoryId} AND ${isListening}`);
  if ("reason" in about) {
    const detail = `${about.event}: ${about.reason}`;
    const [listening] = await ctx.db.batch([
      recordReceipt,
      logEntry(ctx, ref, { kind: "webhook", outcome: "ignored", detail }),
    ]);
    return listening.meta.changes === 0 ? null : "ignored";
  }
  const job: HostJob =
    "number" in about
      ? { kind: "issue", ...ref, number: about.number, seen: { ...about.seen, event: about.event } }
      : { kind: "check", ...ref };
  const outboxId = ctx.newId();
  const entry = { id: outboxId, message: hostMessage(job) };
  const number = "number" in about ? about.number : null;
  const isFirstDelivery = sql`EXISTS (SELECT 1 FROM code_host_deliveries WHERE org_id = ${orgId} AND host = ${host} AND id = ${id} AND message_id = ${outboxId})`;
  const [, queued, listening] = await ctx.db.batch([
    ctx.db.run(sql`
      INSERT INTO code_host_deliveries (org_id, host, id, repository_id, event, number, message_id, received_at)
      SELECT ${orgId}, ${host}, ${id}, ${repositoryId}, ${about.event}, ${number}, ${outboxId}, ${now}
      WHERE ${isListening} ON CONFLICT DO NOTHING`),
    outboxInsert(ctx, entry, isFirstDelivery),
    recordReceipt,
  ]);
  if (listening.meta.changes === 0) return null;
  if (queued.meta.changes === 0) return "duplicate";
  ctx.after(notifyOutbox(ctx, [entry]));
  return "queued";
}

/** Counts a webhook with an invalid signature: at most one per second, so that forged ones cause few writes. */
async function noteRefusal(ctx: Ctx, { orgId, host, repositoryId }: WebhookEndpoint): Promise<void> {
  const now = ctx.now.toISOString();
  const before = new Date(ctx.now.getTime() - 1000).toISOString();
  await ctx.db.run(sql`UPDATE code_host_repositories SET refused_webhooks = refused_webhooks + 1, last_refused_at = ${now}
    WHERE org_id = ${orgId} AND host = ${host} AND id = ${repositoryId} AND (last_refused_at IS NULL OR last_refused_at < ${before})`);
}

async function endpointOf(ctx: Ctx, endpoint: string): Promise<WebhookEndpoint | null> {
  if (!/^[\w-]{20,100}$/.test(endpoint)) return null;
  const row = await findOnShards(ctx, ({ db }) =>
    db.all<WebhookEndpoint>(sql`
    SELECT ${sql.raw(acrossCopies)} r.endpoint, r.org_id AS orgId, r.host, r.id AS repositoryId, r.webhook_secret AS secret
    FROM code_host_repositories r JOIN code_host_connections c ON c.org_id = r.org_id AND c.host = r.host
    WHERE r.endpoint = ${endpoint} AND r.status = 'chosen' AND c.status <> 'disconnected' AND r.webhook_secret IS NOT NULL`),
  );
  return row ?? null;
}

async function aboutOf(host: HostKind, { headers, body }: Omit<SignedRequest, "now">): Promise<About> {
  const payload = jsonOf(body);
  if (payload === undefined) throw new DomainError("invalid", "This is not JSON.");
  return host === "github" ? githubAbout(headers.get("x-github-event") ?? "", payload) : gitlabAbout(payload);
}

const NO_ISSUE = "It is not about an issue.";
const UNREADABLE = "It does not have the expected format.";

const Action = z.object({ action: z.string().max(60) });

async function githubAbout(name: string, payload: unknown): Promise<About> {
  const { action } = Action.safeParse(payload).data ?? {};
  const event = (action === undefined ? name : `${name}.${action}`).slice(0, 100) || "unknown";
  if (name === "ping") return { event, reason: "GitHub tries the webhook." };
  if (name === "repository") return { event, isRepository: true };
  if (name === "label" || name === "milestone") return { event, reason: "It comes with the issues that have it." };
  if (name !== "issues" && name !== "issue_comment") return { event, reason: NO_ISSUE };
  const { data } = GithubIssueEvent.safeParse(payload);
  if (!data) return { event, reason: UNREADABLE };
  const { issue, comment } = data;
  if (issue.pull_request) return { event, reason: `#${issue.number} is a pull request.` };
  const about = { event, number: issue.number };
  if (comment)
    return { ...about, seen: action === "deleted" ? {} : { comment: await commentSeen(comment.id, comment.body) } };
  // A deleted or transferred issue's payload shows its last state, which must not count as already synced.
  if (action === "deleted" || action === "transferred") return { ...about, seen: {} };
  const fields = fieldsOf({
    ...{ title: issue.title, body: issue.body ?? "", state: issue.state },
    ...{ labels: issue.labels.map(({ name: label }) => label), milestone: issue.milestone?.title ?? null },
    assignees: issue.assignees.map(({ login }) => login),
  });
  return { ...about, seen: { issue: await sha256(canonical(fields)) } };
}

const Kind = z.object({ object_kind: z.string().max(100) });

async function gitlabAbout(payload: unknown): Promise<About> {
  const event = Kind.safeParse(payload).data?.object_kind ?? "unknown";
  if (event !== "issue" && event !== "work_item" && event !== "note") return { event, reason: NO_ISSUE };
  const { data } = GitlabEvent.safeParse(payload);
  if (!data) return { event, reason: UNREADABLE };
  const { object_attributes: facts, issue } = data;
  // An incident arrives as a work item.
  if (event === "work_item" && (!facts.type || !isGitlabIssueType(facts.type))) return { event, reason: NO_ISSUE };
  if (event !== "note") return facts.iid ? { event, number: facts.iid, seen: {} } : { event, reason: UNREADABLE };
  if (facts.system) return { event, reason: "GitLab's own notes are not comments." };
  if (facts.noteable_type !== "Issue" || !issue || !isGitlabIssueType(issue.type))
    return { event, reason: "The comment is not on an issue." };
  return { event, number: issue.iid, seen: { comment: await commentSeen(facts.id, withCommands(facts.note ?? "")) } };
}

const commentSeen = async (id: number, text: string | null | undefined) => ({
  id: String(id),
  hash: await sha256(receivedText(text ?? "").body),
});
