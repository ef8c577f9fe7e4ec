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

test("a redirect from a dialog's action replaces the dialog in history, whether returned or thrown", async () => {
  expect(replaces(await answerOf({ handle: dialogHandle, action: () => redirect("/todos") }))).toBe(true);
  const action = () => {
    throw redirect("/todos");
  };
  expect(replaces(await answerOf({ handle: dialogHandle, action }))).toBe(true);
});

test("the redirect keeps its status, target and cookies", async () => {
  const headers = { "Set-Cookie": "toast=saved" };
  const action = () => redirect("/todos", { status: 303, headers });
  const answer = await answerOf({ handle: dialogHandle, action });
  const response = answer instanceof Response ? answer : new Response();
  expect([response.status, response.headers.get("Location")]).toEqual([303, "/todos"]);
  expect(response.headers.getSetCookie()).toEqual(["toast=saved"]);
});

test("a redirect from a page's action is a new history entry", async () => {
  expect(replaces(await answerOf({ action: () => redirect("/todos") }))).toBe(false);
  expect(replaces(await answerOf({ handle: { frame: "wide" }, action: () => redirect("/todos") }))).toBe(false);
});

test("other results of a dialog's action are passed through", async () => {
  const refused = { lastResult: { status: "error" } };
  expect(await answerOf({ handle: dialogHandle, action: () => refused })).toBe(refused);
  const failure = new Error("no such row");
  const action = () => Promise.reject(failure);
  expect(await answerOf({ handle: dialogHandle, action })).toBe(failure);
});
