import { parse } from "@conform-to/react";
import { type ClientActionFunctionArgs, isRouteErrorResponse } from "@remix-run/react";
import { serverErrorText } from "~/domain/shared/errors";

const OFFLINE_TEXT =
  "Not saved: the server cannot be reached. What you typed is still here. Send it again once you are connected.";

/** What a form gets in place of the server's answer when there is none: conform's result with everything typed, passwords and files aside. */
function offlineResult(form: FormData, text: string) {
  const submission = parse(form, { resolve: () => ({ error: { "": [text] } }) });
  const hideFields = [...form.keys()].filter((name) => /password/i.test(name));
  return { isOffline: true as const, lastResult: submission.reply({ hideFields }) };
}

/**
 * Exported by every screen with a form: a lost connection or a server that fails becomes an error of the form, so that
 * it costs neither the page nor anything typed. Refusals and redirects pass as they are.
 */
export async function clientAction({ request, serverAction }: ClientActionFunctionArgs) {
  // The request itself is read by serverAction.
  const form = await request.clone().formData();
  try {
    return await serverAction<unknown>();
  } catch (cause) {
    if (cause instanceof Response || request.signal.aborted) throw cause;
    if (isRouteErrorResponse(cause)) {
      if (cause.status < 500) throw cause;
      return offlineResult(form, serverErrorText);
    }
    return offlineResult(form, OFFLINE_TEXT);
  } finally {
    await navigationLoaded(request.signal);
  }
}

/** Exported by routes whose action only fetchers call, without a form of conform: what the server answers passes as it is. */
export async function fetcherAction({ request, serverAction }: ClientActionFunctionArgs) {
  try {
    return await serverAction<unknown>();
  } finally {
    await navigationLoaded(request.signal);
  }
}

/**
 * Resolves when no screen is being loaded, or when `signal` aborts. An action of a fetcher that ends while the router is
 * still asking the server which routes the next address has would read that address's data by the routes known so far:
 * it would match the catch-all and show "not found" (https://github.com/remix-run/react-router/issues/15326).
 */
function navigationLoaded(signal: AbortSignal): Promise<void> {
  const router = window.__remixRouter;
  return new Promise((resolve) => {
    if (router.state.navigation.state !== "loading" || signal.aborted) return resolve();
    const end = () => {
      unsubscribe();
      signal.removeEventListener("abort", end);
      resolve();
    };
    const unsubscribe = router.subscribe(({ navigation }) => {
      if (navigation.state !== "loading") end();
    });
    signal.addEventListener("abort", end);
  });
}
