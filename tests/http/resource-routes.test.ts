import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { RouteConfigEntry } from "@remix-run/route-config";
import { expect, test } from "vitest";
import { people, property, thread, unscheduled } from "#tests/support/screens/demo";
import { workerOutput } from "#tests/support/worker";
import routes from "~/routes";

// Resource routes can be requested directly; Remix then warns about values that are not a Response.
const UNKNOWN = "0198f000-0000-7000-8000-000000000000";
const params: Record<string, string | undefined> = {
  "resources/property-access/:id": property.id,
  "resources/thread-messages/:threadId": thread.threadId,
  "resources/photo-visibility/:id": unscheduled.id,
};
const queries: Record<string, string> = { "resources/board-column": "?column=unscheduled" };

const resources = flat(await routes).filter(({ path, file }) => path?.startsWith("resources/") && file.endsWith(".ts"));

/** Ids of the routes that Remix warned about. */
const warnedOf = () => [...workerOutput().matchAll(/`(\S+)` route with `json\(\)`/g)].map(([, id]) => id);

test.each(resources.map(({ path = "", file }) => [path, file]))(
  "%s returns a Response to reads and writes",
  async (path, file) => {
    const source = readFileSync(join("app", file), "utf8");
    const address = `/${path.replace(/:\w+/, params[path] ?? UNKNOWN)}${queries[path] ?? ""}`;
    const visitor = path.startsWith("resources/imports") ? people.household : people.admin;
    const answers = [
      ...(/export (const|async function) loader/.test(source) ? [await visitor.get(address)] : []),
      ...(/export (const|async function) action/.test(source) ? [await visitor.submit(address, {})] : []),
    ];
    expect(answers.length).toBeGreaterThan(0);
    for (const { status } of answers) expect(status).toBeLessThan(500);
    expect(warnedOf()).not.toContain(file.replace(/\.ts$/, ""));
  },
);

test("Remix reports no warnings", () => {
  expect(warnedOf()).toEqual([]);
  expect(workerOutput()).not.toContain("REMIX FUTURE CHANGE");
});

test("a resource route returns a refused form with its status", async () => {
  const answer = await people.admin.submit("/resources/resend-invitation", {});
  expect(answer.status).toBe(400);
  expect(JSON.parse(answer.text)).toMatchObject({ lastResult: { status: "error" } });
});

function flat(entries: readonly RouteConfigEntry[]): RouteConfigEntry[] {
  return entries.flatMap((entry) => [entry, ...flat(entry.children ?? [])]);
}
