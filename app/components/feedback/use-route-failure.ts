import { isRouteErrorResponse, useRouteError } from "@remix-run/react";
import { useEffect } from "react";
import { useShell } from "~/components/app-shell/use-shell";
import type { LostRecord } from "~/http/lost-record";
import { isServerReachable } from "~/lib/reachable";
import { type ErrorMessage, errorMessage, isLostConnection, offlineMessage } from "./error-messages";

const RETRY_MS = 5000;

type RouteFailure = {
  /** 0 if there was no response. */
  status: number;
  /** The server's message. */
  message?: string;
  /** The request's id, for the user to quote to support. */
  reference?: string;
  words: ErrorMessage;
  /** The missing record, with links to continue. */
  lost?: LostRecord;
};

/** Describes what a route threw; reloads the page automatically if only the connection was missing. */
export function useRouteFailure(hasSearch = true): RouteFailure {
  const { status, message, requestId, lost } = factsOf(useRouteError());
  const shell = useShell();
  const offline = status === 0;
  useReloadWhenBack(offline);
  const reference = offline ? undefined : (requestId ?? shell?.requestId);
  const words = offline ? offlineMessage : errorMessage(status, hasSearch);
  return { status, message, reference, words, lost };
}

type Facts = { status: number; message?: string; requestId?: string; lost?: LostRecord };

/**
 * The body of a thrown response is our own `{ message, requestId, lost }` or the router's plain text. Status 0 means no
 * response.
 */
function factsOf(error: unknown): Facts {
  if (!isRouteErrorResponse(error)) return { status: isLostConnection(error) ? 0 : 500 };
  const { status, data: body } = error;
  if (typeof body !== "object" || body === null) return { status };
  const message = "message" in body && typeof body.message === "string" ? body.message : undefined;
  const requestId = "requestId" in body && typeof body.requestId === "string" ? body.requestId : undefined;
  // Guarantee: only `pageLoader` sets it.
  const lost = "lost" in body && body.lost ? (body.lost as LostRecord) : undefined;
  return { status, message, requestId, lost };
}

function useReloadWhenBack(offline: boolean): void {
  // The browser reports when the network is back; whether the server is reachable has to be checked.
  useEffect(() => {
    if (!offline) return;
    const reload = () => window.location.reload();
    const retry = setInterval(async () => (await isServerReachable()) && reload(), RETRY_MS);
    window.addEventListener("online", reload);
    return () => {
      clearInterval(retry);
      window.removeEventListener("online", reload);
    };
  }, [offline]);
}
