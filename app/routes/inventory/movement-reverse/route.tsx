import { useLoaderData } from "@remix-run/react";
import { ConfirmForm } from "~/components/feedback/confirm-form";
import { reverseMovement } from "~/domain/inventory/post.server";
import { Nothing } from "~/domain/shared/fields";
import { allow } from "~/domain/shared/permissions";
import { formAction } from "~/http/form-action";
import { pageLoader } from "~/http/page-loader";
import { redirectWithToast } from "~/http/toast.server";
import { paths } from "~/paths";

export { DialogError as ErrorBoundary, dialogHandle as handle } from "~/components/feedback/dialog-error";
export { clientAction } from "~/lib/client-action";
export { shouldRevalidate } from "~/lib/revalidation";

export const loader = pageLoader(({ ctx }) => {
  allow(ctx, "inventory.write");
  return { formKey: ctx.newId() };
});

export const action = formAction(Nothing, async ({ ctx, params, request }) => {
  const id = params.movementId ?? "";
  await reverseMovement(ctx, id, null);
  return redirectWithToast(request, paths.movement(id), { tone: "success", text: "Movement reversed." });
});

export default function ReverseMovement() {
  const { formKey } = useLoaderData<typeof loader>();
  return (
    <ConfirmForm title="Reverse this movement?" confirm="Reverse" confirmBusy="Reversing..." formKey={formKey}>
      A new movement reverses it. Both stay on record. Both ends of a transfer are reversed.
    </ConfirmForm>
  );
}
