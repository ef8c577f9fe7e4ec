import { type FormEvent, useState } from "react";
import { MoneyText } from "~/components/money-text";
import { Button } from "~/components/ui/button";
import { Dialog } from "~/components/ui/dialog";
import { ModalBody, ModalFooter } from "~/components/ui/modal";
import { Select } from "~/components/ui/select";
import { holderBalance } from "~/domain/finance/accounts/account";
import type { AccountView } from "~/domain/finance/accounts/accounts.server";
import { contradicts } from "~/domain/finance/bank-link/accounts";
import { isCurrency, minorFromDecimal } from "~/domain/shared/money";
import type { BankSide, Choice } from "~/routes/finances/accounts/connect/connect";

interface OwnAccount
  extends Pick<
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
  > {
  /** Another connection already updates it. */
  isLinked: boolean;
}

type MatchingProps = {
  /** The initial choices. */
  initial: () => Choice[];
  onChoose: (choices: Choice[]) => void;
  accounts: readonly BankSide[];
  own: readonly OwnAccount[];
  busy: boolean;
  problem: string | null;
  onFinish: (choices: Choice[]) => void;
  onClose: () => void;
};

const reasons: Record<string, string> = {
  bank_id: "Connected before",
  name: "Same name",
  mask: "Same last digits",
};

/** Assigns a household account to each of the bank's accounts. Proposed matches are preselected. */
export function Matching(props: MatchingProps) {
  const { accounts, own, busy, problem, initial, onChoose, onFinish, onClose } = props;
  const [choices, setChoices] = useState(initial);
  const taken = new Set(choices.flatMap((one) => one.accountId ?? []));
  const choose = (plaidAccountId: string, value: string) => {
    const all = choices.map((one) => (one.plaidAccountId === plaidAccountId ? choiceOf(plaidAccountId, value) : one));
    setChoices(all);
    onChoose(all);
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    onFinish(choices);
  };
  return (
    <Dialog
      open
      onOpenChange={onClose}
      dismiss={busy ? "buttons" : "anywhere"}
      title="Match your accounts"
      description="Choose an account for each of the bank's accounts. Transactions you already have are not added again."
    >
      <form onSubmit={submit} className="contents">
        <ModalBody className="flex flex-col gap-4">
          {problem && (
            <p role="alert" className="rounded-md border border-bad bg-bad-soft p-3">
              {problem}
            </p>
          )}
          {accounts.map((account) => {
            const choice = choices.find((one) => one.plaidAccountId === account.plaidAccountId);
            const value = choice ? textOf(choice) : "ignore";
            const fits = own.filter(
              ({ id, currency, isLinked }) =>
                currency === account.currency && !isLinked && (choice?.accountId === id || !taken.has(id)),
            );
            return (
              <div
                key={account.plaidAccountId}
                className="grid gap-2 rounded-md border border-border p-4 sm:grid-cols-2"
              >
                <p className="min-w-0">
                  <span className="break-words font-medium">{account.name}</span>{" "}
                  {account.accountMask && (
                    <span className="text-muted-foreground tabular">···{account.accountMask}</span>
                  )}
                  <Balance account={account} />
                </p>
                <div className="flex flex-col gap-1">
                  <Select
                    aria-label={`${account.name} goes to`}
                    value={value}
                    disabled={!account.canLink}
                    onChange={(event) => choose(account.plaidAccountId, event.target.value)}
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
                  <Contradiction account={account} own={own.find(({ id }) => id === choice?.accountId)} />
                </div>
              </div>
            );
          })}
        </ModalBody>
        <ModalFooter>
          <Button variant="outline" onClick={onClose} disabled={busy}>
            Cancel
          </Button>
          <Button variant="default" type="submit" loading={busy}>
            Finish Setup
          </Button>
        </ModalFooter>
      </form>
    </Dialog>
  );
}

function Balance({ account: { currentBalance, currency } }: { account: BankSide }) {
  const minor = currentBalance === null ? null : minorFromDecimal(currentBalance);
  if (minor === null || currency === null || !isCurrency(currency)) return null;
  return (
    <span className="block text-muted-foreground text-sm">
      <MoneyText minor={minor} currency={currency} />
    </span>
  );
}

/** Warns that the two may be different accounts, with both numbers and balances side by side. */
function Contradiction({ account, own }: { account: BankSide; own: OwnAccount | undefined }) {
  const bank = account.institutionName === null ? null : { id: null, name: account.institutionName };
  const institution = own?.institutionName ? { id: null, name: own.institutionName } : null;
  if (!own || account.match?.accountId === own.id) return null;
  if (!contradicts({ mask: account.accountMask, institution: bank }, { ...own, institution })) return null;
  return (
    <div role="note" className="rounded-md border border-warn bg-warn-soft p-3 text-sm">
      <p className="font-medium">These look like different accounts.</p>
      <p>
        At the bank: {numberOf(account.institutionName, account.accountMask)}
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

function choiceOf(plaidAccountId: string, value: string): Choice {
  if (value === "create" || value === "ignore") return { plaidAccountId, action: value };
  return { plaidAccountId, action: "link", accountId: value };
}

function textOf({ action, accountId }: Choice): string {
  return action === "link" && accountId ? accountId : action;
}

function hint({ match, canLink }: BankSide, choice: Choice | undefined): string {
  if (!canLink) return "This currency is not supported";
  return match && choice?.accountId === match.accountId ? (reasons[match.reason] ?? "") : "";
}
