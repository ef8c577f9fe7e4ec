import { useRef, useState } from "react";
import { simulatedHolder } from "~/domain/finance/bank-link/simulated";
import { api } from "~/lib/api-client";
import { paths } from "~/paths";
import { exchange, type LinkSuccess, type LinkToken, linkToken, relinked } from "./connect";
import { openPlaid } from "./plaid-script";

interface BankLinkOptions {
  /** The connection to sign in to again; null for a new bank. */
  itemId: string | null;
  onLinked: (itemId: string) => void;
  onRelinked: () => void;
  /** The dialog was left, with what the list's banner says. */
  onLeft: (problem: string | null) => void;
}

/** Connecting from the first click to the connection: `simulated` while the embedded dialog is to be shown. */
export function useBankLink({ itemId, onLinked, onRelinked, onLeft }: BankLinkOptions) {
  const [step, setStep] = useState<"asking" | "starting" | "simulated">("asking");
  const [holder, setHolder] = useState("");
  const left = useRef(false);

  async function guarded(run: () => Promise<void>): Promise<void> {
    try {
      await run();
    } catch (error) {
      if (!left.current) onLeft(error instanceof Error ? error.message : null);
    }
  }

  async function connected(success: LinkSuccess | null): Promise<void> {
    if (itemId !== null) {
      await relinked(api.call, itemId);
      onRelinked();
    } else if (success) onLinked(await exchange(api.call, success));
  }

  const start = () =>
    guarded(async () => {
      setStep("starting");
      const token: LinkToken = await linkToken(api.call, itemId);
      if (left.current) return;
      if (token.kind === "simulated") {
        setHolder(simulatedHolder(token.linkToken));
        return setStep("simulated");
      }
      if (!isDocumentHere()) return window.location.reload();
      const success = await openPlaid(token.linkToken);
      if (success) await connected(success);
      else onLeft(null);
    });

  return {
    step,
    /** Whose accounts the embedded dialog shows. */
    holder,
    start,
    finish: (success: LinkSuccess | null) =>
      guarded(async () => {
        setStep("starting");
        await connected(success);
      }),
    leave: (problem: string | null) => {
      left.current = true;
      onLeft(problem);
    },
  };
}

/** A screen reached by a link within the page lives under the policy of the page before, which may let no bank in. */
function isDocumentHere(): boolean {
  const [navigation] = performance.getEntriesByType("navigation");
  if (!navigation) return false;
  const { pathname } = new URL(navigation.name);
  return pathname === paths.accounts() || pathname.startsWith(`${paths.accounts()}/`);
}
