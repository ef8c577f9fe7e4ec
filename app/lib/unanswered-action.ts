import { type ClientActionFunctionArgs, isRouteErrorResponse } from "@remix-run/react";
import { serverErrorText } from "~/domain/shared/errors";

const OFFLINE_TEXT =
  "Not saved: the server cannot be reached. What you typed is still here. Send it again once you are connected.";

/** What a screen gets in place of the server's answer when there is none; `lastResult` as a refused form has it. */
export async function answerOrRefusal<Result>(
  { request, serverAction }: ClientActionFunctionArgs,
  resultOf: (form: FormData, text: string) => Result,
) {
  // The request itself is read by serverAction.
  const form = await request.clone().formData();
  const refusal = (text: string) => ({ isOffline: true as const, lastResult: resultOf(form, text) });
  try {
    return await serverAction<unknown>();
  } catch (cause) {
    if (cause instanceof Response || request.signal.aborted) throw cause;
    if (isRouteErrorResponse(cause)) {
      if (cause.status < 500) throw cause;
      return refusal(serverErrorText);
    }
    return refusal(OFFLINE_TEXT);
  } finally {
    await navigationLoaded(request.signal);
  }
}

/**
 * Exported as `clientAction` by screens whose forms are buttons and single fields without conform: its code, a tenth of what
 * they load, is not needed for them. What was typed stays in the page; the result names no more than which form it was.
 */
export function plainAction(args: ClientActionFunctionArgs) {
  return answerOrRefusal(args, (form, text) => ({
    status: "error" as const,
    initialValue: { intent: form.get("intent") },
    error: { "": [text] },
  }));
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
