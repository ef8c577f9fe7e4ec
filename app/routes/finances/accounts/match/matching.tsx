import { Form, useNavigation } from "@remix-run/react";
import { useEffect, useState } from "react";
import { MoneyText } from "~/components/money-text";
import { Button } from "~/components/ui/button";
import {
  Dialog,
  DialogBody,
  DialogContent,
  DialogDescription,
  DialogFooter,
  DialogHeader,
  DialogTitle,
} from "~/components/ui/dialog";
import { NativeSelect } from "~/components/ui/native-select";
import { holderBalance } from "~/domain/finance/accounts/account";
import type { AccountView } from "~/domain/finance/accounts/accounts.server";
import { contradicts } from "~/domain/finance/bank-link/accounts";
import type { AccountToMatch } from "~/domain/finance/bank-link/items.server";
import { isCurrency } from "~/domain/shared/money";
import { useBackToAccounts } from "~/routes/finances/accounts/shared/use-back-to-accounts";
import { proposedChoices, storeChoices, storedChoices } from "./choices";

type BankSide = Pick<
  AccountToMatch,
  | "id"
  | "name"
  | "mask"
  | "accountType"
  | "currency"
  | "currentMinor"
  | "institutionName"
  | "state"
  | "canLink"
  | "match"
>;

type OwnAccount = Pick<
  AccountView,
  | "id"
  | "name"
  | "currency"
  | "isActive"
  | "accountNumber"
  | "mask"
  | "accountType"
  | "currentBalanceMinor"
  | "institutionName"
>;

type MatchingProps = {
  itemId: string;
  accounts: readonly BankSide[];
  /** The household's accounts that no other connection updates. */
  own: readonly OwnAccount[];
  formKey: string;
  problem: string;
};

const reasons: Record<string, string> = {
  bank_id: "Connected before",
  name: "Same name",
  mask: "Same last digits",
};

/** Assigns a household account to each of the bank's accounts. Proposed matches are preselected. */
export function Matching({ itemId, accounts, own, formKey, problem }: MatchingProps) {
  const [choices, setChoices] = useState(() => proposedChoices(accounts));
  const back = useBackToAccounts();
  const busy = useNavigation().formData?.get("intent") === "finish";
  const close = () => back(null);
  const taken = new Set(Object.values(choices));
  const choose = (id: string, choice: string) => {
    const all = { ...choices, [id]: choice };
    setChoices(all);
    storeChoices(itemId, all);
  };

  // The server does not know what was chosen in this tab before a reload.
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs once
  useEffect(() => setChoices((proposed) => ({ ...proposed, ...storedChoices(itemId, accounts, own) })), []);
  return (
    <Dialog open onOpenChange={close}>
      <DialogContent dismiss={busy ? "buttons" : "anywhere"}>
        <DialogHeader>
          <DialogTitle>Match your accounts</DialogTitle>
          <DialogDescription>
            Choose an account for each of the bank's accounts. Transactions you already have are not added again.
          </DialogDescription>
        </DialogHeader>
        <Form method="post" preventScrollReset className="contents">
          <input type="hidden" name="intent" value="finish" />
          <input type="hidden" name="idempotencyKey" value={formKey} />
          <DialogBody className="flex flex-col gap-4">
            {problem && (
              <p role="alert" className="rounded-md border border-bad bg-bad-soft p-3">
                {problem}
              </p>
            )}
            {accounts.map((account, at) => {
              const choice = choices[account.id] ?? "ignore";
              const fits = own.filter(
                ({ id, currency }) => currency === account.currency && (choice === id || !taken.has(id)),
              );
              return (
                <div key={account.id} className="grid gap-2 rounded-md border border-border p-4 sm:grid-cols-2">
                  <p className="min-w-0">
                    <span className="break-words font-medium">{account.name}</span>{" "}
                    {account.mask && <span className="text-muted-foreground tabular">···{account.mask}</span>}
                    <Balance account={account} />
                  </p>
                  <div className="flex flex-col gap-1">
                    <input type="hidden" name={`accounts[${at}].plaidAccountId`} value={account.id} />
                    <NativeSelect
                      aria-label={`${account.name} goes to`}
                      name={`accounts[${at}].goesTo`}
                      value={choice}
                      disabled={!account.canLink}
                      onChange={(event) => choose(account.id, event.target.value)}
                      choices={[
                        { value: "create", label: "A new account" },
                        ...fits.map(({ id, name, isActive }) => ({
                          value: id,
                          label: isActive ? name : `${name} (reactivated)`,
                        })),
                        { value: "ignore", label: "Don't add it" },
                      ]}
                    />
                    <p className="text-muted-foreground text-sm">{hint(account, choice)}</p>
                    <Contradiction account={account} own={own.find(({ id }) => id === choice)} />
                  </div>
                </div>
              );
            })}
          </DialogBody>
          <DialogFooter>
            <Button variant="outline" onClick={close} disabled={busy}>
              Cancel
            </Button>
            <Button variant="default" type="submit" loading={busy}>
              Finish Setup
            </Button>
          </DialogFooter>
        </Form>
      </DialogContent>
    </Dialog>
  );
}

function Balance({ account: { accountType, currentMinor, currency } }: { account: BankSide }) {
  if (currentMinor === null || currency === null || !isCurrency(currency)) return null;
  return (
    <span className="block text-muted-foreground text-sm">
      <MoneyText minor={holderBalance(accountType, currentMinor)} currency={currency} />
    </span>
  );
}

/** Warns that the two may be different accounts, with both numbers and balances side by side. */
function Contradiction({ account, own }: { account: BankSide; own: OwnAccount | undefined }) {
  const bank = account.institutionName === null ? null : { id: null, name: account.institutionName };
  const institution = own?.institutionName ? { id: null, name: own.institutionName } : null;
  if (!own || account.match?.accountId === own.id) return null;
  if (!contradicts({ mask: account.mask, institution: bank }, { ...own, institution })) return null;
  return (
    <div role="note" className="rounded-md border border-warn bg-warn-soft p-3 text-sm">
      <p className="font-medium">These look like different accounts.</p>
      <p>
        At the bank: {numberOf(account.institutionName, account.mask)}
        <Balance account={account} />
      </p>
      <p className="mt-1">
        Yours: {numberOf(own.institutionName, own.accountNumber ?? own.mask)}
        <span className="block text-muted-foreground">
          <MoneyText minor={holderBalance(own.accountType, own.currentBalanceMinor)} currency={own.currency} />
        </span>
      </p>
    </div>
  );
}

function numberOf(institution: string | null, number: string | null): string {
  const digits = number?.replace(/[^0-9a-z]/gi, "").slice(-4);
  return [institution ?? "no bank named", digits && `···${digits}`].filter(Boolean).join(" ");
}

function hint({ match, canLink }: BankSide, choice: string): string {
  if (!canLink) return "This currency is not supported";
  return match && choice === match.accountId ? (reasons[match.reason] ?? "") : "";
}
