import type { HostKind } from "~/domain/code-hosts/host";
import { utf8 } from "~/domain/shared/webhooks/hmac.server";
import { githubComment, githubIssue, githubRepository, githubUser } from "./github-payloads";
import { gitlabUrl, gitlabUser } from "./gitlab-payloads";
import { type HostEvent, type HostWorld, placeOf } from "./repository";
import { issueId, nameOf, type SimulatedDelivery, type SimulatedIssue, type SimulatedRepository } from "./state";

interface At {
  repository: SimulatedRepository;
  baseUrl: string;
}

/** The body of one event, with the event name sent in the header. */
interface Payload {
  event: string;
  body: object;
}

/** Queues an event once for each webhook of the repository. Nothing is sent automatically. */
export async function tell(world: HostWorld, at: At, happened: HostEvent): Promise<void> {
  const { repository } = at;
  if (repository.hooks.length === 0) return;
  const payloads = repository.host === "github" ? githubPayloads(at, happened) : gitlabPayloads(at, happened);
  const createdAt = world.clock().toISOString();
  const deliveries = repository.hooks.flatMap((hook) =>
    payloads.map(({ event, body }, place): SimulatedDelivery => {
      const id = crypto.randomUUID();
      return {
        ...{ key: `${place} ${id}`, id, hookId: hook.id, event, createdAt, answers: [] },
        body: JSON.stringify(body),
      };
    }),
  );
  const rows = deliveries.map((state) => ({ id: state.key, at: createdAt, state }));
  await world.store.addMany("delivery", placeOf(repository), rows);
}

function githubPayloads({ repository, baseUrl }: At, happened: HostEvent): Payload[] {
  const common = {
    repository: githubRepository(repository, baseUrl, null),
    sender: githubUser(happened.by, baseUrl),
  };
  const issues = (action: string, issue: SimulatedIssue, more: object = {}): Payload => ({
    event: "issues",
    body: { action, issue: githubIssue(repository, issue, baseUrl), ...more, ...common },
  });
  switch (happened.kind) {
    case "opened":
    case "deleted":
      return [issues(happened.kind, happened.issue)];
    case "transferred": {
      const { to, moved } = happened;
      const changes = {
        new_issue: githubIssue(to, moved, baseUrl),
        new_repository: githubRepository(to, baseUrl, null),
      };
      return [issues("transferred", happened.issue, { changes })];
    }
    case "changed": {
      const { issue, before } = happened;
      const edited = {
        ...(issue.title === before.title ? {} : { title: { from: before.title } }),
        ...(issue.body === before.body ? {} : { body: { from: before.body } }),
      };
      return [
        ...(Object.keys(edited).length > 0 ? [issues("edited", issue, { changes: edited })] : []),
        ...(issue.state === before.state ? [] : [issues(issue.state === "closed" ? "closed" : "reopened", issue)]),
        ...added(before.labels, issue.labels).map((name) => issues("labeled", issue, { label: { name } })),
        ...added(issue.labels, before.labels).map((name) => issues("unlabeled", issue, { label: { name } })),
        ...added(before.assignees, issue.assignees).map((login) =>
          issues("assigned", issue, { assignee: githubUser(login, baseUrl) }),
        ),
        ...added(issue.assignees, before.assignees).map((login) =>
          issues("unassigned", issue, { assignee: githubUser(login, baseUrl) }),
        ),
        ...(issue.milestone === before.milestone
          ? []
          : [issues(issue.milestone === null ? "demilestoned" : "milestoned", issue)]),
      ];
    }
    case "comment_created":
    case "comment_edited":
    case "comment_deleted": {
      const { issue, comment, kind } = happened;
      const facts = { issue: githubIssue(repository, issue, baseUrl), comment: githubComment(comment, baseUrl) };
      return [{ event: "issue_comment", body: { action: kind.replace("comment_", ""), ...facts, ...common } }];
    }
    case "repository_renamed":
    case "repository_deleted":
    case "repository_archived":
      return [{ event: "repository", body: { action: happened.kind.replace("repository_", ""), ...common } }];
  }
}

const added = (before: readonly string[], after: readonly string[]) => after.filter((one) => !before.includes(one));

const actions = { opened: "open", closed: "close", reopened: "reopen", changed: "update" } as const;

function gitlabPayloads({ repository, baseUrl }: At, happened: HostEvent): Payload[] {
  const name = nameOf(repository);
  const common = {
    user: gitlabUser(happened.by, baseUrl),
    project: { id: repository.id, path_with_namespace: name, web_url: `${baseUrl}/${name}` },
  };
  const attributes = (issue: SimulatedIssue) => ({
    ...{ id: issueId(repository, issue.number), iid: issue.number, title: issue.title, description: issue.body },
    ...{ state: issue.state === "open" ? "opened" : "closed", confidential: issue.isConfidential },
    labels: issue.labels.map((title) => ({ title })),
    moved_to_id: issue.movedTo && issueId({ id: issue.movedTo.repositoryId }, issue.movedTo.number),
    updated_at: issue.updatedAt.replace("T", " ").replace(/\.\d+Z$/, " UTC"),
    url: gitlabUrl(repository, baseUrl, issue.number),
  });
  const hook = (kind: "Issue" | "Note", isHidden: boolean) => `${isHidden ? "Confidential " : ""}${kind} Hook`;
  const issueHook = (issue: SimulatedIssue, action: string, changes: object): Payload => ({
    event: hook("Issue", issue.isConfidential),
    body: { object_kind: "issue", ...common, object_attributes: { ...attributes(issue), action }, changes },
  });
  switch (happened.kind) {
    case "opened":
      return [issueHook(happened.issue, actions.opened, {})];
    case "changed": {
      const { issue, before } = happened;
      if (JSON.stringify(issue) === JSON.stringify(before)) return [];
      const turned = issue.state === "closed" ? actions.closed : actions.reopened;
      const changes = { updated_at: { previous: before.updatedAt, current: issue.updatedAt } };
      return [issueHook(issue, issue.state === before.state ? actions.changed : turned, changes)];
    }
    case "transferred":
      return [issueHook(happened.issue, actions.closed, {})];
    case "comment_created":
    case "comment_edited": {
      const { issue, comment } = happened;
      const note = {
        ...{ id: comment.id, note: comment.body, noteable_type: "Issue", system: comment.isSystem },
        action: happened.kind === "comment_created" ? "create" : "update",
      };
      const body = { object_kind: "note", ...common, object_attributes: note, issue: attributes(issue) };
      return [{ event: hook("Note", issue.isConfidential || comment.isInternal), body }];
    }
    // GitLab sends no project webhooks for these events.
    case "deleted":
    case "comment_deleted":
    case "repository_renamed":
    case "repository_deleted":
    case "repository_archived":
      return [];
  }
}

/** The delivery as it is sent, signed now with the webhook's secret. */
export async function signedDelivery(
  host: HostKind,
  { id, event, body }: SimulatedDelivery,
  { secret, now }: { secret: string; now: Date },
): Promise<{ headers: Record<string, string>; body: string }> {
  if (host === "github") {
    const headers = {
      ...{ "content-type": "application/json", "user-agent": "GitHub-Hookshot/simulated", "x-github-event": event },
      ...{ "x-github-delivery": id, "x-hub-signature-256": `sha256=${await hexHmac(secret, body)}` },
    };
    return { headers, body };
  }
  const headers = {
    ...{ "content-type": "application/json", "x-gitlab-event": event, "x-gitlab-token": secret },
    ...{ "idempotency-key": id, "webhook-id": id, "x-gitlab-event-uuid": id },
    "webhook-timestamp": String(Math.floor(now.getTime() / 1000)),
  };
  return { headers, body };
}

async function hexHmac(secret: string, body: string): Promise<string> {
  const key = await crypto.subtle.importKey("raw", utf8(secret), { name: "HMAC", hash: "SHA-256" }, false, ["sign"]);
  const bytes = new Uint8Array(await crypto.subtle.sign("HMAC", key, utf8(body)));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}
