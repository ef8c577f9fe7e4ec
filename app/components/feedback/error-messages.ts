import { NO_PERMISSION, serverErrorText } from "~/domain/shared/errors";

export interface ErrorMessage {
  title: string;
  /** What happened. */
  happened: string;
  /** What still works, and what to do. */
  advice: string;
  /** Whether trying again might help. */
  again?: true;
}

const known: Record<number, ErrorMessage> = {
  403: {
    title: "You don't have access to this page",
    happened: NO_PERMISSION,
    advice: "If you need this page for your work, ask an Admin of your business for permission.",
  },
  404: {
    title: "Page not found",
    happened: "The address may be mistyped, or the page was removed.",
    advice: "Check the address, or search for the page by name.",
  },
  409: {
    title: "This was just updated",
    happened: "Someone else changed this at the same time.",
    advice: "Nothing you saved is lost. Reload the page to see the current version.",
    again: true,
  },
  429: {
    title: "Too many requests",
    happened: "The limit for one minute was reached.",
    advice: "Wait a minute, then try again.",
    again: true,
  },
};

const refused: ErrorMessage = {
  title: "This request is not valid",
  happened: "This request could not be read.",
  advice: "Nothing you saved is lost. Go back and try again.",
};

const failed: ErrorMessage = {
  title: "Something went wrong",
  happened: serverErrorText,
  advice: "Nothing you saved is lost. If it keeps happening, give support the request ID below.",
  again: true,
};

/** Title and text of an error page by status. `hasSearch`: visitors have none to find a page with. */
export function errorMessage(status: number, hasSearch = true): ErrorMessage {
  const message = known[status] ?? (status < 500 ? refused : failed);
  return status === 404 && !hasSearch
    ? { ...message, advice: "Check the address, or start from the home page." }
    : message;
}

export const offlineMessage: ErrorMessage = {
  title: "No connection",
  happened: "The page could not be loaded: this device is offline, or the server cannot be reached.",
  advice: "Nothing you saved is lost. This page reloads when the connection is back.",
  again: true,
};

/** Whether an error is what browsers throw when a page's fetch or script fails to load. */
export function isLostConnection(error: unknown): boolean {
  if (typeof navigator !== "undefined" && navigator.onLine === false) return true;
  return error instanceof TypeError && /fetch|load failed|network ?error|dynamic|importing/i.test(error.message);
}
