import { useLoaderData } from "@remix-run/react";
import { ConfirmForm } from "~/components/feedback/confirm-form";
import { pastImport } from "~/domain/finance/imports/history.server";
import { REDO_DAYS, undoText } from "~/domain/finance/imports/messages";
import { undoImport } from "~/domain/finance/imports/undo.server";
import { Nothing } from "~/domain/shared/fields";
import { formAction } from "~/http/form-action";
import { memberLoader } from "~/http/page-loader";
import { redirectWithToast } from "~/http/toast.server";
import { paths } from "~/paths";

export const loader = memberLoader(async ({ ctx, params }) => {
  const { fileName, importedCount } = await pastImport(ctx, params.importId ?? "");
  return { fileName, importedCount, formKey: ctx.newId() };
});

export const action = formAction(Nothing, async ({ ctx, params, url, request }) => {
  const undone = await undoImport(ctx, params.importId ?? "");
  const to = `${paths.pastImports(params.id ?? "")}${url.search}`;
  return redirectWithToast(request, to, { tone: "success", text: undoText(undone) });
});

export { clientAction } from "~/lib/client-action";
export { shouldRevalidate } from "~/lib/revalidation";

export default function UndoImport() {
  const { fileName, importedCount, formKey } = useLoaderData<typeof loader>();
  const count = `${importedCount.toLocaleString("en-US")} ${importedCount === 1 ? "transaction" : "transactions"}`;
  return (
    <ConfirmForm title="Undo Import" confirm="Undo Import" confirmBusy="Undoing..." formKey={formKey}>
      <p>
        The {count} of <strong className="text-foreground [overflow-wrap:anywhere]">{fileName}</strong> are removed from
        the account, except those you have edited or reconciled since. You can redo the import for {REDO_DAYS} days.
      </p>
    </ConfirmForm>
  );
}

export { DialogError as ErrorBoundary, dialogHandle as handle } from "~/components/feedback/dialog-error";
