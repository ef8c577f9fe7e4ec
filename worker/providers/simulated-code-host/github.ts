import { MAX_TITLE } from "~/domain/code-hosts/host";
import { type HostAnswer, type HostRequest, linkHeader, made, nothing, ok, pageOf, textOf, textsOf } from "./answer";
import { tell } from "./deliveries";
import { githubComment, githubIssue, githubRepository, githubUser } from "./github-payloads";
import {
  addComment,
  addIssue,
  changeRepository,
  editComment,
  editIssue,
  findByName,
  findComment,
  findIssue,
  findRepository,
  type HostWorld,
  listComments,
  listIssues,
  placeOf,
  removeComment,
} from "./repository";
import { nameOf, numberOfComment, personId, type SimulatedRepository } from "./state";

const missing = (): HostAnswer => ({ status: 404, body: { message: "Not Found" } });
const forbidden = (): HostAnswer => ({
  status: 403,
  body: { message: "Resource not accessible by personal access token" },
});
const refused = (error: object): HostAnswer => ({
  status: 422,
  body: { message: "Validation Failed", errors: [{ resource: "Issue", ...error }] },
});
const invalid = (field: string) => refused({ field, code: "missing_field" });
const tooLong = (field: string, most: number) =>
  refused({ field, code: "custom", message: `${field} is too long (maximum is ${most} characters)` });

const MAX_BODY = 65_536;

/** Why GitHub refuses what is sent for an issue; null if it does not. One who cannot be assigned fails all of it. */
function refusalOf({ members }: SimulatedRepository, body: HostRequest["body"], assigned: string[]): HostAnswer | null {
  if ((textOf(body.title) ?? "").trim().length > MAX_TITLE.github) return tooLong("title", MAX_TITLE.github);
  if ((textOf(body.body) ?? "").length > MAX_BODY) return tooLong("body", MAX_BODY);
  const isUnknown = (login: string) => members[login] === undefined && !assigned.includes(login);
  const value = textsOf(body.assignees)?.find(isUnknown);
  return value === undefined ? null : refused({ value, field: "assignees", code: "invalid" });
}

/** Answers like GitHub's REST API. */
export async function githubAnswer(world: HostWorld, request: HostRequest): Promise<HostAnswer> {
  const { method, path, caller, baseUrl, query, apiUrl } = request;
  if (method === "GET" && path === "/user") {
    const headers = caller.scopes ? { "x-oauth-scopes": caller.scopes.join(", ") } : undefined;
    return ok({ ...githubUser(caller.login, baseUrl), name: null }, headers);
  }
  if (method === "GET" && path === "/user/repos") {
    const { offset, limit } = pageOf(query);
    const rows = await world.store.list("member", `github ${caller.login}`, { offset, limit: limit + 1 });
    const found = await Promise.all(rows.slice(0, limit).map(({ id }) => findRepository(world, "github", id)));
    const body = found.flatMap((one) => (one && !one.isDeleted ? githubRepository(one, baseUrl, caller) : []));
    return ok(body, linkHeader(`${apiUrl}${path}`, query, rows.length > limit));
  }
  const [, byId, byName, rest = ""] = /^\/(?:repositories\/(\d+)|repos\/([^/]+\/[^/]+))(\/.*)?$/.exec(path) ?? [];
  const repository = byId
    ? await findRepository(world, "github", byId)
    : await findByName(world, "github", byName ?? "");
  if (!repository || repository.isDeleted || !repository.members[caller.login]) return missing();
  const isRenamed = byName !== undefined && byName.toLowerCase() !== nameOf(repository).toLowerCase();
  if (isRenamed) return movedTo(request, `/repositories/${repository.id}${rest}`);
  if (method !== "GET" && (!caller.mayWrite || repository.members[caller.login] === "read")) return forbidden();
  if (method !== "GET" && repository.isArchived)
    return { status: 403, body: { message: "Repository was archived so is read-only." } };
  return atRepository(world, { ...request, repository, rest });
}

function movedTo({ method, apiUrl, query }: HostRequest, path: string): HostAnswer {
  const search = query.size > 0 ? `?${query}` : "";
  const location = `${apiUrl}${path}${search}`;
  return { status: method === "GET" ? 301 : 307, body: { message: "Moved Permanently" }, headers: { location } };
}

type AtRepository = HostRequest & { repository: SimulatedRepository; rest: string };

async function atRepository(world: HostWorld, request: AtRepository): Promise<HostAnswer> {
  const { method, rest, repository, body, baseUrl, caller, apiUrl, query } = request;
  const called = `${method} ${rest.replace(/\/\d+/g, "/:n")}`;
  const numbers = [...rest.matchAll(/\/(\d+)/g)].map(([, digits]) => Number(digits));
  if (called === "GET ") return ok(githubRepository(repository, baseUrl, caller));
  if (/^\w+ \/(?:issues|milestones)/.test(called) && !repository.hasIssues)
    return { status: 410, body: { message: "Issues are disabled for this repo" } };
  switch (called) {
    case "GET /issues": {
      const { offset, limit } = pageOf(query);
      const since = query.get("since") ?? "";
      const byCreation = query.get("sort") === "created";
      const found = await listIssues(world, repository, { since, offset, limit: limit + 1, byCreation });
      const shown = found.slice(0, limit).filter((one) => !one.isDeleted && (!one.movedTo || one.isPullRequest));
      const headers = linkHeader(`${apiUrl}/repositories/${repository.id}/issues`, query, found.length > limit);
      return ok(
        shown.map((one) => githubIssue(repository, one, baseUrl)),
        headers,
      );
    }
    case "POST /issues":
      return createIssue(world, request);
    case "GET /milestones":
      return ok(repository.milestones);
    case "POST /milestones": {
      const title = textOf(body.title) ?? "";
      const after = await changeRepository(world, repository, (one) =>
        one.milestones.push({ number: one.milestones.length + 1, title }),
      );
      return made(after?.milestones.at(-1));
    }
    case "GET /hooks":
      return ok(repository.hooks.map(({ id, url }) => ({ id, config: { url } })));
    case "POST /hooks": {
      const config = typeof body.config === "object" && body.config !== null ? body.config : {};
      const [url, secret] = [String(Reflect.get(config, "url")), String(Reflect.get(config, "secret"))];
      if (repository.members[caller.login] !== "admin") return missing();
      const id = personId(`hook ${repository.id} ${url}`);
      if (repository.hooks.some((hook) => hook.id === id))
        return { status: 422, body: { message: "Validation Failed", errors: [{ message: "Hook already exists" }] } };
      await changeRepository(world, repository, (one) => one.hooks.push({ id, url, secret }));
      return made({ id });
    }
    case "GET /hooks/:n":
    case "GET /hooks/:n/deliveries":
      return hookAnswer(world, request, { id: numbers[0] ?? 0, isList: called.endsWith("/deliveries") });
    case "DELETE /hooks/:n":
      await changeRepository(world, repository, (one) => {
        one.hooks = one.hooks.filter(({ id }) => id !== numbers[0]);
      });
      return nothing();
    default:
      return atIssue(world, { ...request, called, numbers });
  }
}

/** A webhook with its last response, or its recent deliveries. */
async function hookAnswer(
  world: HostWorld,
  { repository }: AtRepository,
  { id, isList }: { id: number; isList: boolean },
): Promise<HostAnswer> {
  const hook = repository.hooks.find((one) => one.id === id);
  if (!hook) return missing();
  const newest = await world.store.list("delivery", placeOf(repository), { limit: 100, newestFirst: true });
  const answered = newest.flatMap(({ hookId, answers }) =>
    hookId === id ? (answers.filter(Boolean).at(-1) ?? []) : [],
  );
  const textOfStatus = (code: number) => (code < 300 ? "OK" : `Invalid HTTP Response: ${code}`);
  if (isList) return ok(answered.map((code) => ({ status: textOfStatus(code), status_code: code })));
  const [code = null] = answered;
  const last = {
    code,
    status: code === null ? "unused" : "active",
    message: code === null ? null : textOfStatus(code),
  };
  return ok({ id, active: !hook.isOff, config: { url: hook.url }, last_response: last });
}

type AtIssue = AtRepository & { called: string; numbers: number[] };

async function atIssue(world: HostWorld, request: AtIssue): Promise<HostAnswer> {
  const { called, numbers, repository, body, baseUrl, caller, query } = request;
  const [at = 0] = numbers;
  const isComment = called.endsWith("/issues/comments/:n");
  const comment = isComment ? await findComment(world, repository, at) : null;
  const issue = await findIssue(world, repository, isComment ? numberOfComment(at) : at);
  if (!issue || (isComment && !comment)) return missing();
  if (issue.isDeleted) return { status: 410, body: { message: "This issue was deleted" } };
  if (issue.movedTo) {
    const { repositoryId, number } = issue.movedTo;
    return movedTo(request, `/repositories/${repositoryId}${request.rest.replace(/\d+/, String(number))}`);
  }
  const { number } = issue;
  switch (called) {
    case "GET /issues/:n":
      return ok(githubIssue(repository, issue, baseUrl));
    case "PATCH /issues/:n":
      return patchIssue(world, request, number);
    case "GET /issues/:n/comments": {
      const { offset, limit } = pageOf(query);
      const found = await listComments(world, repository, { number, offset, limit: limit + 1 });
      const headers = linkHeader(`${request.apiUrl}${request.path}`, query, found.length > limit);
      return ok(
        found.slice(0, limit).map((one) => githubComment(one, baseUrl)),
        headers,
      );
    }
    case "POST /issues/:n/comments": {
      const text = textOf(body.body) ?? "";
      if (text.trim() === "") return invalid("body");
      if (text.length > MAX_BODY) return tooLong("body", MAX_BODY);
      const after = await addComment(world, repository, { number, author: caller.login, body: text });
      if (!after) return missing();
      await tell(world, { repository, baseUrl }, { kind: "comment_created", by: caller.login, ...after });
      return made(githubComment(after.comment, baseUrl));
    }
    case "PATCH /issues/comments/:n": {
      if ((textOf(body.body) ?? "").length > MAX_BODY) return tooLong("body", MAX_BODY);
      const after = await editComment(world, repository, { id: at, body: textOf(body.body) ?? "" });
      if (!after) return missing();
      await tell(world, { repository, baseUrl }, { kind: "comment_edited", by: caller.login, issue, comment: after });
      return ok(githubComment(after, baseUrl));
    }
    case "DELETE /issues/comments/:n": {
      await removeComment(world, repository, at);
      if (comment)
        await tell(world, { repository, baseUrl }, { kind: "comment_deleted", by: caller.login, issue, comment });
      return nothing();
    }
    default:
      return missing();
  }
}

const milestoneOf = (repository: SimulatedRepository, number: unknown) =>
  number === undefined ? undefined : (repository.milestones.find((one) => one.number === number)?.title ?? null);

async function createIssue(world: HostWorld, request: AtRepository): Promise<HostAnswer> {
  const { repository, body, caller, baseUrl } = request;
  const title = textOf(body.title)?.trim() ?? "";
  if (title === "") return invalid("title");
  const text = textOf(body.body) ?? "";
  const refusal = refusalOf(repository, body, []);
  if (refusal) return refusal;
  const issue = await addIssue(world, repository, {
    ...{ title, body: text, labels: textsOf(body.labels) ?? [], author: caller.login },
    assignees: textsOf(body.assignees) ?? [],
    milestone: milestoneOf(repository, body.milestone) ?? null,
  });
  await tell(world, { repository, baseUrl }, { kind: "opened", issue, by: caller.login });
  return made(githubIssue(repository, issue, baseUrl));
}

async function patchIssue(world: HostWorld, request: AtIssue, number: number): Promise<HostAnswer> {
  const { repository, body, caller, baseUrl } = request;
  if (body.title !== undefined && (textOf(body.title) ?? "").trim() === "") return invalid("title");
  const refusal = refusalOf(repository, body, (await findIssue(world, repository, number))?.assignees ?? []);
  if (refusal) return refusal;
  const after = await editIssue(world, repository, {
    number,
    change: {
      ...{ title: textOf(body.title)?.trim(), body: textOf(body.body), labels: textsOf(body.labels) },
      state: body.state === "open" || body.state === "closed" ? body.state : undefined,
      assignees: textsOf(body.assignees),
      milestone: milestoneOf(repository, body.milestone),
    },
  });
  if (!after) return missing();
  await tell(world, { repository, baseUrl }, { kind: "changed", by: caller.login, ...after });
  return ok(githubIssue(repository, after.issue, baseUrl));
}
