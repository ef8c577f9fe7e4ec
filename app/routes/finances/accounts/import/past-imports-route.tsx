import { Outlet, useLoaderData, useParams } from "@remix-run/react";
import { listImports } from "~/domain/finance/imports/history.server";
import { memberLoader } from "~/http/page-loader";
import { useCloseDialog } from "~/lib/use-close-dialog";
import { PastImports } from "./past-imports";

export const loader = memberLoader(async ({ ctx, params }) => ({
  imports: await listImports(ctx, params.id ?? ""),
  now: ctx.now.getTime(),
}));

export { shouldRevalidate } from "~/lib/revalidation";

/** Files imported into the account, in a dialog over its screen. */
export default function PastImportsDialog() {
  const data = useLoaderData<typeof loader>();
  const { id = "" } = useParams();
  return (
    <>
      <PastImports {...data} accountId={id} onClose={useCloseDialog()} />
      <Outlet />
    </>
  );
}

export { DialogError as ErrorBoundary, dialogHandle as handle } from "~/components/feedback/dialog-error";
