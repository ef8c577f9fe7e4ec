import { useNavigate } from "@remix-run/react";
import { lazy, useEffect } from "react";
import type { AccountView } from "~/domain/finance/accounts/accounts.server";
import { ClientOnly } from "~/lib/client-only";
import { type AccountsView, accountsHref } from "./accounts-view";
import type { AccountsData } from "./data.server";
import { ArchiveAccountDialog, DeleteAccountDialog, RemoveTransactionDialog } from "./detail/confirm-dialogs";
import { TransactionDialog } from "./detail/transaction-dialog";
import { PastImports } from "./import/past-imports";
import { InstitutionDialog } from "./institution/institution-dialog";
import type { AccountRefusal } from "./shared/refusal";

export type AccountsDialogsProps = { view: AccountsView; data: AccountsData; refusal: AccountRefusal };

// A file is chosen and sent by the page's script alone.
const loadImport = async () => ({ default: (await import("./import/import-dialog")).ImportDialog });
const ImportDialog = lazy(loadImport);

/** The dialog that the address names. */
export function AccountsDialogs({ view, data, refusal }: AccountsDialogsProps) {
  const navigate = useNavigate();
  // Opening it should not wait for its code.
  useEffect(() => void loadImport(), []);
  const close = () => navigate(accountsHref({ ...view, dialog: null }), { preventScrollReset: true });
  const { formKey, account, institutions } = data;
  const { dialog } = view;
  if (dialog?.kind === "institution") {
    const institution = institutions.find(({ id }) => id === dialog.id) ?? null;
    if (dialog.id !== null && !institution) return null;
    return (
      <InstitutionDialog
        key={dialog.id}
        institution={institution}
        formKey={formKey}
        refusal={refusal}
        onClose={close}
      />
    );
  }
  return account && <AccountDialogs view={view} data={data} refusal={refusal} account={account} onClose={close} />;
}

type AccountDialogsProps = AccountsDialogsProps & { account: AccountView; onClose: () => void };

function AccountDialogs({ view, data, refusal, account, onClose }: AccountDialogsProps) {
  const { dialog, page } = view;
  const { formKey, transaction, today, accounts, imports, now } = data;
  const ask = { formKey, refusal, onClose };
  switch (dialog?.kind) {
    case undefined:
    case "institution":
      return null;
    case "transaction": {
      if (dialog.id !== null && transaction?.id !== dialog.id) return null;
      const shared = { ...ask, account, accounts, page, today };
      return <TransactionDialog key={dialog.id} transaction={dialog.id === null ? null : transaction} {...shared} />;
    }
    case "removeTransaction":
      return transaction && <RemoveTransactionDialog transaction={transaction} {...ask} />;
    case "delete":
      return account.isActive ? <DeleteAccountDialog name={account.name} {...ask} /> : null;
    case "archive":
      return account.isActive ? <ArchiveAccountDialog name={account.name} {...ask} /> : null;
    case "import":
      return account.isActive ? (
        <ClientOnly>
          <ImportDialog account={account} />
        </ClientOnly>
      ) : null;
    case "imports":
      return <PastImports imports={imports} now={now} {...ask} />;
  }
}
