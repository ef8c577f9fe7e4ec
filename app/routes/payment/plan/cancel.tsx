import { redirect } from "@remix-run/cloudflare";
import { useLoaderData } from "@remix-run/react";
import { DateText } from "~/components/date-text";
import { ConfirmForm } from "~/components/feedback/confirm-form";
import { cancelPlan } from "~/domain/plans/change.server";
import { planZone } from "~/domain/plans/owner.server";
import { PLAN_OWNER_KINDS } from "~/domain/plans/plan";
import { readPlan } from "~/domain/plans/read.server";
import { DomainError } from "~/domain/shared/errors";
import { Nothing } from "~/domain/shared/fields";
import { formAction } from "~/http/form-action";
import { memberLoader } from "~/http/page-loader";
import { redirectWithToast } from "~/http/toast.server";
import { paths } from "~/paths";

export { DialogError as ErrorBoundary, dialogHandle as handle } from "~/components/feedback/dialog-error";
export { clientAction } from "~/lib/client-action";
export { shouldRevalidate } from "~/lib/revalidation";

const ownerOf = (url: URL) => PLAN_OWNER_KINDS.find((kind) => kind === url.searchParams.get("of")) ?? "household";

export const loader = memberLoader(async ({ ctx, url }) => {
  const of = ownerOf(url);
  const { mayChange, subscription } = await readPlan(ctx, of);
  if (!mayChange) throw new DomainError("forbidden", "Only an Admin can change the plan.");
  if (!subscription) throw redirect(paths.payment({ of }));
  return { periodEnd: subscription.periodEnd, zone: planZone(ctx, of), formKey: ctx.newId() };
});

export const action = formAction(Nothing, async ({ ctx, url, request }) => {
  const of = ownerOf(url);
  await cancelPlan(ctx, of);
  const text = "Pro is canceled. It stays on until the end of the period.";
  return redirectWithToast(request, paths.payment({ of }), { tone: "success", text });
});

/** Asks for one confirmation only: no questions, no discounts. */
export default function CancelPlan() {
  const { periodEnd, zone, formKey } = useLoaderData<typeof loader>();
  return (
    <ConfirmForm
      title="Cancel Pro?"
      confirm="Cancel Pro"
      confirmBusy="Canceling..."
      tone="destructive"
      formKey={formKey}
    >
      Pro stays on until <DateText at={periodEnd} zone={zone} style="date" year /> and then ends. Nothing more will be
      charged, and everything you saved stays. Until then you can choose Keep Pro.
    </ConfirmForm>
  );
}
