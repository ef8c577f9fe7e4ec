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

test.each([
  ["plenum_theme=dark", "dark"],
  ["plenum_theme=light", "light"],
  ["plenum_theme=pink", ""],
  ["a=1", ""],
])("with the cookie %s the API's page is first painted as %o, and has the switch", async (cookie, theme) => {
  const { text } = await worker.visitor().get("/api/docs", { headers: { cookie } });
  expect(text).toContain(`<html lang="en" class="${theme}">`);
  expect(text).toContain("Switch between dark and light");
});
