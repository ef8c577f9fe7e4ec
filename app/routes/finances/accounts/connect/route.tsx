import { useNavigate, useSearchParams, useSubmit } from "@remix-run/react";
import { useState } from "react";
import { Button } from "~/components/ui/button";
import { Dialog, DialogBody, DialogContent, DialogFooter, DialogHeader, DialogTitle } from "~/components/ui/dialog";
import { ShieldCheck } from "~/components/ui/icons";
import { NativeSelect } from "~/components/ui/native-select";
import { toast } from "~/components/ui/toast-store";
import {
  BANK_REGION_LABELS,
  BANK_REGIONS,
  type BankRegion,
  proposedRegion,
} from "~/domain/finance/bank-link/countries";
import { paths } from "~/paths";
import { useAccounts } from "~/routes/finances/accounts/shared/use-accounts";
import { useBackToAccounts } from "~/routes/finances/accounts/shared/use-back-to-accounts";
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

const shared = [
  ["Account details", "Names, types, the last digits of account numbers and currencies."],
  ["Balances", "Current and available balances of the accounts you choose."],
  ["Transactions", "Up to the past 24 months: dates, amounts, descriptions, merchants and categories."],
] as const;

type PrivacyPanelProps = {
  /** Signs in to an existing connection rather than making a new one. */
  again: boolean;
  busy: boolean;
  /** Region of the household's accounts, guessed from their currencies. */
  proposed: BankRegion;
  onContinue: (region: BankRegion) => void;
  onClose: () => void;
};

/** What a bank shares, shown before anything is connected. */
function PrivacyPanel({ again, busy, proposed, onContinue, onClose }: PrivacyPanelProps) {
  const [region, setRegion] = useState(proposed);
  return (
    <Dialog open onOpenChange={onClose}>
      <DialogContent>
        <DialogHeader>
          <DialogTitle>What information will be shared?</DialogTitle>
        </DialogHeader>
        <DialogBody className="flex flex-col gap-5">
          {again && (
            <p role="note" className="rounded-md bg-muted p-4">
              You are reconnecting a bank. Your accounts, transactions and edits stay, and missing transactions are
              added.
            </p>
          )}
          <ul className="flex flex-col gap-3">
            {shared.map(([what, detail]) => (
              <li key={what} className="flex gap-3">
                <ShieldCheck aria-hidden="true" className="mt-0.5 size-5 shrink-0 text-cool" />
                <p>
                  <strong className="font-semibold">{what}.</strong>{" "}
                  <span className="text-muted-foreground">{detail}</span>
                </p>
              </li>
            ))}
          </ul>
          {!again && (
            <div className="flex flex-col gap-1 sm:max-w-72">
              <label htmlFor="bank-region" className="font-medium">
                Where is your bank?
              </label>
              <NativeSelect
                id="bank-region"
                value={region}
                onChange={(event) => setRegion(BANK_REGIONS.find((one) => one === event.target.value) ?? proposed)}
                choices={BANK_REGIONS.map((value) => ({ value, label: BANK_REGION_LABELS[value] }))}
              />
            </div>
          )}
          <p className="text-muted-foreground">
            Your bank's user name and password go only to your bank. Plenum cannot move money or change anything there,
            and you can disconnect at any time.
          </p>
        </DialogBody>
        <DialogFooter>
          <Button variant="outline" onClick={onClose}>
            Cancel
          </Button>
          <Button variant="default" loading={busy} onClick={() => onContinue(region)}>
            Continue
          </Button>
        </DialogFooter>
      </DialogContent>
    </Dialog>
  );
}
