import {
  connectErrorMessage,
  exitMessage,
  LINK_START_TIMEOUT_MS,
  linkMessages,
} from "~/domain/finance/bank-link/messages";
import type { LinkSuccess } from "./connect";

const address = "https://cdn.plaid.com/link/v2/stable/link-initialize.js";

interface Handler {
  open: () => void;
  destroy: () => void;
}
interface Metadata {
  institution?: { name?: string } | null;
  accounts?: { id: string }[];
}
interface PlaidOptions {
  token: string;
  /** The page's URL after a return from the bank's own page, with which the dialog resumes. */
  receivedRedirectUri?: string;
  onLoad: () => void;
  onSuccess: (publicToken: string, metadata: Metadata) => void;
  onExit: (error: { display_message?: string | null; error_message?: string | null } | null) => void;
}
/** The API that the script adds to the page. */
interface PlaidScript {
  create: (options: PlaidOptions) => Handler;
}

/** The parts of the page the script needs; tests pass their own. */
export interface ScriptHost {
  load: () => Promise<PlaidScript>;
  wait: (milliseconds: number) => Promise<unknown>;
}

/**
 * Opens Plaid's dialog and returns its result, or null if the person closed it.
 * @throws Error with a message for the screen, also if it does not start within 1.1 seconds
 */
export async function openPlaid(
  { token, receivedRedirectUri }: Pick<PlaidOptions, "token" | "receivedRedirectUri">,
  host: ScriptHost = browserHost,
): Promise<LinkSuccess | null> {
  let handler: Handler | null = null;
  try {
    return await new Promise<LinkSuccess | null>((resolve, reject) => {
      let started = false;
      const giveUp = () => started || reject(new Error(linkMessages.cannotStart));
      void host.wait(LINK_START_TIMEOUT_MS).then(giveUp);
      const options: PlaidOptions = {
        token,
        ...(receivedRedirectUri === undefined ? {} : { receivedRedirectUri }),
        onLoad: () => {
          started = true;
          handler?.open();
        },
        onSuccess: (publicToken, { institution, accounts }) =>
          resolve({
            publicToken,
            accountIds: (accounts ?? []).map(({ id }) => id),
            institutionName: institution?.name ?? null,
          }),
        onExit: (error) =>
          error
            ? reject(new Error(exitMessage(error.display_message ?? error.error_message ?? "Please try again.")))
            : resolve(null),
      };
      host
        .load()
        .then((script) => {
          handler = script.create(options);
        }, giveUp)
        .catch(reject);
    });
  } catch (error) {
    const known = error instanceof Error && /^(There was a problem|Could not connect)/.test(error.message);
    throw known ? error : new Error(connectErrorMessage(error instanceof Error ? error.message : "Please try again."));
  } finally {
    // The frame is removed after success and failure.
    setTimeout(() => handler?.destroy(), 0);
  }
}

const browserHost: ScriptHost = {
  wait: (milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds)),
  load: () =>
    new Promise((resolve, reject) => {
      const ready = () => {
        const script: unknown = Reflect.get(window, "Plaid");
        if (isScript(script)) resolve(script);
        else reject(new Error(linkMessages.cannotStart));
      };
      if (Reflect.has(window, "Plaid")) return ready();
      const element = document.createElement("script");
      element.src = address;
      element.onload = ready;
      element.onerror = () => reject(new Error(linkMessages.cannotStart));
      document.head.appendChild(element);
    }),
};

function isScript(value: unknown): value is PlaidScript {
  return typeof value === "object" && value !== null && typeof Reflect.get(value, "create") === "function";
}
