import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { matchRoutes } from "@remix-run/react";
import type { RouteConfigEntry } from "@remix-run/route-config";
import { expect, test } from "vitest";
import { type Block, linksOf } from "~/content/blocks";
import { findArticle } from "~/content/help";
import { loadArticles } from "~/content/help/load";
import { actions } from "~/content/landing";
import { privacy } from "~/content/legal/privacy";
import { terms } from "~/content/legal/terms";
import { paths } from "~/paths";
import routes from "~/routes";
import { linkable } from "./routes";

async function everyLink(): Promise<string[]> {
  const articles = await loadArticles();
  const legal = [privacy, terms].flatMap((document) => [document.intro, ...document.sections.map((one) => one.body)]);
  const texts: (readonly Block[])[] = [...articles.map((article) => article.body), ...legal];
  return [...texts.flatMap(linksOf), actions.start.to, actions.demo.to];
}

test("every internal link leads to an existing page", async () => {
  const inside = (await everyLink()).filter((to) => !to.startsWith("https://"));
  expect(inside.length).toBeGreaterThan(50);
  expect(inside.filter((to) => !linkable.has(to.replace(/[?#].*$/, "")))).toEqual([]);
});

test("a link to an article points to an existing one", async () => {
  const slugs = (await everyLink()).flatMap((to) => to.match(/^\/support\?article=(.*)$/)?.[1] ?? []);
  expect(slugs.length).toBeGreaterThan(3);
  expect(slugs.filter((slug) => !findArticle(slug))).toEqual([]);
});

test("a link with an anchor points to a section of the privacy policy", async () => {
  const anchors = (await everyLink()).flatMap((to) => to.match(/^\/privacy#(.*)$/)?.[1] ?? []);
  expect(anchors).toContain("cookies");
  expect(anchors.filter((anchor) => !privacy.sections.some((section) => section.id === anchor))).toEqual([]);
});

test("the landing page links to sign-up, and the demo to sign-in", () => {
  expect(actions).toEqual({
    start: { label: "Start free", to: "/signup" },
    demo: { label: "See the demo", to: "/login" },
  });
});

const domain = join(__dirname, "../../../app/domain");

test("addresses in emails, notifications, calendars and labels lead to existing pages", async () => {
  const files = readdirSync(domain, { recursive: true, encoding: "utf8" }).filter((name) => name.endsWith(".ts"));
  const addresses = files.flatMap((name) => addressesIn(readFileSync(join(domain, name), "utf8")));
  expect(addresses.length).toBeGreaterThan(40);
  const pages = (await routes).map(routeOf);
  const isPage = (address: string) => (matchRoutes(pages, address)?.at(-1)?.route.path ?? "") !== "*";
  expect(isPage("/todos/x/no-such-page")).toBe(false);
  expect([...new Set(addresses)].filter((address) => !isPage(address))).toEqual([]);
});

/** Addresses of pages, with "github" for each value, which is a code host too; the API's paths are left out. */
function addressesIn(code: string): string[] {
  const makers = new Map(Object.entries(paths));
  return [...code.matchAll(/\bpaths\.(\w+)\(/g)]
    .map(([, name = ""]) => makers.get(name) ?? (() => `/no-function/${name}`))
    .map((make) => String(Reflect.apply(make, undefined, Array(make.length).fill("github"))))
    .map((address) => address.replace(/[?#].*$/, ""))
    .filter((address) => !/^\/(api|dev)\//.test(address));
}

function routeOf({ path, index, children }: RouteConfigEntry): Parameters<typeof matchRoutes>[0][number] {
  return index ? { index: true } : { path, children: children?.map(routeOf) };
}
