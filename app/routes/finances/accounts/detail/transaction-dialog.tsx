import { useForm } from "@conform-to/react";
import { Form, Link, useNavigation } from "@remix-run/react";
import { FormSummary } from "~/components/forms/form-summary";
import { Button } from "~/components/ui/button";
import { Dialog } from "~/components/ui/dialog";
import { ModalBody, ModalFooter } from "~/components/ui/modal";
import type { AccountView } from "~/domain/finance/accounts/accounts.server";
import type { TransactionView } from "~/domain/finance/accounts/transactions.server";
import type { CivilDate } from "~/domain/shared/dates";
import { formatSignedMoney } from "~/domain/shared/money";
import { accountsHref } from "~/routes/finances/accounts/accounts-view";
import { type AccountRefusal, Changed, versionOf } from "~/routes/finances/accounts/shared/refusal";
import { TransactionFields } from "./transaction-fields";
import { emptyTransaction, type TransactionTexts, transactionTexts } from "./transaction-texts";

type TransactionDialogProps = {
  account: AccountView;
  accounts: readonly AccountView[];
  /** Null for a new one. */
  transaction: TransactionView | null;
  page: number;
  today: CivilDate;
  formKey: string;
  refusal: AccountRefusal;
  onClose: () => void;
};

const constraint = {
  amount: { required: true },
  transactionDate: { required: true },
  description: { required: true, maxLength: 500 },
  notes: { maxLength: 4000 },
};

export function TransactionDialog(props: TransactionDialogProps) {
  const title = props.transaction ? "Edit Transaction" : "Add New Transaction";
  return (
    <Dialog open onOpenChange={props.onClose} title={title} description={props.account.name}>
      <TransactionForm {...props} />
    </Dialog>
  );
}

function TransactionForm(props: TransactionDialogProps) {
  const { account, accounts, transaction, page, today, formKey, refusal, onClose } = props;
  const intent = transaction ? "edit-transaction" : "add-transaction";
  const busy = useNavigation().formData?.get("intent") === intent;
  const [form, fields] = useForm<TransactionTexts>({
    id: transaction ? `transaction-${transaction.id}` : "transaction",
    lastResult: refusal.lastResult,
    defaultValue: transaction ? transactionTexts(transaction) : emptyTransaction(today),
    constraint,
  });
  const dialog = transaction && ({ kind: "removeTransaction", id: transaction.id } as const);
  return (
    <Form method="post" id={form.id} noValidate preventScrollReset className="contents">
      <ModalBody className="flex flex-col gap-4">
        <FormSummary form={form} />
        {transaction && (
          <Changed details={refusal.details}>
            {(now) => {
              const amount = formatSignedMoney(Number(now("amountMinor")), account.currency);
              return `${now("description")}, ${amount}, ${now("transactionDate")}`;
            }}
          </Changed>
        )}
        <input type="hidden" name="intent" value={intent} />
        <input type="hidden" name="idempotencyKey" value={formKey} />
        {transaction && (
          <input type="hidden" name="version" value={versionOf(refusal.details) ?? transaction.version} />
        )}
        <TransactionFields fields={fields} account={account} accounts={accounts} transaction={transaction} />
      </ModalBody>
      <ModalFooter>
        {dialog && !transaction.isReconciled && (
          <Button asChild variant="ghost" className="text-bad sm:mr-auto">
            <Link to={accountsHref({ accountId: account.id, page, dialog })} preventScrollReset>
              Delete
            </Link>
          </Button>
        )}
        <Button variant="outline" onClick={onClose}>
          Cancel
        </Button>
        <Button type="submit" variant="default" loading={busy}>
          {transaction ? "Update Transaction" : "Add Transaction"}
        </Button>
      </ModalFooter>
    </Form>
  );
}
