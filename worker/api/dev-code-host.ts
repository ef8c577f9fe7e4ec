import { type Context, Hono } from "hono";
import { html } from "hono/html";
import { z } from "zod";
import type { HonoEnv } from "#worker/env";
import { isHost } from "#worker/providers/simulated-code-host/accounts";
import {
  Command,
  listDeliveries,
  noteAnswer,
  perform,
  takeDeliveries,
} from "#worker/providers/simulated-code-host/control";
import { grant } from "#worker/providers/simulated-code-host/oauth";
import {
  findByName,
  findIssue,
  findRepository,
  type HostWorld,
  listComments,
  placeOf,
} from "#worker/providers/simulated-code-host/repository";
import { nameOf, type SimulatedRepository } from "#worker/providers/simulated-code-host/state";
import { d1HostStore } from "#worker/providers/simulated-code-host/store";
import { SIMULATED_PATH } from "~/domain/code-hosts/simulated";
import { receiveHostWebhook } from "~/domain/code-hosts/sync/webhooks.server";
import { DomainError } from "~/domain/shared/errors";
import { accountPage, deliveriesPage, issuePage, page, repositoryPage } from "./dev-code-host-pages";

/** Controls for the simulated code hosts (local mode only). They stand in for GitHub and GitLab. */
export const devCodeHost = new Hono<HonoEnv>();

devCodeHost.use(async (c, next) => {
  if (c.var.settings.ENVIRONMENT === "production" || c.var.ctx.providers.codeHosts.kind !== "simulated")
    throw new DomainError("not_found", "Not found");
  await next();
});

devCodeHost.post("/command", async (c) => c.json(await run(c, await c.req.json().catch(() => ({})))));

const world = (c: Context<HonoEnv>): HostWorld => ({ store: d1HostStore(c.env.DIRECTORY), clock: () => new Date() });

/** Pages on which a user authorizes an OAuth app. */
const authorizePaths = ["/:host/login/oauth/authorize", "/:host/oauth/authorize"] as const;
const Authorization = z.object({
  ...{ client_id: z.string(), redirect_uri: z.url(), state: z.string(), code_challenge: z.string().optional() },
  ...{ scope: z.string().default("") },
});

for (const path of authorizePaths) {
  devCodeHost.get(path, (c) => {
    const { data } = Authorization.safeParse(c.req.query());
    if (!isHost(c.req.param("host")) || !data) throw new DomainError("invalid", "This authorization can't be read.");
    return page(
      c,
      "Allow Plenum?",
      html`<p>Plenum asks for: <b>${data.scope}</b>. It comes back to ${new URL(data.redirect_uri).origin}.</p>
<form method="post">${Object.entries(data).map(([name, value]) => html`<input type="hidden" name="${name}" value="${value}">`)}
<label>Account <input name="login" value="comfort-heating" pattern="[a-z0-9][a-z0-9-]*" required></label>
<button>Allow</button></form>
<p><a href="${data.redirect_uri}?error=access_denied&state=${encodeURIComponent(data.state)}">Do not allow</a></p>`,
    );
  });

  devCodeHost.post(path, async (c) => {
    const form = Object.fromEntries(await c.req.formData());
    const host = c.req.param("host");
    const { data } = Authorization.extend({ login: z.string().regex(/^[a-z\d](?:[a-z\d-]{0,37}[a-z\d])?$/) }).safeParse(
      form,
    );
    if (!isHost(host) || !data) throw new DomainError("invalid", "This authorization can't be read.");
    const { login, redirect_uri: redirectUri, code_challenge: challenge = null, state } = data;
    if (new URL(redirectUri).origin !== c.var.ctx.request.origin)
      throw new DomainError("invalid", "This app is not registered for that address.");
    const code = await grant(world(c), { host, login, redirectUri, challenge });
    return c.redirect(`${redirectUri}?${new URLSearchParams({ code, state })}`, 303);
  });
}

/** Pages of an account's repositories, a repository's issues and webhooks, and one issue. Their forms run commands. */
devCodeHost.get("/:host/:owner", async (c) => {
  const { host, owner } = c.req.param();
  const rows = isHost(host) ? await world(c).store.list("member", `${host} ${owner}`, { limit: 100 }) : [];
  const found = await Promise.all(rows.map(({ id }) => (isHost(host) ? findRepository(world(c), host, id) : null)));
  return accountPage(c, { host, owner, names: found.flatMap((one) => (one ? [nameOf(one)] : [])) });
});

devCodeHost.post("/:host/:owner", async (c) => {
  const { host, owner: login } = c.req.param();
  const field = await fields(c);
  const [times, seconds] = [Number(field("times") || 1), Number(field("seconds") || 60)];
  switch (field("op")) {
    case "fail":
      await run(c, { op: "fail", host, login, faults: [{ fault: field("fault"), times, seconds }] });
      break;
    case "recover":
      await run(c, { op: "recover", host, login });
      break;
    default:
      await run(c, { op: "repository", host, name: `${login}/${field("name")}`, members: { [login]: "admin" } });
  }
  return c.redirect(c.req.path, 303);
});

devCodeHost.get("/:host/:owner/:name", async (c) => {
  const repository = await repositoryAt(c);
  const issues = await world(c).store.list("issue", placeOf(repository), { limit: 100, newestFirst: true });
  return repositoryPage(c, { repository, issues: issues.filter(({ isDeleted }) => !isDeleted) });
});

devCodeHost.post("/:host/:owner/:name", async (c) => {
  const repository = await repositoryAt(c);
  const field = await fields(c);
  const at = { host: repository.host, name: nameOf(repository), by: BY };
  const base = `${SIMULATED_PATH}/${repository.host}`;
  switch (field("op")) {
    case "rename":
      await run(c, { op: "rename", ...at, to: field("to") });
      await send(c, repository, field("webhooks"));
      return c.redirect(`${base}/${field("to")}`, 303);
    case "delete_repository":
      await run(c, { op: "delete_repository", ...at });
      return c.redirect(`${base}/${c.req.param("owner")}`, 303);
    case "hooks":
      await run(c, { op: "hooks", ...at, state: field("state") });
      break;
    default: {
      const labels = namesIn(field("labels"));
      await run(c, { op: "open", ...at, change: { title: field("title"), body: field("body"), labels } });
      await send(c, repository, field("webhooks"));
    }
  }
  return c.redirect(c.req.path, 303);
});

devCodeHost.get("/:host/:owner/:name/deliveries", async (c) => {
  const repository = await repositoryAt(c);
  const deliveries = (await listDeliveries(world(c), repository)).reverse().slice(0, 50);
  return deliveriesPage(c, { repository, deliveries });
});

devCodeHost.post("/:host/:owner/:name/deliveries", async (c) => {
  const repository = await repositoryAt(c);
  const field = await fields(c);
  const listed = await listDeliveries(world(c), repository);
  const waiting = listed.filter(({ answers }) => answers.length === 0);
  const chosen = listed.filter(({ id }) => id === field("id"));
  switch (field("op")) {
    case "all":
      await deliver(c, repository, waiting);
      break;
    case "reverse":
      await deliver(c, repository, waiting.toReversed());
      break;
    case "lose":
      await takeDeliveries(world(c), repository, false);
      break;
    case "twice":
      await deliver(c, repository, [...chosen, ...chosen]);
      break;
    default:
      await deliver(c, repository, chosen);
  }
  return c.redirect(c.req.path, 303);
});

const issuePaths = ["/:host/:owner/:name/issues/:number", "/:host/:owner/:name/-/issues/:number"] as const;

for (const path of issuePaths) {
  devCodeHost.get(path, async (c) => {
    const repository = await repositoryAt(c);
    const number = Number(c.req.param("number"));
    const issue = await findIssue(world(c), repository, number);
    if (!issue || issue.isDeleted) throw new DomainError("not_found", "Not found");
    const comments = await listComments(world(c), repository, { number, offset: 0, limit: 200 });
    return issuePage(c, { repository, issue, comments });
  });

  devCodeHost.post(path, async (c) => {
    const repository = await repositoryAt(c);
    const field = await fields(c);
    const name = nameOf(repository);
    const at = { host: repository.host, name, number: Number(c.req.param("number")), by: BY };
    const list = `${SIMULATED_PATH}/${repository.host}/${name}`;
    switch (field("op")) {
      case "delete":
        await run(c, { op: "delete", ...at });
        await send(c, repository, field("webhooks"));
        return c.redirect(list, 303);
      case "transfer":
        await run(c, { op: "transfer", ...at, to: field("to") });
        await send(c, repository, field("webhooks"));
        return c.redirect(list, 303);
    }
    const state = field("state") === "closed" ? "closed" : "open";
    const labels = field.has("labels") ? { labels: namesIn(field("labels")) } : {};
    const title = field("title") ? { title: field("title") } : {};
    await run(c, { op: "edit", ...at, change: { state, ...labels, ...title } });
    if (field("comment")) await run(c, { op: "comment", ...at, body: field("comment") });
    await send(c, repository, field("webhooks"));
    return c.redirect(c.req.path, 303);
  });
}

/** Who changes something on these pages. */
const BY = "dana-fields";

async function fields(c: Context<HonoEnv>) {
  const form = await c.req.formData();
  return Object.assign((name: string) => String(form.get(name) ?? "").trim(), {
    has: (name: string) => form.has(name),
  });
}

const namesIn = (text: string) =>
  text
    .split(",")
    .map((name) => name.trim())
    .filter(Boolean);

/** @throws DomainError invalid for a command that cannot be read, not_found for one without a target */
async function run(c: Context<HonoEnv>, given: object): Promise<object> {
  const command = Command.safeParse(given);
  if (!command.success) throw new DomainError("invalid", z.prettifyError(command.error));
  const result = await perform(world(c), c.var.ctx.request.origin, command.data);
  if (!result) throw new DomainError("not_found", "Not found");
  return result;
}

/** Sends what waits, unless it is to be sent later from the page of webhooks. */
async function send(c: Context<HonoEnv>, repository: SimulatedRepository, webhooks: string): Promise<void> {
  if (webhooks === "keep") return;
  const listed = await listDeliveries(world(c), repository);
  await deliver(
    c,
    repository,
    listed.filter(({ answers }) => answers.length === 0),
  );
}

type Delivery = Awaited<ReturnType<typeof listDeliveries>>[number];

async function deliver(c: Context<HonoEnv>, repository: SimulatedRepository, deliveries: readonly Delivery[]) {
  for (const { key, url, headers, body } of deliveries) {
    const request = { headers: new Headers(headers), body: new TextEncoder().encode(body) };
    const status = await receiveHostWebhook(c.var.ctx, url.split("/").at(-1) ?? "", request).then(
      () => 200,
      (error) => (error instanceof DomainError ? error.status : 500),
    );
    await noteAnswer(world(c), repository, { key, status });
  }
}

async function repositoryAt(c: Context<HonoEnv>): Promise<SimulatedRepository> {
  const [host = "", owner, name] = [c.req.param("host"), c.req.param("owner"), c.req.param("name")];
  const repository = isHost(host) ? await findByName(world(c), host, `${owner}/${name}`) : null;
  if (!repository || repository.isDeleted) throw new DomainError("not_found", "Not found");
  return repository;
}
