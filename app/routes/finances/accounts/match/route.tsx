import { useParams, useRevalidator } from "@remix-run/react";
import { useEffect, useState } from "react";
import { toast } from "~/components/ui/toast-store";
import { api } from "~/lib/api-client";
import { accountsOf, type BankSide, type Choice, finishSetup } from "~/routes/finances/accounts/connect/connect";
import { useAccounts } from "~/routes/finances/accounts/shared/use-accounts";
import { useBackToAccounts } from "~/routes/finances/accounts/shared/use-back-to-accounts";
import { Matching } from "./matching";

/** Matching a new connection's accounts with the household's, above the list. */
export default function MatchBankAccounts() {
  const { itemId = "" } = useParams();
  return <Match key={itemId} itemId={itemId} />;
}

function Match({ itemId }: { itemId: string }) {
  const back = useBackToAccounts();
  const { revalidate } = useRevalidator();
  const own = useAccounts().accounts.map(({ id, name, currency, isActive, plaidItemId }) => ({
    ...{ id, name, currency, isActive },
    isLinked: plaidItemId !== null && isActive,
  }));
  const [accounts, setAccounts] = useState<BankSide[] | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);

  // The bank's accounts are asked of the bank itself: they are in no loader.
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each connection
  useEffect(() => {
    let left = false;
    accountsOf(api.call, itemId).then(
      (found) => left || setAccounts(found),
      (error: Error) => left || back(error.message),
    );
    return () => {
      left = true;
    };
  }, [itemId]);

  const finish = async (choices: Choice[]) => {
    setBusy(true);
    try {
      await finishSetup(api.call, itemId, choices, reportError);
      toast({ tone: "ok", title: "Your bank is connected." });
      back(null);
      revalidate();
    } catch (error) {
      setProblem(error instanceof Error ? error.message : null);
      setBusy(false);
    }
  };

  if (!accounts) return null;
  return (
    <Matching
      accounts={accounts}
      own={own}
      busy={busy}
      problem={problem}
      onFinish={finish}
      onClose={() => back(null)}
    />
  );
}

export { DialogError as ErrorBoundary, dialogHandle as handle } from "~/components/feedback/dialog-error";
