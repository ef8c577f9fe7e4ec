import { redirect } from "@remix-run/cloudflare";
import { useLoaderData } from "@remix-run/react";
import { z } from "zod";
import { ConfirmForm } from "~/components/feedback/confirm-form";
import { changePeriod } from "~/domain/plans/change.server";
import {
  otherPeriod,
  PERIOD_LABELS,
  PLAN_OWNER_KINDS,
  PLAN_PERIODS,
  PRO_PRICES,
  unusedPart,
} from "~/domain/plans/plan";
import { readPlan } from "~/domain/plans/read.server";
import { DomainError } from "~/domain/shared/errors";
import { formatMoney } from "~/domain/shared/money";
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
  const { mayChange, subscription, state } = await readPlan(ctx, of);
  if (!mayChange) throw new DomainError("forbidden", "Only an Admin can change the plan.");
  if (!subscription || state !== "pro") throw redirect(paths.payment({ of }));
  const { amountMinor, ...current } = subscription;
  const period = otherPeriod(current.period);
  return {
    ...{ period, priceMinor: PRO_PRICES[of][period], formKey: ctx.newId() },
    unusedMinor: unusedPart({ ...current, amountMinor: amountMinor ?? 0 }, ctx.now.getTime()),
  };
});

export const action = formAction(z.object({ period: z.enum(PLAN_PERIODS) }), async ({ ctx, input, url, request }) => {
  const of = ownerOf(url);
  await changePeriod(ctx, { of, period: input.period });
  const text = `Pro is now billed ${PERIOD_LABELS[input.period]}.`;
  return redirectWithToast(request, paths.payment({ of }), { tone: "success", text });
});

/** Shows the cost now and later before anything is charged. */
export default function PlanPeriodDialog() {
  const { period, priceMinor, unusedMinor, formKey } = useLoaderData<typeof loader>();
  const [price, unused] = [formatMoney(priceMinor), formatMoney(unusedMinor)];
  const due = priceMinor - unusedMinor;
  return (
    <ConfirmForm
      title={`Switch to ${PERIOD_LABELS[period]} billing?`}
      confirm={`Pay ${price} a ${period}`}
      confirmBusy="Changing..."
      tone="default"
      fields={{ period }}
      formKey={formKey}
    >
      Pro then costs {price} a {period}, starting today. About {unused} is left of the time you paid for.{" "}
      {due > 0
        ? `It is credited, so about ${formatMoney(due)} is charged to your card now.`
        : "Nothing is charged now: it pays for the months that follow until it is used up."}
    </ConfirmForm>
  );
}
