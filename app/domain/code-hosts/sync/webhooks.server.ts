import { sql } from "drizzle-orm";
import { z } from "zod";
import { acrossTenants } from "#drizzle/d1/guard";
import type { Ctx } from "~/domain/shared/context";
import { DomainError, notFound } from "~/domain/shared/errors";
import { outboxInsert } from "~/domain/shared/outbox.server";
import { sha256, sha256Of } from "~/domain/shared/tokens.server";
import { type SignedRequest, verifyGithub, verifyGitlab } from "~/domain/shared/webhooks/hmac.server";
import { HOST_NAMES, type HostKind } from "../host";
import { decryptToken } from "../tokens.server";
import { type HostJob, hostMessage, type Seen } from "./job";
import { canonical, fieldsOf, receivedComment } from "./merge";

/** What became of a webhook. `ignored`: of a kind that concerns no issue. */
const WEBHOOK_OUTCOMES = ["queued", "duplicate", "ignored"] as const;
export type WebhookOutcome = (typeof WEBHOOK_OUTCOMES)[number];

const number = z.int().min(1);

const GithubIssueEvent = z.object({
  action: z.string(),
  issue: z.object({
    number,
    title: z.string(),
    body: z.string().nullish(),
    state: z.enum(["open", "closed"]).catch("open"),
    labels: z.array(z.object({ name: z.string() })).catch([]),
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
  }),
  issue: z.object({ iid: number }).optional(),
});

/** What a webhook is about; null for what concerns no issue. */
interface About {
  event: string;
  number: number;
  seen: Seen;
}

interface Endpoint {
  orgId: string;
  host: HostKind;
  repositoryId: string;
  secret: string;
}

/**
 * Receives a webhook of a repository: verifies it over the raw bytes and stores it with its outbox message in one batch. It only says
 * where to look: how an issue is now is asked of the host, so that webhooks may come late, twice and in any order.
 * @throws DomainError not_found for an address that is no repository's; unauthenticated for anything the host did not sign; invalid for what is no JSON
 */
export async function receiveHostWebhook(
  ctx: Ctx,
  endpoint: string,
  request: Omit<SignedRequest, "now">,
): Promise<{ outcome: WebhookOutcome }> {
  const at = await endpointOf(ctx, endpoint);
  if (!at) throw notFound();
  const { orgId, host, repositoryId } = at;
  const secret = await decryptToken(ctx, at, at.secret);
  const signed = { ...request, now: ctx.now };
  const verified = await (host === "github" ? verifyGithub(signed, secret) : verifyGitlab(signed, { token: secret }));
  if (!verified) throw new DomainError("unauthenticated", `This webhook is not signed by ${HOST_NAMES[host]}.`);
  const about = await aboutOf(host, request);
  if (!about) return { outcome: "ignored" };
  // The sender's id is not part of what is signed: it saves work, and nothing more hangs on it.
  const id = (verified.deliveryId || (await sha256Of(request.body))).slice(0, 200);
  const now = ctx.now.toISOString();
  const job: HostJob = { kind: "issue", orgId, host, repositoryId, number: about.number, seen: about.seen };
  const outboxId = ctx.newId();
  const isMine = sql`EXISTS (SELECT 1 FROM code_host_deliveries WHERE org_id = ${orgId} AND host = ${host} AND id = ${id} AND message_id = ${outboxId})`;
  const [, queued] = await ctx.db.batch([
    ctx.db.run(sql`
      INSERT INTO code_host_deliveries (org_id, host, id, repository_id, event, number, message_id, received_at)
      VALUES (${orgId}, ${host}, ${id}, ${repositoryId}, ${about.event}, ${about.number}, ${outboxId}, ${now}) ON CONFLICT DO NOTHING`),
    outboxInsert(ctx, { id: outboxId, message: hostMessage(job) }, isMine),
    ctx.db.run(sql`UPDATE code_host_repositories SET last_webhook_at = ${now}
      WHERE org_id = ${orgId} AND host = ${host} AND id = ${repositoryId}`),
  ]);
  if (queued.meta.changes === 0) return { outcome: "duplicate" };
  ctx.after(ctx.providers.outbox.notify([{ side: "tenants", id: outboxId }], { queue: "bank" }));
  return { outcome: "queued" };
}

async function endpointOf(ctx: Ctx, endpoint: string): Promise<Endpoint | null> {
  if (!/^[\w-]{20,100}$/.test(endpoint)) return null;
  const [row] = await ctx.db.all<Endpoint>(sql`
    SELECT ${sql.raw(acrossTenants)} r.org_id AS orgId, r.host, r.id AS repositoryId, r.webhook_secret AS secret
    FROM code_host_repositories r JOIN code_host_connections c ON c.org_id = r.org_id AND c.host = r.host
    WHERE r.endpoint = ${endpoint} AND r.status = 'chosen' AND c.status <> 'disconnected' AND r.webhook_secret IS NOT NULL`);
  return row ?? null;
}

async function aboutOf(host: HostKind, { headers, body }: Omit<SignedRequest, "now">): Promise<About | null> {
  const payload = jsonOf(body);
  if (payload === undefined) throw new DomainError("invalid", "This is no JSON.");
  return host === "github" ? githubAbout(headers.get("x-github-event") ?? "", payload) : gitlabAbout(payload);
}

async function githubAbout(event: string, payload: unknown): Promise<About | null> {
  if (event !== "issues" && event !== "issue_comment") return null;
  const { data } = GithubIssueEvent.safeParse(payload);
  if (!data || data.issue.pull_request) return null;
  const { action, issue, comment } = data;
  const about = { event: `${event}.${action}`.slice(0, 100), number: issue.number };
  if (comment)
    return { ...about, seen: action === "deleted" ? {} : { comment: await commentSeen(comment.id, comment.body) } };
  // What is no longer there looks as it did before.
  if (action === "deleted" || action === "transferred") return { ...about, seen: {} };
  const fields = fieldsOf({
    ...{ title: issue.title, body: issue.body ?? "", state: issue.state },
    ...{ labels: issue.labels.map(({ name }) => name), milestone: issue.milestone?.title ?? null },
  });
  return { ...about, seen: { issue: await sha256(canonical(fields)) } };
}

async function gitlabAbout(payload: unknown): Promise<About | null> {
  const { data } = GitlabEvent.safeParse(payload);
  if (!data) return null;
  const { object_kind: kind, object_attributes: facts, issue } = data;
  if (kind === "issue" && facts.iid) return { event: "issue", number: facts.iid, seen: {} };
  if (kind !== "note" || facts.noteable_type !== "Issue" || facts.system || !issue) return null;
  return { event: "note", number: issue.iid, seen: { comment: await commentSeen(facts.id, facts.note) } };
}

const commentSeen = async (id: number, text: string | null | undefined) => ({
  id: String(id),
  hash: await sha256(receivedComment(text ?? "").body),
});

function jsonOf(body: Uint8Array<ArrayBuffer>): unknown {
  try {
    return JSON.parse(new TextDecoder().decode(body));
  } catch {
    return undefined;
  }
}
