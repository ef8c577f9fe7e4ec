import { MAX_TITLE } from "~/domain/code-hosts/host";
import { HOUR_MS } from "~/domain/shared/time/dates";
import { type HostAnswer, type HostRequest, linkHeader, made, nothing, ok, pageOf, textOf } from "./answer";
import { tell } from "./deliveries";
import { gitlabIssue, gitlabNote, gitlabProject, gitlabUser } from "./gitlab-payloads";
import { quickActionsIn } from "./quick-actions";
import {
  addComment,
  addIssue,
  changeRepository,
  editComment,
  editIssue,
  findComment,
  findIssue,
  findRepository,
  type HostWorld,
  listComments,
  listIssues,
  removeComment,
} from "./repository";
import { personId, type SimulatedRepository } from "./state";

const missing = (what = "Not Found"): HostAnswer => ({ status: 404, body: { message: `404 ${what}` } });
const forbidden = (): HostAnswer => ({ status: 403, body: { message: "403 Forbidden" } });
const invalid = (field: string, text: string): HostAnswer => ({ status: 400, body: { message: { [field]: [text] } } });

const titleTooLong = () => invalid("title", `is too long (maximum is ${MAX_TITLE.gitlab} characters)`);

const MAX_BODY = 1_048_576;

/** Answers like GitLab's REST API v4. */
export async function gitlabAnswer(world: HostWorld, request: HostRequest): Promise<HostAnswer> {
  const { method, path, caller, baseUrl, query, apiUrl } = request;
  if (method === "GET" && path === "/user") return ok(gitlabUser(caller.login, baseUrl));
  if (method === "GET" && path === "/personal_access_tokens/self" && caller.isOauth)
    return {
      status: 400,
      body: { message: "400 Bad request - This endpoint requires token type to be a personal access token" },
    };
  if (method === "GET" && path === "/personal_access_tokens/self")
    return ok({ id: 1, name: "plenum", scopes: caller.scopes ?? [], active: true, expires_at: "2027-11-20" });
  if (method === "GET" && path === "/users") return ok([gitlabUser(query.get("username") ?? "", baseUrl)]);
  if (!caller.mayWrite && method !== "GET") {
    return { status: 403, body: { error: "insufficient_scope", scope: "api" } };
  }
  if (method === "GET" && path === "/projects") {
    const { offset, limit } = pageOf(query);
    const rows = await world.store.list("member", `gitlab ${caller.login}`, { offset, limit: limit + 1 });
    const found = await Promise.all(rows.slice(0, limit).map(({ id }) => findRepository(world, "gitlab", id)));
    const body = found.flatMap((one) => (one && !one.isDeleted ? gitlabProject(one, baseUrl, caller) : []));
    return ok(body, linkHeader(`${apiUrl}${path}`, query, rows.length > limit));
  }
  const [, id = "", rest = ""] = /^\/projects\/(\d+)(\/.*)?$/.exec(path) ?? [];
  const repository = await findRepository(world, "gitlab", id);
  const role = repository?.members[caller.login];
  if (!repository || repository.isDeleted || !role) return missing("Project Not Found");
  if (method !== "GET" && (role === "read" || repository.isArchived)) return forbidden();
  return atProject(world, { ...request, repository, rest });
}

type AtProject = HostRequest & { repository: SimulatedRepository; rest: string };

async function atProject(world: HostWorld, request: AtProject): Promise<HostAnswer> {
  const { method, rest, repository, body, baseUrl, caller, apiUrl, query, path } = request;
  const called = `${method} ${rest.replace(/\/\d+/g, "/:n")}`;
  const [at = 0, noteId = 0] = [...rest.matchAll(/\/(\d+)/g)].map(([, digits]) => Number(digits));
  if (called === "GET ") return ok(gitlabProject(repository, baseUrl, caller));
  if (/^\w+ \/issues/.test(called) && !repository.hasIssues) return forbidden();
  switch (called) {
    case "GET /issues": {
      const { offset, limit } = pageOf(query);
      const since = query.get("updated_after") ?? "";
      const byCreation = query.get("order_by") === "created_at";
      const found = await listIssues(world, repository, { since, offset, limit: limit + 1, byCreation });
      const shown = found.slice(0, limit).filter((one) => !one.isDeleted);
      const headers = linkHeader(`${apiUrl}${path}`, query, found.length > limit);
      return ok(
        shown.map((one) => gitlabIssue(repository, one, baseUrl)),
        headers,
      );
    }
    case "POST /issues":
      return createIssue(world, request);
    case "GET /milestones":
      return ok(
        repository.milestones
          .filter(({ title }) => title === (query.get("title") ?? title))
          .map(({ number, title }) => ({ id: number, title })),
      );
    case "POST /milestones": {
      const title = textOf(body.title) ?? "";
      const after = await changeRepository(world, repository, (one) =>
        one.milestones.push({ number: one.milestones.length + 1, title }),
      );
      return made({ id: after?.milestones.length ?? 0, title });
    }
    case "GET /hooks":
      return ok(repository.hooks.map(({ id, url }) => ({ id, url })));
    case "POST /hooks": {
      if (repository.members[caller.login] !== "admin") return forbidden();
      const [url, secret] = [String(body.url), String(body.token)];
      // GitLab accepts the same URL any number of times.
      const id = personId(`hook ${repository.id} ${url} ${repository.hooks.length}`);
      await changeRepository(world, repository, (one) => one.hooks.push({ id, url, secret }));
      return made({ id, url });
    }
    case "GET /hooks/:n": {
      const hook = repository.hooks.find(({ id }) => id === at);
      if (!hook) return missing();
      const isOff = hook.isOff ?? false;
      return ok({
        ...{ id: hook.id, url: hook.url, alert_status: isOff ? "temporarily_disabled" : "executable" },
        disabled_until: isOff ? new Date(world.clock().getTime() + HOUR_MS).toISOString() : null,
      });
    }
    case "DELETE /hooks/:n":
      await changeRepository(world, repository, (one) => {
        one.hooks = one.hooks.filter((hook) => hook.id !== at);
      });
      return nothing();
    default:
      return atIssue(world, { ...request, called, number: at, noteId });
  }
}

type AtIssue = AtProject & { called: string; number: number; noteId: number };

async function atIssue(world: HostWorld, request: AtIssue): Promise<HostAnswer> {
  const { called, number, noteId, repository, body, baseUrl, caller, query } = request;
  const issue = await findIssue(world, repository, number);
  if (!issue || issue.isDeleted) return missing();
  const note = noteId > 0 ? await findComment(world, repository, noteId) : null;
  const by = caller.login;
  switch (called) {
    case "GET /issues/:n":
      return ok(gitlabIssue(repository, issue, baseUrl));
    case "PUT /issues/:n":
      return putIssue(world, request);
    case "GET /issues/:n/notes": {
      const { offset, limit } = pageOf(query);
      const found = await listComments(world, repository, { number, offset, limit: limit + 1 });
      const headers = linkHeader(`${request.apiUrl}${request.path}`, query, found.length > limit);
      return ok(
        found.slice(0, limit).map((one) => gitlabNote(one, number, baseUrl)),
        headers,
      );
    }
    case "POST /issues/:n/notes": {
      const given = textOf(body.body) ?? "";
      if (given.trim() === "" || given.length > MAX_BODY) return invalid("note", "can't be blank");
      const { text, change } = quickActionsIn(given);
      await editIssue(world, repository, { number, change });
      const after = await addComment(world, repository, { number, author: by, body: text });
      if (!after) return missing();
      await tell(world, { repository, baseUrl }, { kind: "comment_created", by, ...after });
      return made(gitlabNote(after.comment, number, baseUrl));
    }
    case "PUT /issues/:n/notes/:n": {
      const { text, change } = quickActionsIn(textOf(body.body) ?? "");
      await editIssue(world, repository, { number, change });
      const after = note && (await editComment(world, repository, { id: noteId, body: text }));
      if (!after) return missing();
      await tell(world, { repository, baseUrl }, { kind: "comment_edited", by, issue, comment: after });
      return ok(gitlabNote(after, number, baseUrl));
    }
    case "DELETE /issues/:n/notes/:n":
      if (!note) return missing();
      // GitLab sends no webhook for this.
      await removeComment(world, repository, noteId);
      return nothing();
    default:
      return missing();
  }
}

const labelsOf = (value: unknown) =>
  textOf(value)
    ?.split(",")
    .flatMap((label) => label.trim() || []);

/** Only members can be assigned. */
function assigneesOf(repository: SimulatedRepository, ids: unknown): string[] | undefined {
  if (!Array.isArray(ids)) return undefined;
  return Object.keys(repository.members).filter((login) => ids.includes(personId(login)));
}

const milestoneOf = (repository: SimulatedRepository, id: unknown) =>
  id === undefined ? undefined : (repository.milestones.find(({ number }) => number === id)?.title ?? null);

async function createIssue(world: HostWorld, request: AtProject): Promise<HostAnswer> {
  const { repository, body, caller, baseUrl } = request;
  const title = textOf(body.title)?.trim() ?? "";
  if (title === "") return invalid("title", "can't be blank");
  if (title.length > MAX_TITLE.gitlab) return titleTooLong();
  const { text, change } = quickActionsIn(textOf(body.description) ?? "");
  if (text.length > MAX_BODY) return invalid("description", "is too long");
  const issue = await addIssue(world, repository, {
    ...{ title, body: text, labels: labelsOf(body.labels) ?? [], author: caller.login },
    assignees: assigneesOf(repository, body.assignee_ids) ?? [],
    milestone: milestoneOf(repository, body.milestone_id) ?? null,
    ...{ isConfidential: body.confidential === true, ...change },
  });
  await tell(world, { repository, baseUrl }, { kind: "opened", issue, by: caller.login });
  return made(gitlabIssue(repository, issue, baseUrl));
}

async function putIssue(world: HostWorld, { repository, number, body, caller, baseUrl }: AtIssue): Promise<HostAnswer> {
  if (body.title !== undefined && (textOf(body.title) ?? "").trim() === "") return invalid("title", "can't be blank");
  if ((textOf(body.title) ?? "").trim().length > MAX_TITLE.gitlab) return titleTooLong();
  if ((textOf(body.description) ?? "").length > MAX_BODY) return invalid("description", "is too long");
  const { text = undefined, change = {} } =
    body.description === undefined ? {} : quickActionsIn(String(body.description));
  const after = await editIssue(world, repository, {
    number,
    change: {
      ...{ title: textOf(body.title)?.trim(), body: text, labels: labelsOf(body.labels) },
      state: body.state_event === "close" ? "closed" : body.state_event === "reopen" ? "open" : undefined,
      assignees: assigneesOf(repository, body.assignee_ids),
      milestone: milestoneOf(repository, body.milestone_id),
      ...change,
    },
  });
  if (!after) return missing();
  await tell(world, { repository, baseUrl }, { kind: "changed", by: caller.login, ...after });
  return ok(gitlabIssue(repository, after.issue, baseUrl));
}
