import { z } from "zod";
import { type HttpClientOptions, httpClient } from "#worker/providers/http-client";
import {
  type HostComment,
  type HostIssue,
  type HostRepository,
  isGitlabIssueType,
  MAX_TITLE,
  nextIssues,
} from "~/domain/code-hosts/host";
import { HostError } from "~/domain/code-hosts/host-error";
import type { CodeHost } from "~/domain/code-hosts/provider";
import { withCommands, withoutCommands } from "~/domain/code-hosts/quick-actions";
import { hostCalls } from "./calls";
import { Hook, Issue, Milestone, Note, Numbered, Project, Token, User } from "./gitlab-shapes";

const PER_PAGE = "100";

/** GitLab's access levels: Reporter and above change issues, Maintainer and above add webhooks. */
const REPORTER = 20;
const MAINTAINER = 40;

/** GitLab answers 400 when a token of another kind requests information about itself. */
function unlessPersonal(error: unknown): null {
  if (error instanceof HostError && error.status === 400) return null;
  throw error;
}

/** GitLab's REST API v4, of gitlab.com or a self-hosted server. */
export function gitlabOver(client: Omit<HttpClientOptions, "headers">, token: string): CodeHost {
  const { read, answer, send, find } = hostCalls(
    httpClient({ ...client, headers: { authorization: `Bearer ${token}` } }),
  );
  const at = ({ id }: { id: string }, rest = "") => `/projects/${encodeURIComponent(id)}${rest}`;

  /** The id of the milestone with this title, created if it does not exist. */
  async function milestoneId(repository: { id: string }, title: string): Promise<number> {
    const path = at(repository, "/milestones");
    const [found] = await read(z.array(Milestone), { path, query: { title, include_ancestors: "true" } });
    return (found ?? (await read(Milestone, { method: "POST", path, json: { title } }))).id;
  }

  /** Ids of the logins GitLab knows; others are omitted. */
  async function userIds(logins: readonly string[]): Promise<number[]> {
    const found = await Promise.all(
      logins.map((username) => read(z.array(User), { path: "/users", query: { username } })),
    );
    return found.flatMap((users) => users.slice(0, 1).map(({ id }) => id));
  }

  const milestoneOf = async (repository: { id: string }, title: string | null | undefined) =>
    title === undefined ? {} : { milestone_id: title === null ? 0 : await milestoneId(repository, title) };

  // Without ids, GitLab removes all assignees if it is sent 0.
  const assigneesOf = async (logins: readonly string[] | undefined) => {
    if (logins === undefined) return {};
    const ids = await userIds(logins);
    return { assignee_ids: ids.length > 0 ? ids : [0] };
  };

  return {
    profile: async () => {
      const user = await read(User, { path: "/user" });
      const facts = await find(Token, { path: "/personal_access_tokens/self" }).catch(unlessPersonal);
      return {
        ...{ id: String(user.id), login: user.username, name: user.name || null, url: user.web_url },
        ...{ scopes: facts?.scopes ?? null, expiresAt: facts?.expires_at ? instantOf(facts.expires_at) : null },
      };
    },
    repositories: async ({ page, perPage }) => {
      const query = {
        ...{ membership: "true", order_by: "path", sort: "asc", per_page: String(perPage), page: String(page) },
      };
      const { data, next } = await answer(z.array(Project), { path: "/projects", query });
      return { items: data.map(repositoryOf), next: next && String(page + 1) };
    },
    repository: async (key) => repositoryOf(await read(Project, { path: at(key) })),
    issues: async (key, { since, page }) => {
      const link = page?.startsWith("since ") === false ? page : undefined;
      const from = link ? new URL(link).searchParams.get("updated_after") : (page?.slice("since ".length) ?? since);
      const query = {
        ...{ scope: "all", order_by: "updated_at", sort: "asc", per_page: PER_PAGE },
        ...(from === null ? {} : { updated_after: from }),
      };
      const { data, next } = await answer(z.array(Issue), { path: at(key, "/issues"), query }, link);
      const last = data.at(-1)?.updated_at;
      return {
        items: data.filter((one) => isGitlabIssueType(one.issue_type)).map(issueOf),
        next: nextIssues(last && instantOf(last), from, next?.href ?? null),
      };
    },
    issue: async (key, number) => issueOf(await read(Issue, { path: at(key, `/issues/${number}`) })),
    createIssue: async (key, { title, body, labels, assignees, milestone }) => {
      const json = {
        ...{ title: titleOf(title), description: withoutCommands(body), labels: labelList(labels) },
        ...(assignees.length > 0 ? await assigneesOf(assignees) : {}),
        ...(milestone === null ? {} : await milestoneOf(key, milestone)),
      };
      return issueOf(await read(Issue, { method: "POST", path: at(key, "/issues"), json }));
    },
    changeIssue: async (key, number, { title, body, state, labels, assignees, milestone }) => {
      const json = {
        ...(title === undefined ? {} : { title: titleOf(title) }),
        ...(body === undefined ? {} : { description: withoutCommands(body) }),
        ...(state === undefined ? {} : { state_event: state === "closed" ? "close" : "reopen" }),
        ...(labels === undefined ? {} : { labels: labelList(labels) }),
        ...(await assigneesOf(assignees)),
        ...(await milestoneOf(key, milestone)),
      };
      // PUT is idempotent.
      const request = { method: "PUT", path: at(key, `/issues/${number}`), json } as const;
      return issueOf(await read(Issue, request));
    },
    comments: async (key, number, page) => {
      const query = { per_page: PER_PAGE, order_by: "created_at", sort: "asc" };
      const path = at(key, `/issues/${number}/notes`);
      const { data, next } = await answer(z.array(Note), { path, query }, page ?? undefined);
      return { items: data.filter(({ system }) => !system).map(commentOf), next: next?.href ?? null };
    },
    addComment: async (key, number, text) => {
      const json = { body: withoutCommands(text) };
      return commentOf(await read(Note, { method: "POST", path: at(key, `/issues/${number}/notes`), json }));
    },
    changeComment: async (key, { number, id }, text) => {
      const json = { body: withoutCommands(text) };
      const request = { method: "PUT", path: at(key, `/issues/${number}/notes/${id}`), json } as const;
      return commentOf(await read(Note, request));
    },
    removeComment: (key, { number, id }) => send({ method: "DELETE", path: at(key, `/issues/${number}/notes/${id}`) }),
    addWebhook: async (key, { url, secret }) => {
      const hooks = await read(z.array(Hook), { path: at(key, "/hooks"), query: { per_page: PER_PAGE } });
      const known = hooks.find((hook) => hook.url === url);
      if (known) return String(known.id);
      const json = {
        ...{ url, token: secret, enable_ssl_verification: true, push_events: false },
        ...{ issues_events: true, confidential_issues_events: true },
        ...{ note_events: true, confidential_note_events: true },
      };
      return String((await read(Hook, { method: "POST", path: at(key, "/hooks"), json })).id);
    },
    removeWebhook: (key, hookId) => send({ method: "DELETE", path: at(key, `/hooks/${hookId}`) }),
    webhook: async (key, hookId) => {
      const { alert_status: alert, disabled_until: until } = await read(Hook, { path: at(key, `/hooks/${hookId}`) });
      const isOff = alert === "disabled" || alert === "temporarily_disabled";
      return { state: isOff ? "disabled" : "active", detail: until ? `until ${until}` : null, failures: isOff ? 1 : 0 };
    },
    numbers: async (key, page) => {
      const query = { scope: "all", order_by: "created_at", sort: "asc", per_page: PER_PAGE };
      const { data, next } = await answer(z.array(Numbered), { path: at(key, "/issues"), query }, page ?? undefined);
      return { items: data.map(({ iid }) => iid), next: next?.href ?? null };
    },
  };
}

/** A title of GitHub may be longer: the end stays here. */
const titleOf = (title: string) => [...title].slice(0, MAX_TITLE.gitlab).join("");

/** A comma would divide a label of GitHub or of ours in two: GitLab's names have none. */
const labelList = (names: readonly string[]) => names.filter((name) => !name.includes(",")).join(",");

/** GitLab sends `2026-12-01`, `2013-12-03T17:15:43Z` and `2017-09-15 16:50:55 UTC`. */
function instantOf(text: string): string {
  return new Date(text.replace(" UTC", "Z").replace(" ", "T")).toISOString();
}

function repositoryOf({ id, permissions, ...row }: z.output<typeof Project>): HostRepository {
  const level = Math.max(permissions?.project_access?.access_level ?? 0, permissions?.group_access?.access_level ?? 0);
  const hasIssues =
    row.issues_access_level === undefined ? (row.issues_enabled ?? true) : row.issues_access_level !== "disabled";
  return {
    ...{ id: String(id), fullName: row.path_with_namespace, url: row.web_url, description: row.description || null },
    ...{ isPrivate: row.visibility !== "public", isArchived: row.archived, hasIssues },
    ...{ canWrite: level >= REPORTER, canAdmin: level >= MAINTAINER },
  };
}

const personOf = (user: { username: string; web_url: string } | null | undefined) =>
  user ? { login: user.username, url: user.web_url } : null;

function issueOf(row: z.output<typeof Issue>): HostIssue {
  return {
    ...{ id: String(row.id), number: row.iid, url: row.web_url, title: row.title },
    body: withCommands(row.description ?? ""),
    state: row.state === "closed" ? "closed" : "open",
    labels: row.labels.map((label) => (typeof label === "string" ? label : label.name)),
    assignees: row.assignees?.map(({ username }) => username) ?? [],
    milestone: row.milestone?.title ?? null,
    author: personOf(row.author),
    comments: row.user_notes_count,
    ...{ createdAt: instantOf(row.created_at), updatedAt: instantOf(row.updated_at) },
    isConfidential: row.confidential,
    movedToId: row.moved_to_id === null || row.moved_to_id === undefined ? null : String(row.moved_to_id),
  };
}

function commentOf(row: z.output<typeof Note>): HostComment {
  return {
    ...{ id: String(row.id), body: withCommands(row.body ?? ""), author: personOf(row.author) },
    ...{ createdAt: instantOf(row.created_at), updatedAt: instantOf(row.updated_at) },
    isInternal: row.internal ?? row.confidential ?? false,
  };
}
