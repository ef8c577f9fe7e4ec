import { type Context, Hono } from "hono";
import { html } from "hono/html";
import { z } from "zod";
import { receiveHostWebhook } from "~/domain/code-hosts/sync/webhooks.server";
import { DomainError } from "~/domain/shared/errors";
import type { HonoEnv } from "../env";
import { isHost } from "../providers/simulated-code-host/accounts";
import { Command, perform, takeDeliveries } from "../providers/simulated-code-host/control";
import { grant } from "../providers/simulated-code-host/oauth";
import {
  findByName,
  findIssue,
  findRepository,
  type HostWorld,
  listComments,
  placeOf,
} from "../providers/simulated-code-host/repository";
import { nameOf, type SimulatedRepository } from "../providers/simulated-code-host/state";
import { d1HostStore } from "../providers/simulated-code-host/store";

/** Controls for the simulated code hosts (local mode only). They stand in for GitHub and GitLab. */
export const devCodeHost = new Hono<HonoEnv>();

devCodeHost.use(async (c, next) => {
  if (c.var.settings.ENVIRONMENT === "production" || c.var.ctx.providers.codeHosts.kind !== "simulated")
    throw new DomainError("not_found", "Not found");
  await next();
});

devCodeHost.post("/command", async (c) => {
  const command = Command.safeParse(await c.req.json().catch(() => undefined));
  if (!command.success) throw new DomainError("invalid", z.prettifyError(command.error));
  const result = await perform(world(c), c.var.ctx.request.origin, command.data);
  if (!result) throw new DomainError("not_found", "Not found");
  return c.json(result);
});

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

/** Pages of an account's repositories, a repository's issues and one issue. */
devCodeHost.get("/:host/:owner", async (c) => {
  const { host, owner } = c.req.param();
  const rows = isHost(host) ? await world(c).store.list("member", `${host} ${owner}`, { limit: 100 }) : [];
  const found = await Promise.all(rows.map(({ id }) => (isHost(host) ? findRepository(world(c), host, id) : null)));
  const links = found.flatMap((one) => (one ? [nameOf(one)] : []));
  return page(
    c,
    owner,
    html`<ul>${links.map((name) => html`<li><a href="/dev/code-host/${host}/${name}">${name}</a></li>`)}</ul>`,
  );
});

devCodeHost.get("/:host/:owner/:name", async (c) => {
  const repository = await repositoryAt(c);
  const issues = await world(c).store.list("issue", placeOf(repository), { limit: 100, newestFirst: true });
  const name = nameOf(repository);
  return page(
    c,
    name,
    html`<p>${repository.description}</p><ul>${issues.map(
      ({ number, title, state }) =>
        html`<li><a href="/dev/code-host/${repository.host}/${name}/issues/${number}">#${number} ${title}</a> (${state})</li>`,
    )}</ul>`,
  );
});

const issuePaths = ["/:host/:owner/:name/issues/:number", "/:host/:owner/:name/-/issues/:number"] as const;

for (const path of issuePaths) {
  devCodeHost.get(path, async (c) => {
    const repository = await repositoryAt(c);
    const number = Number(c.req.param("number"));
    const issue = await findIssue(world(c), repository, number);
    if (!issue) throw new DomainError("not_found", "Not found");
    const comments = await listComments(world(c), repository, { number, offset: 0, limit: 200 });
    return page(
      c,
      `#${number} ${issue.title}`,
      html`<p>${nameOf(repository)}, ${issue.state}, ${issue.labels.join(", ")} ${issue.milestone ?? ""}</p>
<pre>${issue.body}</pre>
${comments.map(({ author, body }) => html`<h2>${author}</h2><pre>${body}</pre>`)}
<form method="post"><label>Title <input name="title" value="${issue.title}" required></label>
<label>Comment <textarea name="comment" rows="4"></textarea></label>
<label>State <select name="state"><option ${issue.state === "open" ? "selected" : ""}>open</option><option ${issue.state === "closed" ? "selected" : ""}>closed</option></select></label>
<button>Save, and send the webhooks</button></form>`,
    );
  });

  devCodeHost.post(path, async (c) => {
    const repository = await repositoryAt(c);
    const { host } = repository;
    const form = await c.req.formData();
    const field = (name: string) => String(form.get(name) ?? "").trim();
    const at = { host, name: nameOf(repository), number: Number(c.req.param("number")), by: "dana-fields" };
    const { origin } = c.var.ctx.request;
    const state = field("state") === "closed" ? ("closed" as const) : ("open" as const);
    const change = { state, ...(field("title") ? { title: field("title") } : {}) };
    await perform(world(c), origin, { op: "edit", ...at, change });
    if (field("comment")) await perform(world(c), origin, { op: "comment", ...at, body: field("comment") });
    for (const { url, headers, body } of await takeDeliveries(world(c), repository, false)) {
      const request = { headers: new Headers(headers), body: new TextEncoder().encode(body) };
      await receiveHostWebhook(c.var.ctx, url.split("/").at(-1) ?? "", request);
    }
    return c.redirect(c.req.path, 303);
  });
}

async function repositoryAt(c: Context<HonoEnv>): Promise<SimulatedRepository> {
  const [host = "", owner, name] = [c.req.param("host"), c.req.param("owner"), c.req.param("name")];
  const repository = isHost(host) ? await findByName(world(c), host, `${owner}/${name}`) : null;
  if (!repository || repository.isDeleted) throw new DomainError("not_found", "Not found");
  return repository;
}

function page(c: Context<HonoEnv>, title: string, content: ReturnType<typeof html>) {
  return c.html(html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>${title}</title>
<style nonce="${c.var.secureHeadersNonce ?? ""}">
:root { color-scheme: light dark; font: 16px/1.5 system-ui, sans-serif }
body { margin: 0 auto; max-width: 44rem; padding: 1.5rem }
pre { white-space: pre-wrap; overflow-wrap: anywhere }
label { display: block; margin-top: 1rem }
input, textarea, select, button { box-sizing: border-box; display: block; font: inherit; min-height: 2.75rem; padding: .5rem .75rem; width: 100% }
button { margin-top: 1rem }
</style>
</head>
<body>
<main>
<p>A simulated code host for trying things out.</p>
<h1>${title}</h1>
${content}
</main>
</body>
</html>`);
}
