import { useLoaderData } from "@remix-run/react";
import { ConfirmForm } from "~/components/feedback/confirm-form";
import { cancelMove, readMove } from "~/domain/operations/tenant-moves/moves.server";
import { Nothing } from "~/domain/shared/fields";
import { formAction } from "~/http/form-action";
import { memberLoader } from "~/http/page-loader";
import { redirectWithToast } from "~/http/toast.server";
import { paths } from "~/paths";

export { DialogError as ErrorBoundary, dialogHandle as handle } from "~/components/feedback/dialog-error";
export { clientAction } from "~/lib/client-action";
export { shouldRevalidate } from "~/lib/revalidation";

export const loader = memberLoader(async ({ ctx, params }) => ({
  move: await readMove(ctx, params.id ?? ""),
  formKey: ctx.newId(),
}));

export const action = formAction(Nothing, async ({ ctx, params, request }) => {
  await cancelMove(ctx, params.id ?? "");
  return redirectWithToast(request, paths.operations(), { tone: "success", text: "The move is being undone." });
});

export default function CancelMove() {
  const { move, formKey } = useLoaderData<typeof loader>();
  return (
    <ConfirmForm
      title="Cancel this move?"
      confirm="Cancel move"
      confirmBusy="Canceling..."
      cancel="Continue the move"
      tone="destructive"
      formKey={formKey}
    >
      The {move.kind} stays on shard {move.fromShard}. What was copied to shard {move.toShard} is deleted.
    </ConfirmForm>
  );
}
