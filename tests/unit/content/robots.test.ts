import { readFileSync } from "node:fs";
import type { RouteConfigEntry } from "@remix-run/route-config";
import { expect, test } from "vitest";
import routes from "~/routes";

const rules = readFileSync("public/robots.txt", "utf8")
  .split("\n")
  .flatMap((line) => {
    const [, verb, path] = /^(Allow|Disallow): (\S+)/.exec(line) ?? [];
    return verb && path ? [{ allows: verb === "Allow", path }] : [];
  });

/** As search engines interpret it: the longest matching rule applies. */
function isCrawled(path: string): boolean {
  const fits = (rule: string) => (rule.endsWith("$") ? path === rule.slice(0, -1) : path.startsWith(rule));
  const [longest] = rules.filter((rule) => fits(rule.path)).sort((a, b) => b.path.length - a.path.length);
  return longest?.allows ?? true;
}

const flat = (entries: RouteConfigEntry[]): RouteConfigEntry[] =>
  entries.flatMap((entry) => [entry, ...flat(entry.children ?? [])]);

test("search engines may read every public page and nothing that requires sign-in", async () => {
  const pages = flat(await routes);
  const open = pages.filter(({ file }) => file.startsWith("routes/public/"));
  expect(open.length).toBeGreaterThan(3);
  for (const { path = "" } of open) expect(isCrawled(`/${path}`), path).toBe(true);
  for (const path of ["/workorders", "/finances", "/s/invoices/1", "/api/health"]) {
    expect(isCrawled(path), path).toBe(false);
  }
});
