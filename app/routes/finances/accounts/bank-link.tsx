import { useNavigate, useRevalidator, useSearchParams } from "@remix-run/react";
import { useEffect, useState } from "react";
import { toast } from "~/components/ui/toast-store";
import { api } from "~/lib/api-client";
import { paths } from "~/paths";
import { accountsHref } from "./accounts-view";
import { accountsOf, type BankSide, type Choice, finishSetup } from "./connect/connect";
import { PrivacyPanel } from "./connect/privacy-panel";
import { SimulatedDialog } from "./connect/simulated-dialog";
import { useBankLink } from "./connect/use-bank-link";
import { Matching } from "./match/matching";
import type { AccountsModeProps } from "./modes";

/** Connecting a bank and matching its accounts, above the list. */
export function BankLinkMode({ view, data }: AccountsModeProps) {
  const [search] = useSearchParams();
  const itemId = search.get("item");
  if (view.mode === "match" && itemId) return <Match key={itemId} itemId={itemId} data={data} />;
  return <Connect itemId={itemId} />;
}

/** Back to the list, with a banner that says what went wrong. */
function useWayBack() {
  const navigate = useNavigate();
  return (problem: string | null) =>
    navigate(accountsHref({}), { preventScrollReset: true, replace: true, state: problem ? { problem } : null });
}

function Connect({ itemId }: { itemId: string | null }) {
  const navigate = useNavigate();
  const back = useWayBack();
  const link = useBankLink({
    itemId,
    onLinked: (id) =>
      navigate(paths.accounts({ mode: "match", item: id }), { preventScrollReset: true, replace: true }),
    onRelinked: () => {
      toast({ tone: "ok", title: "Your bank is connected again." });
      navigate(paths.bankConnections());
    },
    onLeft: back,
  });
  if (link.step === "simulated") {
    return <SimulatedDialog again={itemId && "your bank"} onSuccess={link.finish} onExit={link.leave} />;
  }
  return (
    <PrivacyPanel
      again={itemId !== null}
      busy={link.step === "starting"}
      onContinue={link.start}
      onClose={() => link.leave(null)}
    />
  );
}

function Match({ itemId, data }: { itemId: string; data: AccountsModeProps["data"] }) {
  const back = useWayBack();
  const { revalidate } = useRevalidator();
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
  const own = data.accounts.map(({ id, name, currency, isActive, plaidItemId }) => ({
    ...{ id, name, currency, isActive },
    isLinked: plaidItemId !== null && isActive,
  }));
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
