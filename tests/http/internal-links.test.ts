import { beforeAll, expect, test } from "vitest";
import { demoPassword } from "#drizzle/seed/demo";
import { attributes } from "#tests/support/page-text";
import { people, worker } from "#tests/support/screens/demo";
import type { Visitor } from "#tests/support/visitor";

// A screen's links open for the user they are shown to: one link of each kind, from every screen in the sidebar.
const manager = worker.visitor();
beforeAll(async () => {
  await manager.post("/api/auth/login", { email: "manager@example.com", password: demoPassword });
});

const part = (html: string, pattern: RegExp) => pattern.exec(html)?.[0] ?? "";
const sidebarOf = (html: string) => part(html, /<aside id="sidebar".*?<\/aside>/s);
const mainOf = (html: string) => part(html, /<main.*?<\/main>/s);

/** Links within the product, once each. */
function linksOf(html: string): string[] {
  const inside = attributes(html, "href").filter(
    (to) => /^\/(?!\/)/.test(to) && !/^\/(api|assets|resources)\b/.test(to),
  );
  return [...new Set(inside.map((to) => to.replace(/#.*/, "")))];
}

/** A link's kind: its URL without ids, dates and query. */
const kindOf = (to: string) =>
  to.replace(/\?.*/, "").replaceAll(/\/([0-9a-f]{8}-[0-9a-f-]{27}|\d{4}-\d\d(-\d\d)?|WO-\d+|\d+)(?=\/|$)/g, "/:id");

async function statusesFrom(visitor: Visitor, start: string) {
  const opened = new Map<string, string>();
  const open = async (to: string, from: string) => {
    if (opened.has(kindOf(to))) return "";
    opened.set(kindOf(to), "");
    const { status, text } = await visitor.get(to);
    if (status >= 400) opened.set(kindOf(to), `${to} on ${from}: ${status}`);
    return text;
  };
  const first = await visitor.get(start);
  const screens = linksOf(sidebarOf(first.text));
  for (const screen of screens) {
    const main = mainOf(await open(screen, "the sidebar"));
    for (const to of linksOf(main)) {
      const next = await open(to, screen);
      for (const further of linksOf(mainOf(next))) await open(further, to);
    }
  }
  return { screens, opened, failed: [...opened.values()].filter(Boolean) };
}

test.each<[string, () => Visitor, string]>([
  ["an Admin", () => people.admin, "/dashboard"],
  ["a Manager", () => manager, "/dashboard"],
  ["a Technician", () => people.technician, "/workorders"],
  ["a household", () => people.household, "/finances"],
])(
  "every link shown to %s opens for them",
  async (_who, visitor, start) => {
    const { screens, opened, failed } = await statusesFrom(visitor(), start);
    expect(screens.length).toBeGreaterThan(5);
    expect(opened.size).toBeGreaterThan(screens.length);
    expect(failed).toEqual([]);
  },
  120_000,
);
