import { html, raw } from "hono/html";
import { docsScript, docsStyle } from "./docs-assets";
import type { Endpoint } from "./endpoint";
import type { OpenApiDocument } from "./openapi";

type Operation = {
  operationId: string;
  summary: string;
  security?: unknown[];
  parameters: { name: string; in: string; required: boolean; schema: unknown; description?: string }[];
  requestBody?: { content: Record<string, { schema: unknown }> };
  responses: Record<string, { content?: Record<string, { schema: unknown }> }>;
};

/**
 * The API as a page: every operation with its parameters and schemas, and a form that sends it with one's own session.
 */
export function docsPage(document: OpenApiDocument, endpoints: Endpoint[], nonce: string): string {
  const tags = [...new Set(endpoints.map((e) => e.tag))];
  return html`<!doctype html>
      <html lang="en">
        <head>
          <meta charset="utf-8" />
          <meta name="viewport" content="width=device-width, initial-scale=1" />
          <title>API · Plenum</title>
          <link rel="icon" href="/icons/favicon.svg" />
          <style nonce="${nonce}">${raw(docsStyle)}</style>
        </head>
        <body>
          <header>
            <h1>Plenum API</h1>
            <p>${document.info.description} The document behind this page is <a href="/api/openapi.json">openapi.json</a>.</p>
            <label>Find an operation <input id="find" type="search" autocomplete="off" /></label>
            <nav aria-label="Areas">${tags.map((tag) => html`<a href="#${anchor(tag)}">${tag}</a> `)}</nav>
          </header>
          <main>${tags.map((tag) =>
            section(
              document,
              endpoints.filter((e) => e.tag === tag),
              tag,
            ),
          )}</main>
          <script nonce="${nonce}">${raw(docsScript)}</script>
        </body>
      </html>`.toString();
}

function section(document: OpenApiDocument, endpoints: Endpoint[], tag: string) {
  return html`<section id="${anchor(tag)}">
    <h2>${tag}</h2>
    ${endpoints.map((e) => operationOf(document, e))}
  </section>`;
}

function operationOf(document: OpenApiDocument, e: Endpoint) {
  const operation = readOperation(document, e);
  const inputs = operation.parameters.filter((p) => p.in !== "header");
  const body = operation.requestBody?.content["application/json"]?.schema;
  const answer = operation.responses[String(e.status)]?.content?.["application/json"]?.schema;
  return html`<details data-words="${`${e.method} ${e.path} ${e.summary}`.toLowerCase()}">
    <summary>
      <span class="method ${e.method}">${e.method.toUpperCase()}</span> <code>/api${e.path}</code>
      <span class="what">${e.summary}</span>
    </summary>
    <form data-method="${e.method}" data-path="/api${e.path}">
      <p>${e.public ? "Open to anyone." : "Needs a session."} Answers ${e.status}.</p>
      ${inputs.map(
        (p) => html`<label
          >${p.name} <small>${p.in}${p.required ? ", required" : ""}</small>
          <input name="${p.name}" data-in="${p.in}" ${p.required ? "required" : ""}
        /></label>`,
      )}
      ${
        body
          ? html`<label>Body <textarea name="body" rows="6" spellcheck="false">${JSON.stringify(sample(body), null, 2)}</textarea></label>
            <details class="schema"><summary>Schema of the body</summary><pre>${pretty(body)}</pre></details>`
          : ""
      }
      ${answer ? html`<details class="schema"><summary>Schema of the answer</summary><pre>${pretty(answer)}</pre></details>` : ""}
      <button>Send ${e.method.toUpperCase()}</button>
      <output></output>
    </form>
  </details>`;
}

/** Guarantee: the document was made by `openApiDocument` from this very list, so the operation is there in this shape. */
function readOperation(document: OpenApiDocument, e: Endpoint): Operation {
  return document.paths[`/api${e.path}`]?.[e.method] as Operation;
}

function sample(schema: unknown): unknown {
  if (typeof schema !== "object" || schema === null || !("properties" in schema)) return {};
  const { properties } = schema;
  const required = "required" in schema && Array.isArray(schema.required) ? schema.required : [];
  if (typeof properties !== "object" || properties === null) return {};
  return Object.fromEntries(
    Object.entries(properties)
      .filter(([name]) => required.includes(name))
      .map(([name, p]) => [name, example(p)]),
  );
}

function example(property: unknown): unknown {
  if (typeof property !== "object" || property === null) return "";
  if ("enum" in property && Array.isArray(property.enum)) return property.enum[0];
  const type = "type" in property ? property.type : "string";
  if (type === "integer" || type === "number") return 1;
  if (type === "boolean") return false;
  return type === "array" ? [] : "";
}

const pretty = (value: unknown) => JSON.stringify(value, null, 2);
const anchor = (tag: string) => tag.toLowerCase().replace(/\W+/g, "-");
