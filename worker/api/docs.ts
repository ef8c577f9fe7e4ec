import { html } from "hono/html";
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

/** `theme` is what the product's cookie holds; anything but dark and light follows the system. */
interface Shown {
  nonce: string;
  theme: string | undefined;
}

/**
 * The API as a page: every operation with its parameters and schemas, and a form that sends it with one's own session. Its
 * style and script are public/api-docs; Scalar and Swagger UI come from a CDN, which the content policy refuses.
 */
export function docsPage(document: OpenApiDocument, { nonce, theme }: Shown) {
  const operations = operationsOf(document);
  const tags = [...new Set(operations.map(tagOf))];
  return html`<!doctype html>
    <html lang="en" class="${theme === "dark" || theme === "light" ? theme : ""}">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>API · Plenum</title>
        <link rel="icon" href="/icons/favicon.svg" />
        <link rel="stylesheet" href="/api-docs/docs.css" />
      </head>
      <body>
        <header>
          <p class="bar"><a href="/">Back to Plenum</a> <button type="button" id="theme">Switch between dark and light</button></p>
          <h1>Plenum API</h1>
          <p>${withCode(document.info.description ?? "")} The document behind this page is <a href="/api/openapi.json">openapi.json</a>.</p>
          <label>Find an operation <input id="find" type="search" autocomplete="off" /></label>
          <nav aria-label="Areas">${tags.map((tag) => html`<a href="#${anchor(tag)}">${tag}</a> `)} <a href="#webhook-events">Webhook events</a></nav>
        </header>
        <main>
          ${tags.map(
            (tag) => html`<section id="${anchor(tag)}">
              <h2>${tag}</h2>
              ${operations.filter((each) => tagOf(each) === tag).map(details)}
            </section>`,
          )}
          <section id="webhook-events">
            <h2>Webhook events</h2>
            ${webhooksOf(document).map(event)}
          </section>
        </main>
        <script nonce="${nonce}" src="/api-docs/docs.js"></script>
      </body>
    </html>`;
}

/** Text whose `code` stands in backticks. */
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

function webhooksOf({ webhooks = {} }: OpenApiDocument): { name: string; operation: Described }[] {
  return Object.entries(webhooks).flatMap(([name, item]) =>
    "post" in item && item.post ? [{ name, operation: item.post }] : [],
  );
}

/** What an endpoint is sent, with an example. */
function event({
  name,
  operation: { summary = "", description = "", requestBody },
}: {
  name: string;
  operation: Described;
}) {
  const body = contentOf(requestBody);
  return html`<details data-words="${`${name} ${summary}`.toLowerCase()}">
    <summary><span class="method post">EVENT</span> <code>${name}</code> <span class="what">${summary}</span></summary>
    <p>${withCode(description)}</p>
    <details class="schema"><summary>Example</summary><pre>${pretty(body?.example)}</pre></details>
    ${body?.schema ? schema("Schema of the body", body.schema) : ""}
  </details>`;
}

function details({ method, path, operation }: Operation) {
  const { summary = "", parameters = [], requestBody, responses = {} } = operation;
  const inputs = parameters.flatMap((each) => ("name" in each && each.in !== "header" ? [each] : []));
  const [status = "", success] = Object.entries(responses).find(([code]) => code.startsWith("2")) ?? [];
  const body = contentOf(requestBody)?.schema;
  const answer = contentOf(success)?.schema;
  return html`<details data-words="${`${method} ${path} ${summary}`.toLowerCase()}">
    <summary>
      <span class="method ${method}">${method.toUpperCase()}</span> <code>${path}</code>
      <span class="what">${summary}</span>
    </summary>
    <form data-method="${method}" data-path="${path}">
      <p>${operation.security?.length === 0 ? "Open to anyone." : `Needs ${operation["x-access"]}.`} Answers ${status}.</p>
      ${inputs.map(
        ({ name, in: place, required }) => html`<label
          >${name} <small>${place}${required ? ", required" : ""}</small>
          <input name="${name}" data-in="${place}" ${required ? "required" : ""}
        /></label>`,
      )}
      ${
        body
          ? html`<label>Body <textarea name="body" rows="6" spellcheck="false">${pretty(sample(body))}</textarea></label>
              ${schema("Schema of the body", body)}`
          : ""
      }
      ${answer ? schema("Schema of the answer", answer) : ""}
      <button>Send ${method.toUpperCase()}</button>
      <output></output>
    </form>
  </details>`;
}

function schema(title: string, of: Schema) {
  return html`<details class="schema"><summary>${title}</summary><pre>${pretty(of)}</pre></details>`;
}

function contentOf(part: Described["requestBody"] | NonNullable<Described["responses"]>[string]) {
  return part && "content" in part ? part.content?.["application/json"] : undefined;
}

/** What a body needs at the least, to be filled in. */
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

const tagOf = ({ operation }: Operation) => operation.tags?.[0] ?? "";
const pretty = (value: unknown) => JSON.stringify(value, null, 2);
const anchor = (tag: string) => tag.toLowerCase().replace(/\W+/g, "-");
