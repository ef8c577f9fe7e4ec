import { Form, Link, useLocation } from "@remix-run/react";
import type { z } from "zod";
import { FormSummary } from "~/components/forms/form-summary";
import { useActionForm } from "~/components/forms/use-action-form";
import { Button } from "~/components/ui/button";
import { Dialog } from "~/components/ui/dialog";
import { ModalBody, ModalFooter } from "~/components/ui/modal";
import { transactionCategory } from "~/domain/finance/accounts/account";
import type { Transaction } from "~/domain/finance/accounts/schema";
import type { TransactionView } from "~/domain/finance/accounts/transactions.server";
import type { CivilDate } from "~/domain/shared/dates";
import { formatSignedMoney, toDecimal } from "~/domain/shared/money";
import { useCloseDialog } from "~/lib/use-close-dialog";
import { paths } from "~/paths";
import { useAccount, useAccounts } from "~/routes/finances/accounts/shared/use-accounts";
import { SavedElsewhere } from "~/routes/finances/shared/saved-elsewhere";
import { TransactionFields } from "./transaction-fields";

type TransactionInput = z.input<typeof Transaction>;

type TransactionDialogProps = {
  /** Null for a new one. */
  transaction: TransactionView | null;
  today: CivilDate;
  constraint: Parameters<typeof useActionForm<TransactionInput>>[0]["constraint"];
  formKey: string;
};

export function TransactionDialog({ transaction, today, constraint, formKey }: TransactionDialogProps) {
  const account = useAccount();
  const { accounts } = useAccounts();
  const { search } = useLocation();
  const close = useCloseDialog();
  const { form, fields, isSaving, current, sessionEnded } = useActionForm<TransactionInput>({
    id: transaction ? `transaction-${transaction.id}` : "transaction",
    constraint,
    defaultValue: transaction ? valuesOf(transaction) : { type: "deposit", category: "other", transactionDate: today },
  });
  const title = transaction ? "Edit Transaction" : "Add New Transaction";
  return (
    <Dialog open onOpenChange={close} title={title} description={account.name}>
      <Form method="post" id={form.id} noValidate preventScrollReset replace className="contents">
        <ModalBody className="flex flex-col gap-4">
          <FormSummary form={form} />
          {transaction && (
            <SavedElsewhere current={current}>
              {(now) => {
                const amount = formatSignedMoney(Number(now("amountMinor")), account.currency);
                return `${now("description")}, ${amount}, ${now("transactionDate")}`;
              }}
            </SavedElsewhere>
          )}
          <input type="hidden" name="idempotencyKey" value={formKey} />
          {transaction && <input type="hidden" name="version" value={current?.version ?? transaction.version} />}
          {transaction && !transaction.pending && transaction.leg === null && (
            <Link
              to={paths.matchTransaction(transaction.id, transaction.transactionDate)}
              className="self-start text-link underline-offset-4 hover:underline"
            >
              Match with the plan
            </Link>
          )}
          <TransactionFields fields={fields} account={account} accounts={accounts} transaction={transaction} />
        </ModalBody>
        <ModalFooter>
          {transaction && !transaction.isReconciled && (
            <Button asChild variant="ghost" className="text-bad sm:mr-auto">
              <Link
                to={{ pathname: paths.deleteTransaction(account.id, transaction.id), search }}
                preventScrollReset
                replace
              >
                Delete
              </Link>
            </Button>
          )}
          <Button variant="outline" onClick={close}>
            Cancel
          </Button>
          <Button type="submit" variant="default" loading={isSaving}>
            {transaction ? "Update Transaction" : "Add Transaction"}
          </Button>
        </ModalFooter>
      </Form>
      {sessionEnded}
    </Dialog>
  );
}

function valuesOf({ amountMinor, leg, accountId, otherAccountId, category, ...row }: TransactionView) {
  return {
    ...row,
    category: transactionCategory(category),
    amount: toDecimal(Math.abs(amountMinor)).toFixed(2),
    toAccountId: leg === "in" ? accountId : otherAccountId,
  };
}
