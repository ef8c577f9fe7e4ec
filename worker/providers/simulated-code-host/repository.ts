import type { HostKind, IssueChange, IssueDraft } from "~/domain/code-hosts/host";
import {
  commentId,
  hash,
  nameOf,
  numberOfComment,
  type SimulatedComment,
  type SimulatedIssue,
  type SimulatedRepository,
} from "./state";
import type { HostStore } from "./store";

/** The simulated hosts' environment. */
export interface HostWorld {
  store: HostStore;
  clock: () => Date;
}

/** A change as webhooks report it, with the previous value of each changed field. */
type IssueEvent =
  | { kind: "opened" | "deleted"; issue: SimulatedIssue; by: string }
  | { kind: "changed"; issue: SimulatedIssue; before: SimulatedIssue; by: string }
  | { kind: "transferred"; issue: SimulatedIssue; by: string; to: SimulatedRepository; moved: SimulatedIssue };
interface CommentEvent {
  kind: "comment_created" | "comment_edited" | "comment_deleted";
  issue: SimulatedIssue;
  comment: SimulatedComment;
  by: string;
}
interface RepositoryEvent {
  kind: "repository_renamed" | "repository_deleted" | "repository_archived";
  by: string;
}
export type HostEvent = IssueEvent | CommentEvent | RepositoryEvent;

export const placeOf = ({ host, id }: Pick<SimulatedRepository, "host" | "id">) => `${host} ${id}`;
const idOfNumber = (number: number) => String(number).padStart(8, "0");
const placeOfComments = (repository: SimulatedRepository, number: number) => `${placeOf(repository)} ${number}`;

interface NewRepository {
  host: HostKind;
  name: string;
  members: SimulatedRepository["members"];
  description?: string;
  isArchived?: boolean;
}

export async function addRepository(world: HostWorld, input: NewRepository): Promise<SimulatedRepository> {
  const { host, name, members, description = "", isArchived = false } = input;
  const repository: SimulatedRepository = {
    ...{ host, id: hash(`${host} ${name}`), names: [name], description, members, isArchived },
    ...{ isPrivate: true, hasIssues: true, isDeleted: false, lastNumber: 0, milestones: [], hooks: [] },
  };
  const id = String(repository.id);
  await world.store.add("repository", host, { id, at: name, state: repository });
  await world.store.add("name", host, { id: name.toLowerCase(), at: name, state: { id: repository.id } });
  for (const login of Object.keys(members))
    await world.store.add("member", `${host} ${login}`, { id, at: name, state: { id: repository.id } });
  return repository;
}

export const findRepository = ({ store }: HostWorld, host: HostKind, id: number | string) =>
  store.read("repository", host, String(id));

export async function findByName(world: HostWorld, host: HostKind, name: string): Promise<SimulatedRepository | null> {
  const at = await world.store.read("name", host, name.toLowerCase());
  return at && findRepository(world, host, at.id);
}

/** Changes a repository; returns its new state, or null. */
export async function changeRepository(
  { store }: HostWorld,
  { host, id }: Pick<SimulatedRepository, "host" | "id">,
  change: (repository: SimulatedRepository) => void,
): Promise<SimulatedRepository | null> {
  return store.change("repository", host, String(id), (repository) => {
    change(repository);
    return { at: nameOf(repository), result: repository };
  });
}

export async function rename(world: HostWorld, repository: SimulatedRepository, name: string): Promise<void> {
  const { host, id } = repository;
  await world.store.add("name", host, { id: name.toLowerCase(), at: name, state: { id } });
  await changeRepository(world, repository, (one) => one.names.push(name));
}

export const findIssue = ({ store }: HostWorld, repository: SimulatedRepository, number: number) =>
  store.read("issue", placeOf(repository), idOfNumber(number));

interface IssuePage {
  since: string;
  offset: number;
  limit: number;
  /** Sorted by creation instead of last change. */
  byCreation?: boolean;
}

export const listIssues = ({ store }: HostWorld, repository: SimulatedRepository, page: IssuePage) =>
  store.list("issue", placeOf(repository), {
    ...{ from: page.since, offset: page.offset, limit: page.limit, byId: page.byCreation },
  });

type NewIssue = IssueDraft & { author: string } & Partial<
    Pick<SimulatedIssue, "state" | "createdAt" | "isConfidential" | "isPullRequest">
  >;

function newIssue(world: HostWorld, number: number, input: NewIssue): SimulatedIssue {
  const { title, body, labels, assignees, milestone, author, state = "open" } = input;
  const createdAt = input.createdAt ?? world.clock().toISOString();
  return {
    ...{ number, title, body, state, labels: [...labels], assignees: [...assignees], milestone, author },
    ...{ createdAt, updatedAt: createdAt, closedAt: state === "closed" ? createdAt : null },
    ...{ isConfidential: input.isConfidential ?? false, isPullRequest: input.isPullRequest ?? false },
    ...{ isDeleted: false, movedTo: null, comments: 0 },
  };
}

export async function addIssue(
  world: HostWorld,
  repository: SimulatedRepository,
  input: NewIssue,
): Promise<SimulatedIssue> {
  const [issue] = await addIssues(world, repository, [input]);
  if (!issue) throw new Error("the simulated code host has lost a repository");
  return issue;
}

export async function addIssues(
  world: HostWorld,
  repository: SimulatedRepository,
  inputs: readonly NewIssue[],
): Promise<SimulatedIssue[]> {
  const after = await changeRepository(world, repository, (one) => {
    one.lastNumber += inputs.length;
  });
  if (!after) return [];
  const first = after.lastNumber - inputs.length + 1;
  const issues = inputs.map((input, at) => newIssue(world, first + at, input));
  const rows = issues.map((issue) => ({ id: idOfNumber(issue.number), at: issue.updatedAt, state: issue }));
  await world.store.addMany("issue", placeOf(repository), rows);
  return issues;
}

/** Changes an issue and updates its date; before and after are equal if nothing changed. */
export async function editIssue(
  { store, clock }: HostWorld,
  repository: SimulatedRepository,
  {
    number,
    change,
  }: {
    number: number;
    change: IssueChange & Partial<Pick<SimulatedIssue, "isConfidential" | "isDeleted" | "movedTo">>;
  },
): Promise<{ before: SimulatedIssue; issue: SimulatedIssue } | null> {
  return store.change("issue", placeOf(repository), idOfNumber(number), (issue) => {
    const before = structuredClone(issue);
    const given = Object.fromEntries(Object.entries(change).filter(([, value]) => value !== undefined));
    Object.assign(issue, given);
    const isChanged = JSON.stringify(issue) !== JSON.stringify(before);
    if (isChanged) issue.updatedAt = clock().toISOString();
    if (issue.state !== before.state) issue.closedAt = issue.state === "closed" ? issue.updatedAt : null;
    return { at: issue.updatedAt, result: { before, issue } };
  });
}

/** A comment counts as a change of the issue. */
async function touch(
  { store, clock }: HostWorld,
  repository: SimulatedRepository,
  number: number,
): Promise<SimulatedIssue | null> {
  return store.change("issue", placeOf(repository), idOfNumber(number), (issue) => {
    issue.updatedAt = clock().toISOString();
    issue.comments += 1;
    return { at: issue.updatedAt, result: issue };
  });
}

interface NewComment {
  number: number;
  author: string;
  body: string;
  isInternal?: boolean;
  isSystem?: boolean;
}

export async function addComment(
  world: HostWorld,
  repository: SimulatedRepository,
  { number, author, body, isInternal = false, isSystem = false }: NewComment,
): Promise<{ issue: SimulatedIssue; comment: SimulatedComment } | null> {
  const issue = await touch(world, repository, number);
  if (!issue) return null;
  const now = issue.updatedAt;
  const comment: SimulatedComment = {
    ...{ id: commentId(number, issue.comments), body, author, createdAt: now, updatedAt: now, isSystem, isInternal },
  };
  const row = { id: String(comment.id), at: now, state: comment };
  await world.store.add("comment", placeOfComments(repository, number), row);
  return { issue, comment };
}

export const findComment = ({ store }: HostWorld, repository: SimulatedRepository, id: number) =>
  store.read("comment", placeOfComments(repository, numberOfComment(id)), String(id));

export const listComments = (
  { store }: HostWorld,
  repository: SimulatedRepository,
  { number, ...page }: { number: number; offset: number; limit: number },
) => store.list("comment", placeOfComments(repository, number), page);

export async function editComment(
  world: HostWorld,
  repository: SimulatedRepository,
  { id, body }: { id: number; body: string },
): Promise<SimulatedComment | null> {
  const now = world.clock().toISOString();
  const at = placeOfComments(repository, numberOfComment(id));
  const comment = await world.store.change("comment", at, String(id), (one) => {
    one.updatedAt = now;
    one.body = body;
    return { at: one.createdAt, result: one };
  });
  if (comment) await touchOnly(world, repository, numberOfComment(id));
  return comment;
}

export async function removeComment(world: HostWorld, repository: SimulatedRepository, id: number): Promise<void> {
  await world.store.remove("comment", placeOfComments(repository, numberOfComment(id)), String(id));
  await touchOnly(world, repository, numberOfComment(id));
}

async function touchOnly(world: HostWorld, repository: SimulatedRepository, number: number): Promise<void> {
  await world.store.change("issue", placeOf(repository), idOfNumber(number), (issue) => {
    issue.updatedAt = world.clock().toISOString();
    return { at: issue.updatedAt, result: null };
  });
}

/** Moves the issue to another repository under a new number, with its comments. */
export async function transfer(
  world: HostWorld,
  { from, to, number }: { from: SimulatedRepository; to: SimulatedRepository; number: number },
): Promise<{ issue: SimulatedIssue; moved: SimulatedIssue } | null> {
  const issue = await findIssue(world, from, number);
  if (!issue) return null;
  const moved = await addIssue(world, to, { ...issue });
  const comments = await listComments(world, from, { number, offset: 0, limit: 1000 });
  for (const { author, body } of comments) await addComment(world, to, { number: moved.number, author, body });
  const movedTo = { repositoryId: to.id, number: moved.number };
  // GitLab closes the old issue and links to the new one.
  const closed = from.host === "gitlab" ? { state: "closed" as const } : {};
  const after = await editIssue(world, from, { number, change: { movedTo, ...closed } });
  return after && { issue: after.issue, moved };
}
