import { redirect, type ServerBuild } from "@remix-run/cloudflare";
import { expect, test } from "vitest";
import { leaveDialogsOutOfHistory } from "#worker/dialogs-in-history";
import { dialogHandle } from "~/components/feedback/dialog-error";

type Module = Record<string, unknown>;

/** What a route's action returns or throws, once dialogs are left out of the history. */
async function answerOf(module: Module): Promise<unknown> {
  const routes = { it: { id: "it", path: "it", module: { default: () => null, ...module } } };
  const build = leaveDialogsOutOfHistory({ routes, assets: { routes } } as unknown as ServerBuild);
  const action = build.routes.it?.module.action as (args: object) => unknown;
  try {
    return await action({});
  } catch (thrown) {
    return thrown;
  }
}

const replaces = (answer: unknown) => answer instanceof Response && answer.headers.has("X-Remix-Replace");

test("where a dialog's action leads takes the dialog's place, whether it answers or throws", async () => {
  expect(replaces(await answerOf({ handle: dialogHandle, action: () => redirect("/todos") }))).toBe(true);
  const action = () => {
    throw redirect("/todos");
  };
  expect(replaces(await answerOf({ handle: dialogHandle, action }))).toBe(true);
});

test("where a page's action leads is a step of its own", async () => {
  expect(replaces(await answerOf({ action: () => redirect("/todos") }))).toBe(false);
  expect(replaces(await answerOf({ handle: { frame: "wide" }, action: () => redirect("/todos") }))).toBe(false);
});

test("what a dialog's action answers without leading elsewhere passes as it is", async () => {
  const refused = { lastResult: { status: "error" } };
  expect(await answerOf({ handle: dialogHandle, action: () => refused })).toBe(refused);
  const failure = new Error("no such row");
  const action = () => Promise.reject(failure);
  expect(await answerOf({ handle: dialogHandle, action })).toBe(failure);
});
