import { ClientOnly } from "~/lib/client-only";
import { useAccount } from "~/routes/finances/accounts/shared/use-accounts";
import { ImportDialog } from "./import-dialog";

/** A file is chosen and sent by the page's script alone. */
export default function ImportTransactions() {
  const account = useAccount();
  if (!account.isActive) return null;
  return (
    <ClientOnly>
      <ImportDialog account={account} />
    </ClientOnly>
  );
}

export { DialogError as ErrorBoundary } from "~/components/feedback/dialog-error";
