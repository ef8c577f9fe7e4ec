import { Link, useLocation } from "@remix-run/react";
import type { z } from "zod";
import { FormDialog } from "~/components/forms/form-dialog";
import { useActionForm } from "~/components/forms/use-action-form";
import { Button } from "~/components/ui/button";
import { transactionCategory } from "~/domain/finance/accounts/account";
import type { Transaction } from "~/domain/finance/accounts/schema";
import type { TransactionView } from "~/domain/finance/accounts/transactions.server";
import { decimalText, formatSignedMoney } from "~/domain/shared/money";
import { formatDate } from "~/domain/shared/time/date-format";
import type { CivilDate } from "~/domain/shared/time/dates";
import { paths } from "~/paths";
import { useAccount, useAccounts } from "~/routes/finances/accounts/shared/use-accounts";
import { SavedElsewhere } from "~/routes/finances/shared/saved-elsewhere";
import { listHrefOf } from "~/routes/finances/transactions/transactions-query";
import { TransactionFields, transactionLabels } from "./transaction-fields";

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
  const actionForm = useActionForm<TransactionInput>({
    id: transaction ? `transaction-${transaction.id}` : "transaction",
    constraint,
    defaultValue: transaction ? valuesOf(transaction) : { type: "deposit", category: "other", transactionDate: today },
  });
  const { fields, current } = actionForm;
  const remove = transaction && !transaction.isReconciled && (
    <Button asChild variant="ghost" className="text-bad sm:mr-auto">
      <Link to={{ pathname: paths.deleteTransaction(account.id, transaction.id), search }} preventScrollReset replace>
        Delete
      </Link>
    </Button>
  );
  const title = transaction ? "Edit Transaction" : "Add New Transaction";
  return (
    <FormDialog
      {...{ title, actionForm, formKey }}
      description={account.name}
      labels={transactionLabels}
      version={transaction ? (current?.version ?? transaction.version) : undefined}
      noValidate
      submit={transaction ? "Update Transaction" : "Add Transaction"}
      aside={remove}
      returnTo={listHrefOf(new URLSearchParams(search).get("list")) ?? undefined}
    >
      {transaction && (
        <SavedElsewhere current={current}>
          {(now) => {
            const amount = formatSignedMoney(Number(now("amountMinor")), account.currency);
            return `${now("description")}, ${amount}, ${formatDate(now("transactionDate"), true)}`;
          }}
        </SavedElsewhere>
      )}
      {transaction && !transaction.pending && transaction.leg === null && (
        <Link
          to={paths.matchTransaction(transaction.id, transaction.transactionDate)}
          className="self-start text-link underline-offset-4 hover:underline"
        >
          Match with the plan
        </Link>
      )}
      <TransactionFields fields={fields} account={account} accounts={accounts} transaction={transaction} />
    </FormDialog>
  );
}

function valuesOf({ amountMinor, leg, accountId, otherAccountId, category, ...row }: TransactionView) {
  return {
    ...row,
    category: transactionCategory(category),
    amount: decimalText(Math.abs(amountMinor)),
    lowers: amountMinor < 0,
    toAccountId: leg === "in" ? accountId : otherAccountId,
  };
}
