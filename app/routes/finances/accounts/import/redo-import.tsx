import { useLoaderData } from "@remix-run/react";
import { ConfirmForm } from "~/components/feedback/confirm-form";
import { pastImport } from "~/domain/finance/imports/history.server";
import { redoText } from "~/domain/finance/imports/messages";
import { redoImport } from "~/domain/finance/imports/undo.server";
import { Nothing } from "~/domain/shared/fields";
import { formAction } from "~/http/form-action";
import { memberLoader } from "~/http/page-loader";
import { redirectWithToast } from "~/http/toast.server";
import { paths } from "~/paths";

export const loader = memberLoader(async ({ ctx, params }) => {
  const { fileName } = await pastImport(ctx, params.importId ?? "");
  return { fileName, formKey: ctx.newId() };
});

export const action = formAction(Nothing, async ({ ctx, params, url, request }) => {
  const redone = await redoImport(ctx, params.importId ?? "");
  const to = `${paths.pastImports(params.id ?? "")}${url.search}`;
  return redirectWithToast(request, to, { tone: "success", text: redoText(redone) });
});

export { clientAction } from "~/lib/client-action";
export { shouldRevalidate } from "~/lib/revalidation";

export default function RedoImport() {
  const { fileName, formKey } = useLoaderData<typeof loader>();
  return (
    <ConfirmForm title="Redo Import" confirm="Redo Import" confirmBusy="Redoing..." tone="default" formKey={formKey}>
      <p>
        The transactions of <strong className="text-foreground [overflow-wrap:anywhere]">{fileName}</strong> come back
        as they were, with their categories and notes. Those you have imported again since are not added twice.
      </p>
    </ConfirmForm>
  );
}

export { DialogError as ErrorBoundary, dialogHandle as handle } from "~/components/feedback/dialog-error";
