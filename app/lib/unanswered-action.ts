import { type ClientActionFunctionArgs, isRouteErrorResponse } from "@remix-run/react";
import { serverErrorText } from "~/domain/shared/errors";

const OFFLINE_TEXT =
  "Not saved: the server cannot be reached. What you typed is still here. Send it again once you are connected.";

/** Result a screen receives when the server does not respond; `lastResult` is shaped as for a refused form. */
export async function answerOrRefusal<Result>(
  { request, serverAction }: ClientActionFunctionArgs,
  resultOf: (form: FormData, text: string) => Result,
) {
  // Cloned, because serverAction reads the request itself.
  const form = await request.clone().formData();
  const refusal = (text: string) => ({ isOffline: true as const, lastResult: resultOf(form, text) });
  try {
    return await serverAction<unknown>();
  } catch (cause) {
    if (cause instanceof Response || request.signal.aborted) throw cause;
    if (isRouteErrorResponse(cause)) {
      // The form was not read.
      if (cause.status === 413) return refusal(cause.data.message);
      if (cause.status < 500) throw cause;
      return refusal(serverErrorText);
    }
    return refusal(OFFLINE_TEXT);
  } finally {
    await navigationLoaded(request.signal);
  }
}

/**
 * Exported as `clientAction` by screens whose forms are buttons and single fields without conform, whose code would be
 * a tenth of what they load. The input stays in the page; the result only identifies the form.
 */
export function plainAction(args: ClientActionFunctionArgs) {
  return answerOrRefusal(args, (form, text) => ({
    status: "error" as const,
    initialValue: { intent: form.get("intent") },
    error: { "": [text] },
  }));
}

/**
 * Exported by routes whose action is called only by fetchers, without a conform form: the server's response passes
 * through unchanged.
 */
export async function fetcherAction({ request, serverAction }: ClientActionFunctionArgs) {
  try {
    return await serverAction<unknown>();
  } finally {
    await navigationLoaded(request.signal);
  }
}

/**
 * Resolves when no navigation is loading, or when `signal` aborts. If a fetcher's action ends while the router is still
 * fetching the routes for the next URL, the router would load that URL's data with the routes known so far: it would
 * match the catch-all and show "not found" (https://github.com/remix-run/react-router/issues/15326).
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
