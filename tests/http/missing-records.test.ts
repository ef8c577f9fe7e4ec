import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { RouteConfigEntry } from "@remix-run/route-config";
import { describe, expect, test } from "vitest";
import { attributes, pageText } from "#tests/support/page-text";
import { people } from "#tests/support/screens/demo";
import { visits } from "#tests/support/screens/visits";
import routes from "~/routes";

// Every screen about one record, opened for a missing one: it was deleted in the dialog the user returns from, or the link is
// wrong. A dialog shows this over its parent, which closing leads to; a page links to the list.
const UNKNOWN = "0198f000-0000-7000-8000-000000000000";

interface Screen {
  pattern: string;
  files: string[];
}

const routeEntries = await routes;
const screens = screensIn(routeEntries).filter(({ pattern }) => /:\w/.test(pattern) && pattern in visits);

/** Routes with a parameter that does not name a record. */
const NAMES_NO_RECORD = [
  /^\/workorders\/scheduler\/:date\?/,
  /^\/system\/operations/,
  /^\/bugscout\/(issues|board)\/views/,
  /^\/bugscout\/config/,
  /^\/map2\//,
  // Redirects to today's jobs.
  /^\/technician\/jobs\//,
];

const isDialog = (file: string) => readFileSync(join("app", file), "utf8").includes("feedback/dialog-error");

/** Pages, and dialogs over a page about a record: if the outermost record is missing, its page says so. */
const pages = screens.filter(
  ({ pattern, files }) =>
    !NAMES_NO_RECORD.some((one) => one.test(pattern)) &&
    // A dialog over a list has its parent.
    !(isDialog(files.at(-1) ?? "") && !/:\w/.test(parentOf(files))),
);

test("more than ninety pages are checked", () => {
  expect(pages.length).toBeGreaterThan(90);
});

describe("a page of an unknown record says so and offers links that work", () => {
  test.each(pages.map(({ pattern }) => pattern))("%s", async (pattern) => {
    const { who, params } = visits[pattern] ?? { who: "admin" as const };
    const path = addressOf(pattern, pattern.startsWith("/customers/:id/equipment/:") ? params?.id : undefined);
    const answer = await people[who].get(path);
    expect(answer.status).toBe(404);
    const text = pageText(answer.text);
    expect(text).toMatch(/\b[A-Z][\w -]* not found\b/);
    expect(text).toContain("It was deleted, or the link is wrong.");
    const links = linksOn(answer.text);
    expect(links.length).toBeGreaterThan(0);
    for (const link of links) expect([link, (await people[who].get(link)).status]).toEqual([link, 200]);
  });
});

test("an unknown record below an existing one links back to the existing one", async () => {
  const params = visits["/customers/:id/edit"]?.params ?? {};
  const answer = await people.admin.get(`/customers/${params.id}/equipment/${UNKNOWN}`);
  expect(answer.status).toBe(404);
  expect(pageText(answer.text)).toContain("Equipment not found");
  expect(linksOn(answer.text)).toEqual(expect.arrayContaining([`/customers/${params.id}`, "/customers"]));
});

test("a deleted design or analysis can be restored on its own page", async () => {
  const { admin, technician } = people;
  const design = (await admin.post<{ id: string }>("/api/designs", { title: "Attic", template: "blank" })).json;
  expect((await admin.submit(`/designer/${design.id}`, { intent: "delete" })).status).toBe(302);
  const page = await admin.get(`/designer/${design.id}`);
  expect([page.status, pageText(page.text)]).toEqual([
    404,
    expect.stringContaining("It was deleted. You can restore it."),
  ]);
  expect(pageText(page.text)).toContain("Restore design");
  // Members who may not write it are not offered to restore it.
  expect(pageText((await technician.get(`/designer/${design.id}`)).text)).not.toContain("Restore design");
  expect((await admin.submit(`/designer/${design.id}`, { intent: "restore" })).status).toBe(302);
  expect((await admin.get(`/designer/${design.id}`)).status).toBe(200);

  const id = visits["/industry-analysis/saved/:id"]?.params?.id ?? "";
  expect((await admin.submit(`/industry-analysis/saved/${id}`, { intent: "delete" })).status).toBe(302);
  const gone = await admin.get(`/industry-analysis/saved/${id}`);
  expect([gone.status, pageText(gone.text)]).toEqual([404, expect.stringContaining("Restore analysis")]);
  expect((await admin.submit("/industry-analysis/saved", { intent: "restore", id })).status).toBe(302);
  expect((await admin.get(`/industry-analysis/saved/${id}`)).status).toBe(200);
});

function screensIn(entries: readonly RouteConfigEntry[], parent = "", above: string[] = []): Screen[] {
  return entries.flatMap(({ path = "", index, file, children = [] }) => {
    const pattern = [parent, path].filter(Boolean).join("/");
    const files = [...above, file];
    const own = path !== "" || index ? [{ pattern: `/${pattern}`, files }] : [];
    return [...own, ...screensIn(children, pattern, files)];
  });
}

/** The path of the screen behind a dialog. */
function parentOf(files: string[]): string {
  const above = screensIn(routeEntries).filter(
    ({ files: own }) =>
      own.length < files.length && files.join().startsWith(`${own.join()},`) && !isDialog(own.at(-1) ?? ""),
  );
  return above.at(-1)?.pattern ?? "";
}

/** A path with the id of a missing record; optional parameters are omitted. */
function addressOf(pattern: string, id: string | undefined): string {
  const filled = id ? pattern.replace(":id", id) : pattern;
  return filled.replace(/\/:\w+\?/g, "").replace(/:\w+/g, UNKNOWN);
}

/** The links below the message about the record, except those of every error page. */
function linksOn(html: string): string[] {
  const after =
    html.slice(html.search(/It was deleted, or the link is wrong\.|It was deleted\. You can/)).split("</main>")[0] ??
    "";
  return [...new Set(attributes(after, "href"))].filter(
    (href) => href !== "/" && !/^\/(support$|report-problem)/.test(href),
  );
}
