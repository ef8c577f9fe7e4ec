import { serverErrorText } from "~/domain/errors";

export interface ErrorWords {
  title: string;
  /** What happened. */
  happened: string;
  /** What still works. */
  works: string;
  /** What to do. */
  advice: string;
  /** Whether trying the same again may help. */
  again: boolean;
}

const kept = "Nothing you saved before is lost.";

/** What to say of a refused or failed screen. `message` is the domain's own text where there is one. */
export function errorWords(status: number, message: string | null): ErrorWords {
  switch (status) {
    case 403:
      return {
        title: "You may not see this page",
        happened: message ?? "You do not have permission to do this.",
        works: "Everything that the sidebar and the search offer you is open to you.",
        advice: "If you need this page for your work, ask an Admin of your business for the permission.",
        again: false,
      };
    case 404:
      return {
        title: "There is no such page",
        happened: message ?? "The address may be mistyped, or what it showed has been removed.",
        works: "Everything else is where it was.",
        advice: "Check the address, or find what you were looking for by its name.",
        again: false,
      };
    case 409:
      return {
        title: "It has changed meanwhile",
        happened: message ?? "Somebody else changed this at the same time.",
        works: kept,
        advice: "Load the page again to see it as it is now.",
        again: true,
      };
    case 429:
      return {
        title: "Too many tries at once",
        happened: message ?? "More was asked for than is allowed within a minute.",
        works: "Other pages still open.",
        advice: "Wait a minute, then try again.",
        again: true,
      };
    case 503:
      return {
        title: "This is not available right now",
        happened: message ?? serverErrorText,
        works: "The other areas keep working.",
        advice: "Try again in a moment.",
        again: true,
      };
    default:
      return status < 500
        ? {
            title: "This could not be read",
            happened: message ?? "The request was not understood.",
            works: kept,
            advice: "Go back and try it another way.",
            again: false,
          }
        : {
            title: "Something went wrong on our side",
            happened: message ?? serverErrorText,
            works: `${kept} The other pages may well work.`,
            advice: "Try again. If it keeps happening, tell support the reference below.",
            again: true,
          };
  }
}

export const offlineWords: ErrorWords = {
  title: "No connection",
  happened: "The page could not be fetched: this device seems to be offline, or the server cannot be reached.",
  works: `What is on other open tabs stays there. ${kept}`,
  advice: "Check the connection. The page loads again by itself once it is back.",
  again: true,
};

/** What browsers throw when a fetch or a script of a page never arrived. */
export function isLostConnection(error: unknown): boolean {
  if (typeof navigator !== "undefined" && navigator.onLine === false) return true;
  return (
    error instanceof TypeError &&
    /failed to fetch|load failed|networkerror|network error|dynamically imported module|importing a module/i.test(
      error.message,
    )
  );
}
