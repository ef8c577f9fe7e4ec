import type { operations } from "@octokit/openapi-types";
import { z } from "zod";
import { type HttpClientOptions, httpClient } from "#worker/providers/http-client";
import {
  type HostComment,
  type HostIssue,
  type HostRepository,
  type IssueChange,
  nextIssues,
} from "~/domain/code-hosts/host";
import type { CodeHost } from "~/domain/code-hosts/provider";
import { hostCalls } from "./calls";
import { Comment, Delivery, Hook, Issue, Milestone, Numbered, Repository, User } from "./github-shapes";

type Body<O extends keyof operations> = operations[O] extends {
  requestBody?: { content: { "application/json": infer B } };
}
  ? B
  : never;

const PER_PAGE = "100";

/** GitHub's REST API, version 2022-11-28. */
export function githubOver(client: Omit<HttpClientOptions, "headers">, token: string): CodeHost {
  const { read, answer, send } = hostCalls(
    httpClient({
      ...client,
      headers: {
        accept: "application/vnd.github+json",
        authorization: `Bearer ${token}`,
        "x-github-api-version": "2022-11-28",
      },
    }),
  );
  const at = ({ fullName }: { fullName: string }, rest = "") =>
    `/repos/${fullName.split("/").map(encodeURIComponent).join("/")}${rest}`;

  /** The number of the milestone with this title, created if it does not exist. */
  async function milestoneNumber(repository: { fullName: string }, title: string): Promise<number> {
    const path = at(repository, "/milestones");
    let page = await answer(z.array(Milestone), { path, query: { state: "all", per_page: PER_PAGE } });
    for (;;) {
      const found = page.data.find((one) => one.title === title);
      if (found) return found.number;
      if (!page.next) break;
      page = await answer(z.array(Milestone), { path }, page.next.href);
    }
    const body: Body<"issues/create-milestone"> = { title };
    return (await read(Milestone, { method: "POST", path, json: body })).number;
  }

  const milestoneOf = async (repository: { fullName: string }, title: string | null | undefined) =>
    title === undefined ? {} : { milestone: title === null ? null : await milestoneNumber(repository, title) };

  async function patch(repository: { fullName: string }, number: number, change: IssueChange) {
    const { title, body, state, labels, assignees, milestone } = change;
    const json: Body<"issues/update"> = {
      ...(title === undefined ? {} : { title }),
      ...(body === undefined ? {} : { body }),
      ...(state === undefined ? {} : { state }),
      ...(labels === undefined ? {} : { labels: [...labels] }),
      ...(assignees === undefined ? {} : { assignees: [...assignees] }),
      ...(await milestoneOf(repository, milestone)),
    };
    return issueOf(await read(Issue, { method: "PATCH", path: at(repository, `/issues/${number}`), json }));
  }

  return {
    profile: async () => {
      const { data, headers } = await answer(User, { path: "/user" });
      const scopes = headers.get("x-oauth-scopes");
      return {
        ...{ id: String(data.id), login: data.login, name: data.name || null, url: data.html_url },
        scopes: scopes === null ? null : scopes.split(",").flatMap((scope) => scope.trim() || []),
        expiresAt: instantOf(headers.get("github-authentication-token-expiration")),
      };
    },
    repositories: async ({ page, perPage }) => {
      const query = {
        ...{ per_page: String(perPage), page: String(page), sort: "full_name" },
        affiliation: "owner,collaborator,organization_member",
      };
      const { data, next } = await answer(z.array(Repository), { path: "/user/repos", query });
      return { items: data.map(repositoryOf), next: next && String(page + 1) };
    },
    repository: async (key) => repositoryOf(await read(Repository, { path: at(key), followRedirects: true })),
    issues: async (key, { since, page }) => {
      const link = page?.startsWith("since ") === false ? page : undefined;
      const from = link ? new URL(link).searchParams.get("since") : (page?.slice("since ".length) ?? since);
      const query = {
        ...{ state: "all", sort: "updated", direction: "asc", per_page: PER_PAGE },
        ...(from === null ? {} : { since: from }),
      };
      const path = at(key, "/issues");
      const { data, next } = await answer(z.array(Issue), { path, query, followRedirects: true }, link);
      return {
        items: data.filter((one) => !one.pull_request).map(issueOf),
        next: nextIssues(data.at(-1)?.updated_at, from, next?.href ?? null),
      };
    },
    issue: async (key, number) =>
      issueOf(await read(Issue, { path: at(key, `/issues/${number}`), followRedirects: true })),
    createIssue: async (key, draft) => {
      const json: Body<"issues/create"> = {
        ...{ title: draft.title, body: draft.body, labels: [...draft.labels], assignees: [...draft.assignees] },
        ...(await milestoneOf(key, draft.milestone)),
      };
      return issueOf(await read(Issue, { method: "POST", path: at(key, "/issues"), json }));
    },
    changeIssue: patch,
    comments: async (key, number, page) => {
      const request = { path: at(key, `/issues/${number}/comments`), query: { per_page: PER_PAGE } };
      const { data, next } = await answer(z.array(Comment), { ...request, followRedirects: true }, page ?? undefined);
      return { items: data.map(commentOf), next: next?.href ?? null };
    },
    addComment: async (key, number, body) => {
      const json: Body<"issues/create-comment"> = { body };
      return commentOf(await read(Comment, { method: "POST", path: at(key, `/issues/${number}/comments`), json }));
    },
    changeComment: async (key, { id }, body) => {
      const json: Body<"issues/update-comment"> = { body };
      return commentOf(await read(Comment, { method: "PATCH", path: at(key, `/issues/comments/${id}`), json }));
    },
    removeComment: (key, { id }) => send({ method: "DELETE", path: at(key, `/issues/comments/${id}`) }),
    addWebhook: async (key, { url, secret }) => {
      const hooks = await read(z.array(Hook), { path: at(key, "/hooks"), query: { per_page: PER_PAGE } });
      const known = hooks.find(({ config }) => config?.url === url);
      if (known) return String(known.id);
      const json: Body<"repos/create-webhook"> = {
        ...{ name: "web", active: true, events: ["issues", "issue_comment", "label", "milestone", "repository"] },
        config: { url, secret, content_type: "json", insecure_ssl: "0" },
      };
      return String((await read(Hook, { method: "POST", path: at(key, "/hooks"), json })).id);
    },
    removeWebhook: (key, hookId) => send({ method: "DELETE", path: at(key, `/hooks/${hookId}`) }),
    webhook: async (key, hookId) => {
      const path = at(key, `/hooks/${hookId}`);
      const [{ active, last_response: last }, deliveries] = await Promise.all([
        read(Hook, { path, followRedirects: true }),
        read(z.array(Delivery), { path: `${path}/deliveries`, query: { per_page: PER_PAGE }, followRedirects: true }),
      ]);
      const isBad = ({ status_code: status }: z.output<typeof Delivery>) => status < 200 || status >= 300;
      const [newest] = deliveries;
      const isFailing = newest !== undefined && isBad(newest);
      return {
        state: active === false ? "disabled" : isFailing ? "failing" : "active",
        detail: isFailing ? (last?.message ?? newest.status ?? `HTTP ${newest.status_code}`) : null,
        failures: deliveries.filter(isBad).length,
      };
    },
    numbers: async (key, page) => {
      const query = { state: "all", sort: "created", direction: "asc", per_page: PER_PAGE };
      const request = { path: at(key, "/issues"), query, followRedirects: true };
      const { data, next } = await answer(z.array(Numbered), request, page ?? undefined);
      return { items: data.map(({ number }) => number), next: next?.href ?? null };
    },
  };
}

/** GitHub writes `2026-12-01 00:00:00 UTC` here. */
function instantOf(text: string | null): string | null {
  const at = text === null ? Number.NaN : Date.parse(text.replace(" UTC", "Z").replace(" ", "T"));
  return Number.isNaN(at) ? null : new Date(at).toISOString();
}

function repositoryOf({ id, permissions, ...row }: z.output<typeof Repository>): HostRepository {
  return {
    ...{ id: String(id), fullName: row.full_name, url: row.html_url, description: row.description || null },
    ...{ isPrivate: row.private, isArchived: row.archived, hasIssues: row.has_issues },
    canWrite: permissions ? permissions.triage || permissions.push : false,
    canAdmin: permissions?.admin ?? false,
  };
}

const personOf = (user: { login: string; html_url: string } | null | undefined) =>
  user ? { login: user.login, url: user.html_url } : null;

function issueOf(row: z.output<typeof Issue>): HostIssue {
  return {
    ...{ id: String(row.id), number: row.number, url: row.html_url, title: row.title, body: row.body ?? "" },
    state: row.state === "closed" ? "closed" : "open",
    labels: row.labels.flatMap((label) => (typeof label === "string" ? label : (label.name ?? []))),
    assignees: row.assignees?.map(({ login }) => login) ?? [],
    milestone: row.milestone?.title ?? null,
    author: personOf(row.user),
    comments: row.comments,
    ...{ createdAt: new Date(row.created_at).toISOString(), updatedAt: new Date(row.updated_at).toISOString() },
    ...{ isConfidential: false, movedToId: null },
  };
}

function commentOf(row: z.output<typeof Comment>): HostComment {
  return {
    ...{ id: String(row.id), body: row.body ?? "", author: personOf(row.user), isInternal: false },
    ...{ createdAt: new Date(row.created_at).toISOString(), updatedAt: new Date(row.updated_at).toISOString() },
  };
}
