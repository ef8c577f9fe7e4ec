import type { IssueNoteSchema, IssueSchemaWithBasicLabels, ProjectSchema, SimpleUserSchema } from "@gitbeaker/core";
import type { Caller } from "./accounts";
import {
  issueId,
  nameOf,
  personId,
  type SimulatedComment,
  type SimulatedIssue,
  type SimulatedRepository,
} from "./state";

export const gitlabUser = (login: string, baseUrl: string) =>
  ({
    id: personId(login),
    username: login,
    name: login,
    web_url: `${baseUrl}/${login}`,
  }) satisfies Partial<SimpleUserSchema>;

const levels = { admin: 40, write: 30, read: 10 };

export function gitlabProject(repository: SimulatedRepository, baseUrl: string, { login }: Caller) {
  const name = nameOf(repository);
  const role = repository.members[login];
  return {
    ...{ id: repository.id, path_with_namespace: name, web_url: `${baseUrl}/${name}` },
    ...{ description: repository.description, visibility: repository.isPrivate ? "private" : "public" },
    ...{ archived: repository.isArchived, issues_enabled: repository.hasIssues },
    permissions: {
      project_access: role ? { access_level: levels[role], notification_level: 3 } : null,
      group_access: null,
    },
  } as const satisfies { [K in keyof Omit<ProjectSchema, "permissions">]?: unknown };
}

export const gitlabUrl = (repository: SimulatedRepository, baseUrl: string, number: number) =>
  `${baseUrl}/${nameOf(repository)}/-/issues/${number}`;

type Issue = Pick<
  IssueSchemaWithBasicLabels,
  "id" | "iid" | "project_id" | "web_url" | "title" | "description" | "state" | "labels" | "confidential"
> & {
  author: ReturnType<typeof gitlabUser>;
  assignees: ReturnType<typeof gitlabUser>[];
  milestone: { id: number; title: string } | null;
  moved_to_id: number | null;
  issue_type: string;
  user_notes_count: number;
  created_at: string;
  updated_at: string;
  closed_at: string | null;
};

export function gitlabIssue(repository: SimulatedRepository, issue: SimulatedIssue, baseUrl: string): Issue {
  const { number } = issue;
  const milestone = repository.milestones.find(({ title }) => title === issue.milestone);
  return {
    ...{
      id: issueId(repository, number),
      iid: number,
      project_id: repository.id,
      issue_type: "issue",
      user_notes_count: issue.comments,
    },
    web_url: gitlabUrl(repository, baseUrl, number),
    ...{ title: issue.title, description: issue.body, state: issue.state === "open" ? "opened" : "closed" },
    ...{ labels: issue.labels, confidential: issue.isConfidential },
    author: gitlabUser(issue.author, baseUrl),
    assignees: issue.assignees.map((login) => gitlabUser(login, baseUrl)),
    milestone: milestone ? { id: milestone.number, title: milestone.title } : null,
    moved_to_id: issue.movedTo && issueId({ id: issue.movedTo.repositoryId }, issue.movedTo.number),
    ...{ created_at: issue.createdAt, updated_at: issue.updatedAt, closed_at: issue.closedAt },
  };
}

export function gitlabNote(comment: SimulatedComment, number: number, baseUrl: string) {
  const { id, body, author, createdAt, updatedAt, isSystem, isInternal } = comment;
  return {
    ...{ id, body, noteable_iid: number, system: isSystem, internal: isInternal },
    author: gitlabUser(author, baseUrl),
    ...{ created_at: createdAt, updated_at: updatedAt },
  } satisfies { [K in keyof IssueNoteSchema]?: unknown };
}
