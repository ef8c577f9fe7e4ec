import { useLoaderData } from "@remix-run/react";
import { ConfirmForm } from "~/components/feedback/confirm-form";
import { releaseReservation } from "~/domain/inventory/reserve.server";
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
  const { id } = await releaseReservation(ctx, params.reservationId ?? "");
  return redirectWithToast(request, paths.reservation(id), { tone: "success", text: "Reservation released." });
});

export default function ReleaseReservation() {
  const { formKey } = useLoaderData<typeof loader>();
  return (
    <ConfirmForm title="Release this reservation?" confirm="Release" confirmBusy="Releasing..." formKey={formKey}>
      What is still reserved becomes available to others.
    </ConfirmForm>
  );
}
