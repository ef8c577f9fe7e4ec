import { serverErrorText } from "~/domain/shared/errors";

export interface ErrorWords {
  title: string;
  /** What happened. */
  happened: string;
  /** What still works, and what to do. */
  advice: string;
  /** Whether trying the same again may help. */
  again?: true;
}

const known: Record<number, ErrorWords> = {
  403: {
    title: "You may not see this page",
    happened: "You do not have permission to do this.",
    advice:
      "Everything that the sidebar and the search offer you is open to you. If you need this page for your work, ask an Admin of your business for the permission.",
  },
  404: {
    title: "There is no such page",
    happened: "The address may be mistyped, or what it showed has been removed.",
    advice: "Everything else is where it was. Check the address, or look for it by its name.",
  },
  409: {
    title: "It has changed meanwhile",
    happened: "Somebody else changed this at the same time.",
    advice: "Nothing you saved before is lost. Load the page again to see it as it is now.",
    again: true,
  },
  429: {
    title: "Too many tries at once",
    happened: "More was asked for than is allowed within a minute.",
    advice: "Other pages still open. Wait a minute, then try again.",
    again: true,
  },
};

const refused: ErrorWords = {
  title: "This could not be read",
  happened: "The request was not understood.",
  advice: "Nothing you saved before is lost. Go back and try it another way.",
};

const failed: ErrorWords = {
  title: "Something went wrong on our side",
  happened: serverErrorText,
  advice:
    "Nothing you saved before is lost, and the other pages may well work. If it keeps happening, give support the request id below.",
  again: true,
};

/** What to say of a refused or failed screen. */
export function errorWords(status: number): ErrorWords {
  return known[status] ?? (status < 500 ? refused : failed);
}

export const offlineWords: ErrorWords = {
  title: "No connection",
  happened: "The page could not be fetched: this device is offline, or the server cannot be reached.",
  advice: "Nothing you saved before is lost. This page loads again by itself once the connection is back.",
  again: true,
};

/** What browsers throw when a fetch or a script of a page never arrived. */
export function isLostConnection(error: unknown): boolean {
  if (typeof navigator !== "undefined" && navigator.onLine === false) return true;
  return error instanceof TypeError && /fetch|load failed|network ?error|dynamic|importing/i.test(error.message);
}
