import { type ClientLoaderFunctionArgs, Navigate, useLoaderData, useParams, useRevalidator } from "@remix-run/react";
import { useState } from "react";
import { toast } from "~/components/ui/toast-store";
import { isLive } from "~/domain/finance/bank-link/item";
import { api } from "~/lib/api-client";
import { paths } from "~/paths";
import { accountsOf, type BankSide, type Choice, finishSetup } from "~/routes/finances/accounts/connect/connect";
import { useAccounts } from "~/routes/finances/accounts/shared/use-accounts";
import { useBackToAccounts } from "~/routes/finances/accounts/shared/use-back-to-accounts";
import { choicesOf, forgetChoices, storeChoices } from "./choices";
import { Matching } from "./matching";

export { DialogError as ErrorBoundary, dialogHandle as handle } from "~/components/feedback/dialog-error";
export { shouldRevalidate } from "~/lib/revalidation";

/** Loads the accounts from the bank through the API; an error is shown above the list. */
export async function clientLoader({ params }: ClientLoaderFunctionArgs) {
  try {
    return { accounts: await accountsOf(api.call, params.itemId ?? ""), problem: null };
  } catch (error) {
    return { accounts: null, problem: error instanceof Error ? error.message : String(error) };
  }
}

/** Without script the bank cannot be queried, so only the list is shown. */
export const HydrateFallback = () => null;

/** Matches a new connection's accounts with the household's, above the list. */
export default function MatchBankAccounts() {
  const { accounts, problem } = useLoaderData<typeof clientLoader>();
  const { itemId = "" } = useParams();
  if (!accounts) return <Navigate to={paths.accounts()} replace state={{ problem }} />;
  return <Match key={itemId} itemId={itemId} accounts={accounts} />;
}

type MatchProps = { itemId: string; accounts: BankSide[] };

function Match({ itemId, accounts }: MatchProps) {
  const back = useBackToAccounts();
  const { revalidate } = useRevalidator();
  const { accounts: all, connections } = useAccounts();
  const own = all.map((account) => {
    const connection = connections.find(({ accountId }) => accountId === account.id);
    return { ...account, isLinked: connection !== undefined && isLive(connection.status) };
  });
  const [problem, setProblem] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);

  const finish = async (choices: Choice[]) => {
    setBusy(true);
    try {
      await finishSetup(api.call, itemId, choices, reportError);
      forgetChoices(itemId);
      toast({ tone: "ok", title: "Your bank is connected." });
      back(null);
      revalidate();
    } catch (error) {
      setProblem(error instanceof Error ? error.message : null);
      setBusy(false);
    }
  };

  return (
    <Matching
      initial={() => choicesOf(itemId, accounts)}
      onChoose={(choices) => storeChoices(itemId, choices)}
      accounts={accounts}
      own={own}
      busy={busy}
      problem={problem}
      onFinish={finish}
      onClose={() => back(null)}
    />
  );
}
