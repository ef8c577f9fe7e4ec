import { expect, test } from "vitest";
import { testSite } from "#tests/support/worker";

const worker = await testSite();

test("the API docs link to every operation and webhook event, each described on its area's page", async () => {
  const visitor = worker.visitor();
  const { json } = await visitor.get<{ paths: Record<string, object>; webhooks: object }>("/api/openapi.json");
  const overview = await visitor.get("/api/docs");
  const linked = [...overview.text.matchAll(/<a href="(\/api\/docs\/[^"#]+)#([^"]+)"/g)].map(
    ([, to = "", id = ""]) => ({
      to,
      id,
    }),
  );
  const methods = Object.values(json.paths).flatMap((item) => Object.keys(item).filter((key) => key !== "parameters"));
  expect(linked).toHaveLength(methods.length + Object.keys(json.webhooks).length);
  const areas = new Map<string, string>();
  for (const to of new Set(linked.map((each) => each.to))) {
    const page = await visitor.get(to);
    expect([to, page.status]).toEqual([to, 200]);
    areas.set(to, page.text);
  }
  expect(linked.filter(({ to, id }) => !areas.get(to)?.includes(`<details id="${id}"`))).toEqual([]);
  const all = [...areas.values()].join("");
  expect(Object.keys(json.paths).filter((path) => !all.includes(`<code>${path}</code>`))).toEqual([]);
  expect((await visitor.get("/api/docs/nothing-here")).status).toBe(404);
});

test("the API docs render code as code and link back to the product", async () => {
  const visitor = worker.visitor();
  const { text: overview } = await visitor.get("/api/docs");
  const areas = [...overview.matchAll(/href="(\/api\/docs\/[^"#]+)"/g)].map(([, path = ""]) => path);
  expect(areas.length).toBeGreaterThan(40);
  for (const path of new Set(["/api/docs", ...areas])) {
    const { text } = await visitor.get(path);
    // Search words and JSON are verbatim.
    const shown = text.replaceAll(/data-words="[^"]*"|<pre>[^<]*<\/pre>|<textarea[^<]*<\/textarea>/g, "");
    expect([path, shown.match(/.{0,40}`.{0,40}/g)]).toEqual([path, null]);
    expect(shown).toContain('<a href="/">Back to Plenum</a>');
  }
  expect((await visitor.get("/api-docs/docs.css")).text).toContain("font: 14px/1.5 Inter");
});

test.each(["/api/docs", "/api/docs/work-orders"])("the script of %s carries the response's nonce", async (path) => {
  const visitor = worker.visitor();
  const page = await visitor.get(path);
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
])("with the cookie %s the API docs first render as %o, with a theme switch", async (cookie, theme) => {
  const { text } = await worker.visitor().get("/api/docs", { headers: { cookie } });
  expect(text).toContain(`<html lang="en" class="${theme}">`);
  expect(text).toContain("Switch between dark and light");
});
