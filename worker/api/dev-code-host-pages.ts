import type { Context } from "hono";
import { html } from "hono/html";
import type { HonoEnv } from "#worker/env";
import {
  nameOf,
  type SimulatedComment,
  type SimulatedIssue,
  type SimulatedRepository,
} from "#worker/providers/simulated-code-host/state";
import { SIMULATED_PATH } from "~/domain/code-hosts/simulated";

type Content = ReturnType<typeof html>;

const FAULTS = {
  rate_limit: "Rate limit",
  secondary_limit: "Secondary rate limit",
  server_error: "Server error",
  garbage: "Unreadable answer",
  slow: "Slow answer",
  forbidden: "Forbidden",
};

interface Account {
  host: string;
  owner: string;
  names: readonly string[];
}

export function accountPage(c: Context<HonoEnv>, { host, owner, names }: Account) {
  return page(
    c,
    owner,
    html`<ul>${names.map((name) => html`<li><a href="${SIMULATED_PATH}/${host}/${name}">${name}</a></li>`)}</ul>
<form method="post"><h2>New repository</h2>
<label>Name <input name="name" pattern="[A-Za-z0-9_.-]+" required></label>
${button("repository", "Add repository")}</form>
<form method="post"><h2>Trouble</h2>
<p>The host answers the next requests of this account with it.</p>
<label>Answer <select name="fault">${Object.entries(FAULTS).map(([value, name]) => html`<option value="${value}">${name}</option>`)}</select></label>
<label>Requests <input name="times" type="number" min="1" value="1" required></label>
<label>Seconds until a limit ends or a slow answer arrives <input name="seconds" type="number" min="1" value="60" required></label>
${button("fail", "Answer with it")}</form>
<form method="post">${button("recover", "End the trouble")}</form>`,
  );
}

interface Repository {
  repository: SimulatedRepository;
  issues: readonly Pick<SimulatedIssue, "number" | "title" | "state">[];
}

export function repositoryPage(c: Context<HonoEnv>, { repository, issues }: Repository) {
  const name = nameOf(repository);
  const at = `${SIMULATED_PATH}/${repository.host}/${name}`;
  return page(
    c,
    name,
    html`<p>${repository.description}</p><ul>${issues.map(
      ({ number, title, state }) => html`<li><a href="${at}/issues/${number}">#${number} ${title}</a> (${state})</li>`,
    )}</ul>
<p><a href="${at}/deliveries">Webhooks</a></p>
<form method="post"><h2>New issue</h2>
<label>Title <input name="title" required></label>
<label>Text <textarea name="body" rows="4"></textarea></label>
<label>Labels, separated by commas <input name="labels"></label>
${webhooks}${button("open", "Add issue")}</form>
<form method="post"><h2>Rename</h2>
<label>New name <input name="to" value="${name}" required></label>
${webhooks}${button("rename", "Rename repository")}</form>
<form method="post"><h2>Webhooks</h2>
<label>State <select name="state"><option value="on">On</option><option value="off">Turned off</option><option value="gone">Removed</option></select></label>
${button("hooks", "Change webhooks")}</form>
<form method="post">${button("delete_repository", "Delete repository")}</form>`,
  );
}

interface Issue {
  repository: SimulatedRepository;
  issue: SimulatedIssue;
  comments: readonly SimulatedComment[];
}

export function issuePage(c: Context<HonoEnv>, { repository, issue, comments }: Issue) {
  return page(
    c,
    `#${issue.number} ${issue.title}`,
    html`<p>${nameOf(repository)}, ${issue.movedTo ? "moved" : issue.state}, ${issue.labels.join(", ")} ${issue.milestone ?? ""}</p>
<pre>${issue.body}</pre>
${comments.map(({ author, body }) => html`<h2>${author}</h2><pre>${body}</pre>`)}
<form method="post"><label>Title <input name="title" value="${issue.title}" required></label>
<label>Labels, separated by commas <input name="labels" value="${issue.labels.join(", ")}"></label>
<label>Comment <textarea name="comment" rows="4"></textarea></label>
<label>State <select name="state"><option ${issue.state === "open" ? "selected" : ""}>open</option><option ${issue.state === "closed" ? "selected" : ""}>closed</option></select></label>
<button>Save, and send the webhooks</button><button name="webhooks" value="keep">Save, and keep the webhooks</button></form>
<form method="post"><h2>Transfer</h2>
<label>To the repository <input name="to" placeholder="owner/name" required></label>
${webhooks}${button("transfer", "Transfer issue")}</form>
<form method="post">${webhooks}${button("delete", "Delete issue")}</form>`,
  );
}

interface Sent {
  repository: SimulatedRepository;
  deliveries: readonly {
    id: string;
    event: string;
    createdAt: string;
    answers: readonly number[];
    headers: Record<string, string>;
  }[];
}

/** Webhooks with their headers and signature. They can be sent again, twice, in reverse order, or not at all. */
export function deliveriesPage(c: Context<HonoEnv>, { repository, deliveries }: Sent) {
  const name = nameOf(repository);
  return page(
    c,
    `Webhooks of ${name}`,
    html`<p><a href="${SIMULATED_PATH}/${repository.host}/${name}">${name}</a></p>
<form method="post">${button("all", "Send those waiting")}${button("reverse", "Send those waiting, newest first")}
${button("lose", "Lose those waiting")}</form>
${deliveries.map(
  ({ id, event, createdAt, answers, headers }) => html`<h2>${event}, ${createdAt}</h2>
<p>${answers.length === 0 ? "Waiting" : `Answers: ${answers.map((status) => status || "none").join(", ")}`}</p>
<pre>${Object.entries(headers).map(([header, value]) => `${header}: ${value}\n`)}</pre>
<form method="post"><input type="hidden" name="id" value="${id}">${button("one", "Send")}${button("twice", "Send twice")}</form>`,
)}`,
  );
}

const button = (op: string, text: string): Content => html`<button name="op" value="${op}">${text}</button>`;

const webhooks = html`<label>Webhooks <select name="webhooks"><option value="send">Send at once</option><option value="keep">Keep until they are sent by hand</option></select></label>`;

export function page(c: Context<HonoEnv>, title: string, content: ReturnType<typeof html>) {
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
