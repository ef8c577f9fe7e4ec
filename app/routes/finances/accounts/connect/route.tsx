import { useNavigate, useSearchParams, useSubmit } from "@remix-run/react";
import { toast } from "~/components/ui/toast-store";
import { proposedRegion } from "~/domain/finance/bank-link/countries";
import { paths } from "~/paths";
import { useAccounts } from "~/routes/finances/accounts/shared/use-accounts";
import { useBackToAccounts } from "~/routes/finances/accounts/shared/use-back-to-accounts";
import { PrivacyPanel } from "./privacy-panel";
import { SimulatedDialog } from "./simulated-dialog";
import { useBankLink } from "./use-bank-link";

/** Connects a bank, or signs in to one again (`?item=`), above the list. */
export default function ConnectBank() {
  const [search] = useSearchParams();
  const itemId = search.get("item");
  const navigate = useNavigate();
  const submit = useSubmit();
  const { accounts } = useAccounts();
  const back = useBackToAccounts();
  const link = useBankLink({
    itemId,
    onLinked: (id) => {
      const action = paths.matchBankAccounts(id);
      submit({ intent: "refresh" }, { method: "post", action, preventScrollReset: true, replace: true });
    },
    onRelinked: () => {
      toast({ tone: "ok", title: "Your bank is connected again." });
      navigate(paths.bankConnections());
    },
    onLeft: back,
  });
  if (link.step === "simulated") {
    return (
      <SimulatedDialog again={itemId && "your bank"} holder={link.holder} onSuccess={link.finish} onExit={link.leave} />
    );
  }
  return (
    <PrivacyPanel
      again={itemId !== null}
      busy={link.step === "starting"}
      proposed={proposedRegion(accounts.map(({ currency }) => currency))}
      onContinue={link.start}
      onClose={() => link.leave(null)}
    />
  );
}

export { DialogError as ErrorBoundary, dialogHandle as handle } from "~/components/feedback/dialog-error";
