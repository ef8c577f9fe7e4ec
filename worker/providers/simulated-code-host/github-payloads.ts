import type { components } from "@octokit/openapi-types";
import type { Caller } from "./accounts";
import {
  issueId,
  nameOf,
  personId,
  type SimulatedComment,
  type SimulatedIssue,
  type SimulatedRepository,
} from "./state";

type Schemas = components["schemas"];
type Some<T extends keyof Schemas, K extends keyof Schemas[T]> = Pick<Schemas[T], K>;

/** GitHub's dates have no milliseconds. */
const dateOf = (instant: string) => instant.replace(/\.\d+Z$/, "Z");

export const githubUser = (login: string, baseUrl: string) =>
  ({ id: personId(login), login, html_url: `${baseUrl}/${login}`, type: "User" }) satisfies Some<
    "simple-user",
    "id" | "login" | "html_url" | "type"
  >;

export function githubRepository(repository: SimulatedRepository, baseUrl: string, caller: Caller | null) {
  const name = nameOf(repository);
  const role = caller && repository.members[caller.login];
  return {
    ...{ id: repository.id, full_name: name, html_url: `${baseUrl}/${name}`, description: repository.description },
    ...{ private: repository.isPrivate, archived: repository.isArchived, has_issues: repository.hasIssues },
    permissions: { admin: role === "admin", push: role === "admin" || role === "write", pull: true },
  } satisfies Some<
    "full-repository",
    "id" | "full_name" | "html_url" | "description" | "private" | "archived" | "has_issues" | "permissions"
  >;
}

type Issue = Omit<
  Some<
    "issue",
    | ("id" | "number" | "html_url" | "repository_url" | "title" | "body" | "state" | "labels" | "locked")
    | ("comments" | "created_at" | "updated_at" | "closed_at")
  >,
  never
> & {
  user: ReturnType<typeof githubUser>;
  assignees: ReturnType<typeof githubUser>[];
  milestone: { number: number; title: string } | null;
  pull_request?: { url: string };
};

export function githubIssue(repository: SimulatedRepository, issue: SimulatedIssue, baseUrl: string): Issue {
  const { number, isPullRequest } = issue;
  const name = nameOf(repository);
  const milestone = repository.milestones.find(({ title }) => title === issue.milestone) ?? null;
  return {
    ...{ id: issueId(repository, number), number, title: issue.title, body: issue.body, state: issue.state },
    html_url: `${baseUrl}/${name}/issues/${number}`,
    repository_url: `${baseUrl}/api/repos/${name}`,
    labels: issue.labels.map((label) => ({ name: label, color: "ededed" })),
    assignees: issue.assignees.map((login) => githubUser(login, baseUrl)),
    user: githubUser(issue.author, baseUrl),
    ...{ milestone, locked: false, comments: issue.comments },
    ...{ created_at: dateOf(issue.createdAt), updated_at: dateOf(issue.updatedAt) },
    closed_at: issue.closedAt && dateOf(issue.closedAt),
    ...(isPullRequest ? { pull_request: { url: `${baseUrl}/api/repos/${name}/pulls/${number}` } } : {}),
  };
}

export function githubComment({ id, body, author, ...dates }: SimulatedComment, baseUrl: string) {
  return {
    ...{ id, body, created_at: dateOf(dates.createdAt), updated_at: dateOf(dates.updatedAt) },
    user: githubUser(author, baseUrl),
  } satisfies Omit<Some<"issue-comment", "id" | "body" | "created_at" | "updated_at">, never> & { user: object };
}
