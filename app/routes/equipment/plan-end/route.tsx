import { useLoaderData } from "@remix-run/react";
import { ConfirmForm } from "~/components/feedback/confirm-form";
import { endPlan } from "~/domain/equipment/circuits.server";
import { Nothing } from "~/domain/shared/fields";
import { allow } from "~/domain/shared/permissions";
import { formAction } from "~/http/form-action";
import { pageLoader } from "~/http/page-loader";
import { redirectWithToast } from "~/http/toast.server";
import { unitPaths } from "~/routes/equipment/shared/unit-paths";

export { DialogError as ErrorBoundary, dialogHandle as handle } from "~/components/feedback/dialog-error";
export { clientAction } from "~/lib/client-action";
export { shouldRevalidate } from "~/lib/revalidation";

export const loader = pageLoader(({ ctx }) => {
  allow(ctx, "equipment.write");
  return { formKey: ctx.newId() };
});

export const action = formAction(Nothing, async ({ ctx, params, request }) => {
  await endPlan(ctx, params.planId ?? "");
  return redirectWithToast(request, unitPaths(params).overview, { tone: "success", text: "Plan ended." });
});

export default function EndPlan() {
  const { formKey } = useLoaderData<typeof loader>();
  return (
    <ConfirmForm title="End this plan?" confirm="End plan" confirmBusy="Ending..." formKey={formKey}>
      No more work orders are created from it. Work orders it already created stay.
    </ConfirmForm>
  );
}
