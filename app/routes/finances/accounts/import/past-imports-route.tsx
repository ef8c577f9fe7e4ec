import { useActionData, useLoaderData } from "@remix-run/react";
import { z } from "zod";
import { useFormRefusal } from "~/components/feedback/session-ended";
import { listImports, undoImport } from "~/domain/finance/imports/history.server";
import { undoText } from "~/domain/finance/imports/messages";
import { formAction } from "~/http/form-action";
import { memberLoader } from "~/http/page-loader";
import { redirectWithToast } from "~/http/toast.server";
import { useCloseDialog } from "~/lib/use-close-dialog";
import { paths } from "~/paths";
import { PastImports } from "./past-imports";

export const loader = memberLoader(async ({ ctx, params }) => ({
  imports: await listImports(ctx, params.id ?? ""),
  now: ctx.now.getTime(),
  formKey: ctx.newId(),
}));

const Undo = z.object({ importId: z.string().max(60) });

export const action = formAction(Undo, async ({ ctx, input, params, request }) => {
  const undone = await undoImport(ctx, input.importId);
  return redirectWithToast(request, paths.pastImports(params.id ?? ""), { tone: "success", text: undoText(undone) });
});

export { clientAction } from "~/lib/client-action";
export { shouldRevalidate } from "~/lib/revalidation";

/** The files that were imported into the account, over its screen. */
export default function PastImportsDialog() {
  const data = useLoaderData<typeof loader>();
  const { lastResult, sessionEnded } = useFormRefusal(useActionData());
  return (
    <>
      <PastImports {...data} errors={lastResult?.error?.[""]} onClose={useCloseDialog()} />
      {sessionEnded}
    </>
  );
}

export { DialogError as ErrorBoundary, dialogHandle as handle } from "~/components/feedback/dialog-error";
