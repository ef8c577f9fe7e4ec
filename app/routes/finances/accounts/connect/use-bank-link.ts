import { useEffect, useRef, useState } from "react";
import type { BankRegion } from "~/domain/finance/bank-link/countries";
import { connectErrorMessage } from "~/domain/finance/bank-link/messages";
import { simulatedHolder } from "~/domain/finance/bank-link/simulated";
import { paths } from "~/paths";
import { forgetDialog, rememberDialog, returnedDialog } from "./bank-return";
import { exchange, type LinkSuccess, linkToken, relinked } from "./connect";
import { openPlaid } from "./plaid-script";

interface BankLinkOptions {
  /** The connection to sign in to again; null for a new bank. */
  itemId: string | null;
  onLinked: (itemId: string) => void;
  onRelinked: () => void;
  /** The dialog was closed; `problem` is shown in the list's banner. */
  onLeft: (problem: string | null) => void;
}

const TOO_OLD = connectErrorMessage("The sign-in took too long. Please start again.");

/** Connects a bank from the first click to the finished connection; `simulated` while the embedded dialog is shown. */
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

  async function connected(success: LinkSuccess | null, again: string | null): Promise<void> {
    if (again !== null) {
      await relinked(again);
      onRelinked();
    } else if (success) onLinked(await exchange(success));
  }

  /** The bank may redirect to its own page and back to this one, after which the dialog resumes. */
  async function openDialog(token: string, again: string | null, receivedRedirectUri?: string): Promise<void> {
    rememberDialog(localStorage, { linkToken: token, itemId: again }, Date.now());
    const success = await openPlaid({ token, receivedRedirectUri }).finally(() => forgetDialog(localStorage));
    if (success) await connected(success, again);
    else onLeft(null);
  }

  const start = (region: BankRegion) =>
    guarded(async () => {
      setStep("starting");
      const token = await linkToken(itemId === null ? { itemId, region } : { itemId });
      if (left.current) return;
      if (token.kind === "simulated") {
        setHolder(simulatedHolder(token.linkToken));
        return setStep("simulated");
      }
      if (!isDocumentHere()) return window.location.reload();
      await openDialog(token.linkToken, itemId);
    });

  const goOn = useRef(() =>
    guarded(async () => {
      const search = new URLSearchParams(window.location.search);
      if (!search.has("oauth_state_id")) return;
      setStep("starting");
      const dialog = returnedDialog(localStorage, search, Date.now());
      if (dialog) await openDialog(dialog.linkToken, dialog.itemId, window.location.href);
      else onLeft(TOO_OLD);
    }),
  );
  const hasReturned = useRef(false);
  useEffect(() => {
    // A dialog's token is valid for one return only.
    if (hasReturned.current) return;
    hasReturned.current = true;
    void goOn.current();
  }, []);

  return {
    step,
    /** Holder of the accounts in the embedded dialog. */
    holder,
    start,
    finish: (success: LinkSuccess | null) =>
      guarded(async () => {
        setStep("starting");
        await connected(success, itemId);
      }),
    leave: (problem: string | null) => {
      left.current = true;
      onLeft(problem);
    },
  };
}

/**
 * A screen reached by client navigation is subject to the previous document's content security policy, which may block
 * the bank.
 */
function isDocumentHere(): boolean {
  const [navigation] = performance.getEntriesByType("navigation");
  if (!navigation) return false;
  const { pathname } = new URL(navigation.name);
  return pathname === paths.accounts() || pathname.startsWith(`${paths.accounts()}/`);
}
