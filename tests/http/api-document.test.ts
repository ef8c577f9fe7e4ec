import { expect, test } from "vitest";
import { testWorker } from "#tests/support/worker";

const worker = await testWorker();

test("the API's page lists every operation, and its script carries the response's nonce", async () => {
  const visitor = worker.visitor();
  const { json } = await visitor.get<{ paths: Record<string, object> }>("/api/openapi.json");
  const page = await visitor.get("/api/docs");
  for (const path of Object.keys(json.paths)) expect(page.text).toContain(`<code>${path}</code>`);
  const nonce = /'nonce-([^']+)'/.exec(page.headers.get("content-security-policy") ?? "")?.[1];
  expect(page.text.match(/nonce="[^"]*"/g)).toEqual([`nonce="${nonce}"`]);
  for (const file of ["docs.css", "docs.js"]) {
    expect(page.text).toContain(`/api-docs/${file}`);
    expect((await visitor.get(`/api-docs/${file}`)).status).toBe(200);
  }
});
