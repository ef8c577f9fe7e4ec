import { html } from "hono/html";
import { paths } from "~/paths";
import type { OpenApiDocument } from "./document";

type PathItem = NonNullable<OpenApiDocument["paths"]>[string];
type Described = NonNullable<PathItem["get"]>;
type Schema = NonNullable<NonNullable<ReturnType<typeof contentOf>>["schema"]>;

const METHODS = ["get", "post", "put", "patch", "delete"] as const;

interface Operation {
  method: (typeof METHODS)[number];
  path: string;
  operation: Described;
}

interface WebhookEvent {
  name: string;
  operation: Described;
}

/** `theme` is the value of the product's cookie; anything but dark and light follows the system. */
interface Shown {
  nonce: string;
  theme: string | undefined;
}

const EVENTS = "Webhook events";

/**
 * The API as pages: an overview by area, and one page per area with its operations, their parameters and schemas, and a form that
 * sends a request with the reader's own session. All schemas on one page would be 3 MB. Styles and script are in public/api-docs;
 * Scalar and Swagger UI load from a CDN, which the content policy blocks.
 */
export function docsOverview(document: OpenApiDocument, shown: Shown) {
  const operations = operationsOf(document);
  return page({
    ...{ document, shown, title: "Plenum API" },
    about: html`${(document.info.description ?? "").split("\n\n").map((text) => html`<p>${withCode(text)}</p>`)}
      <p>These pages are generated from <a href="${paths.apiDocument()}">openapi.json</a>.</p>`,
    main: html`${tagsOf(operations).map(
      (tag) => html`<section>
        <h2><a href="${areaPath(tag)}">${tag}</a></h2>
        <ul>${operations.filter((each) => tagOf(each) === tag).map(entry)}</ul>
      </section>`,
    )}
    <section>
      <h2><a href="${areaPath(EVENTS)}">${EVENTS}</a></h2>
      <ul>${webhooksOf(document).map(eventEntry)}</ul>
    </section>`,
  });
}

/** The page of one area, by its name in the path; null if there is no such area. */
export function docsArea(document: OpenApiDocument, area: string, shown: Shown) {
  const operations = operationsOf(document);
  const title = [...tagsOf(operations), EVENTS].find((tag) => anchor(tag) === area);
  if (!title) return null;
  const listed =
    title === EVENTS
      ? webhooksOf(document).map(event)
      : operations.filter((each) => tagOf(each) === title).map(details);
  return page({ document, shown, title, about: html``, main: html`<section>${listed}</section>` });
}

interface Page {
  document: OpenApiDocument;
  shown: Shown;
  title: string;
  about: ReturnType<typeof html>;
  main: ReturnType<typeof html>;
}

function page({ document, shown: { nonce, theme }, title, about, main }: Page) {
  const areas = [...tagsOf(operationsOf(document)), EVENTS];
  const isOverview = !areas.includes(title);
  return html`<!doctype html>
    <html lang="en" class="${theme === "dark" || theme === "light" ? theme : ""}">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>${isOverview ? "API" : `${title} · API`} · Plenum</title>
        <meta name="description" content="${isOverview ? "Every operation of Plenum's API, by area." : `${title}: the operations of Plenum's API, with their parameters, bodies and responses.`}" />
        <link rel="icon" href="/icons/favicon.svg" />
        <link rel="preload" href="/fonts/inter-latin.woff2" as="font" type="font/woff2" crossorigin="anonymous" />
        <link rel="stylesheet" href="/api-docs/docs.css" />
      </head>
      <body>
        <header>
          <p class="bar"><span><a href="/">Back to Plenum</a>${isOverview ? "" : html` <a href="${paths.apiDocs()}">All operations</a>`}</span> <button type="button" id="theme">Switch between dark and light</button></p>
          <h1>${title}</h1>
          ${about}
          <label>Find an operation <input id="find" type="search" autocomplete="off" /></label>
          <p id="found" role="status"></p>
          <nav aria-label="Areas">${areas.map((tag) => html`<a href="${areaPath(tag)}" ${tag === title ? html`aria-current="page"` : ""}>${tag}</a> `)}</nav>
        </header>
        <main>${main}</main>
        <script nonce="${nonce}" src="/api-docs/docs.js"></script>
      </body>
    </html>`;
}

function entry(each: Operation) {
  const { method, path, operation } = each;
  return html`<li data-words="${wordsOf(each)}">
    <a href="${areaPath(tagOf(each))}#${idOf(each)}"><span class="method ${method}">${method.toUpperCase()}</span> <code>${path}</code></a>
    <span class="what">${withCode(operation.summary ?? "")}</span>
  </li>`;
}

function eventEntry({ name, operation: { summary = "" } }: WebhookEvent) {
  return html`<li data-words="${`${name} ${summary}`.toLowerCase()}">
    <a href="${areaPath(EVENTS)}#${anchor(name)}"><span class="method post">EVENT</span> <code>${name}</code></a>
    <span class="what">${withCode(summary)}</span>
  </li>`;
}

/** Text with `code` in backticks. */
function withCode(text: string) {
  return text.split("`").map((part, index) => (index % 2 === 1 ? html`<code>${part}</code>` : part));
}

function operationsOf({ paths = {} }: OpenApiDocument): Operation[] {
  return Object.entries(paths).flatMap(([path, item]) =>
    METHODS.flatMap((method) => {
      const operation = item[method];
      return operation ? [{ method, path, operation }] : [];
    }),
  );
}

function webhooksOf({ webhooks = {} }: OpenApiDocument): WebhookEvent[] {
  return Object.entries(webhooks).flatMap(([name, item]) =>
    "post" in item && item.post ? [{ name, operation: item.post }] : [],
  );
}

/** The webhook payload of an event, with an example. */
function event({ name, operation: { summary = "", description = "", requestBody } }: WebhookEvent) {
  const body = contentOf(requestBody);
  return html`<details id="${anchor(name)}" data-words="${`${name} ${summary}`.toLowerCase()}">
    <summary><span class="method post">EVENT</span> <code>${name}</code> <span class="what">${withCode(summary)}</span></summary>
    <p>${withCode(description)}</p>
    <details class="schema"><summary>Example</summary><pre>${pretty(body?.example)}</pre></details>
    ${body?.schema ? schema("Body schema", body.schema) : ""}
  </details>`;
}

function details(each: Operation) {
  const { method, path, operation } = each;
  const { summary = "", description, parameters = [], requestBody, responses = {} } = operation;
  const inputs = parameters.flatMap((each) => ("name" in each && each.in !== "header" ? [each] : []));
  const [status = "", success] = Object.entries(responses).find(([code]) => code.startsWith("2")) ?? [];
  const body = contentOf(requestBody)?.schema;
  const answer = contentOf(success)?.schema;
  return html`<details id="${idOf(each)}" data-words="${wordsOf(each)}">
    <summary>
      <span class="method ${method}">${method.toUpperCase()}</span> <code>${path}</code>
      <span class="what">${withCode(summary)}</span>
    </summary>
    <form data-method="${method}" data-path="${path}">
      ${description ? html`<p>${withCode(description)}</p>` : ""}
      <p>${requirementOf(operation)} Returns ${status}.</p>
      ${inputs.map(
        ({ name, in: place, required }) => html`<label
          >${name} <small>${place}${required ? ", required" : ""}</small>
          <input name="${name}" data-in="${place}" ${required ? "required" : ""}
        /></label>`,
      )}
      ${
        body
          ? html`<label>Body <textarea name="body" rows="6" spellcheck="false">${pretty(sample(body))}</textarea></label>
              ${schema("Body schema", body)}`
          : ""
      }
      ${answer ? schema("Response schema", answer) : ""}
      <button>Send ${method.toUpperCase()}</button>
      <output></output>
    </form>
  </details>`;
}

function requirementOf({ security, "x-access": access }: Described): string {
  if (security?.length === 0) return "No sign-in required.";
  switch (access) {
    case "admin":
      return "Admins only.";
    case "member":
      return "Members of a business only.";
    case "person":
      return "Signed-in users only.";
    default:
      return `Requires the permission ${access}.`;
  }
}

function schema(title: string, of: Schema) {
  return html`<details class="schema"><summary>${title}</summary><pre>${pretty(of)}</pre></details>`;
}

function contentOf(part: Described["requestBody"] | NonNullable<Described["responses"]>[string]) {
  return part && "content" in part ? part.content?.["application/json"] : undefined;
}

/** An example body with the required fields, to be filled in. */
function sample(of: Schema): unknown {
  if (!("properties" in of) || !of.properties) return {};
  const needed = Object.entries(of.properties).filter(([name]) => of.required?.includes(name));
  return Object.fromEntries(needed.map(([name, property]) => [name, example(property)]));
}

function example(property: Schema): unknown {
  if ("$ref" in property) return {};
  const [first] = property.enum ?? [];
  if (first !== undefined) return first;
  switch (property.type) {
    case "integer":
    case "number":
      return 1;
    case "boolean":
      return false;
    case "array":
      return [];
    default:
      return "";
  }
}

const tagsOf = (operations: Operation[]) => [...new Set(operations.map(tagOf))];
const wordsOf = ({ method, path, operation }: Operation) =>
  `${method} ${path} ${operation.summary ?? ""}`.toLowerCase();
const idOf = ({ method, path }: Operation) => anchor(`${method} ${path.replace("/api/", "")}`);
const areaPath = (tag: string) => `${paths.apiDocs()}/${anchor(tag)}`;
const tagOf = ({ operation }: Operation) => operation.tags?.[0] ?? "";
const pretty = (value: unknown) => JSON.stringify(value, null, 2);
const anchor = (tag: string) => tag.toLowerCase().replace(/\W+/g, "-").replace(/-$/, "");
