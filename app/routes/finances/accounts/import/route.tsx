import { useLoaderData, useNavigate, useSearchParams } from "@remix-run/react";
import { importUsage } from "~/domain/finance/imports/stage.server";
import { memberLoader } from "~/http/page-loader";
import { ClientOnly } from "~/lib/client-only";
import { useAccount } from "~/routes/finances/accounts/shared/use-accounts";
import { ImportDialog } from "./import-dialog";

export const loader = memberLoader(async ({ ctx }) => ({ usage: await importUsage(ctx), now: ctx.now.getTime() }));

export { shouldRevalidate } from "~/lib/revalidation";

/** Choosing a file requires script; an uploaded one is identified in the URL. */
export default function ImportTransactions() {
  const account = useAccount();
  const navigate = useNavigate();
  const [search] = useSearchParams();
  const data = useLoaderData<typeof loader>();
  if (!account.isActive) return null;
  const close = () => {
    const others = new URLSearchParams(search);
    others.delete("staged");
    navigate({ pathname: "..", search: others.toString() }, { preventScrollReset: true, replace: true });
  };
  return (
    <ClientOnly>
      <ImportDialog account={account} importId={search.get("staged")} onClose={close} {...data} />
    </ClientOnly>
  );
}

export { DialogError as ErrorBoundary, dialogHandle as handle } from "~/components/feedback/dialog-error";
