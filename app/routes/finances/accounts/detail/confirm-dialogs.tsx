import { Form, useNavigation } from "@remix-run/react";
import type { ReactNode } from "react";
import { ConfirmDialog } from "~/components/feedback/confirm-dialog";
import type { AccountRefusal } from "~/routes/finances/accounts/shared/refusal";

type AskProps = { formKey: string; refusal: AccountRefusal; onClose: () => void };

type AskFormProps = AskProps & {
  intent: string;
  title: string;
  confirm: string;
  confirmBusy: string;
  tone?: "destructive" | "default";
  word?: string;
  children: ReactNode;
};

/** A question whose answer is a form of one button. */
function Ask({ formKey, refusal, onClose, intent, children, ...dialog }: AskFormProps) {
  const busy = useNavigation().formData?.get("intent") === intent;
  const formId = `ask-${intent}`;
  const errors = refusal.lastResult?.error?.[""];
  return (
    <ConfirmDialog open onOpenChange={onClose} busy={busy} form={{ id: formId }} {...dialog}>
      {children}
      {errors && (
        <p role="alert" className="mt-3 font-medium text-bad">
          {errors.join(" ")}
        </p>
      )}
      <Form method="post" id={formId} preventScrollReset>
        <input type="hidden" name="intent" value={intent} />
        <input type="hidden" name="idempotencyKey" value={formKey} />
      </Form>
    </ConfirmDialog>
  );
}

export function DeleteAccountDialog({ name, ...ask }: AskProps & { name: string }) {
  return (
    <Ask
      {...ask}
      intent="delete-account"
      title="Delete Bank Account"
      confirm="Delete Account"
      confirmBusy="Deleting..."
      word="DELETE"
    >
      <p>
        <strong className="text-foreground">{name}</strong> goes with all of its transactions and imports. This cannot
        be undone. Transfers stay in the other accounts as deposits and withdrawals, so their balances do not change.
      </p>
    </Ask>
  );
}

export function ArchiveAccountDialog({ name, ...ask }: AskProps & { name: string }) {
  return (
    <Ask
      {...ask}
      intent="archive-account"
      title="Archive Bank Account"
      confirm="Archive Account"
      confirmBusy="Archiving..."
      tone="default"
    >
      <p>
        <strong className="text-foreground">{name}</strong> stays in sight but leaves the totals and takes no new
        transactions. You can reactivate it at any time.
      </p>
    </Ask>
  );
}

type RemoveProps = AskProps & { transaction: { description: string; otherAccountId: string | null; source: string } };

export function RemoveTransactionDialog({ transaction, ...ask }: RemoveProps) {
  const { description, otherAccountId, source } = transaction;
  return (
    <Ask {...ask} intent="remove-transaction" title="Delete Transaction" confirm="Delete" confirmBusy="Deleting...">
      <p>
        <strong className="text-foreground">{description}</strong> leaves this account, and the balance follows.
        {otherAccountId && " It is a transfer: its other half goes as well."}
        {source !== "manual" && " It stays away when the same file or bank brings it again."}
      </p>
    </Ask>
  );
}
