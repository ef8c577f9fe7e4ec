import { useNavigate, useSearchParams } from "@remix-run/react";
import { ClientOnly } from "~/lib/client-only";
import { useAccount } from "~/routes/finances/accounts/shared/use-accounts";
import { ImportDialog } from "./import-dialog";

/** A file is chosen by the page's script alone; one that was uploaded is in the address. */
export default function ImportTransactions() {
  const account = useAccount();
  const navigate = useNavigate();
  const [search] = useSearchParams();
  if (!account.isActive) return null;
  const close = () => {
    const others = new URLSearchParams(search);
    others.delete("staged");
    navigate({ pathname: "..", search: others.toString() }, { preventScrollReset: true, replace: true });
  };
  return (
    <ClientOnly>
      <ImportDialog account={account} importId={search.get("staged")} onClose={close} />
    </ClientOnly>
  );
}

export { DialogError as ErrorBoundary, dialogHandle as handle } from "~/components/feedback/dialog-error";
