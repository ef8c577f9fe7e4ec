import { Form, Link, useLoaderData } from "@remix-run/react";
import type { ReactNode } from "react";
import { DateText } from "~/components/date-text";
import { useFormRefusal } from "~/components/feedback/session-ended";
import { ChoiceLabel } from "~/components/forms/choice-label";
import { useIsSubmitting } from "~/components/forms/use-action-form";
import { Button } from "~/components/ui/button";
import { Card } from "~/components/ui/card";
import { CircleAlert, CircleCheck, Clock } from "~/components/ui/icons";
import { RadioGroup, RadioGroupItem } from "~/components/ui/radio-group";
import {
  otherPeriod,
  PERIOD_LABELS,
  PLAN_OWNER_LABELS,
  PLANS_NOT_SOLD,
  type PlanOwnerKind,
  PRO_PRICES,
} from "~/domain/plans/plan";
import { formatMoney } from "~/domain/shared/money";
import { useActionAnswer } from "~/lib/use-action-answer";
import { cn } from "~/lib/utils";
import { paths } from "~/paths";
import type { loader } from "./route";

function Day({ at }: { at: string }) {
  const { zone } = useLoaderData<typeof loader>();
  return <DateText at={at} zone={zone} style="date" year />;
}

/** The current plan, its end date, and the available actions. */
export function Standing() {
  const { plan, returned } = useLoaderData<typeof loader>();
  const { lastResult, sessionEnded } = useFormRefusal(useActionAnswer());
  const errors = lastResult?.error?.[""];
  const isPro = plan.state !== "free" && plan.state !== "lapsed";
  const isWaiting = returned === "done" && plan.state === "free";
  return (
    <section aria-labelledby="plan" className="flex flex-col gap-4">
      {(plan.state === "payment_failed" || plan.state === "lapsed") && <PaymentFailed />}
      {isWaiting && (
        <Notice tone="info">
          Your payment is being processed. Pro turns on as soon as it goes through, usually within a minute.
        </Notice>
      )}
      {returned === "back" && plan.state === "free" && (
        <Notice tone="info">Nothing was charged. You can upgrade at any time.</Notice>
      )}
      {returned === "done" && plan.state === "pro" && <Notice tone="ok">Pro is on. Thank you.</Notice>}
      <Card className="flex flex-col gap-5 p-5">
        <div>
          <p className="text-muted-foreground">{PLAN_OWNER_LABELS[plan.of]} plan</p>
          <h2 id="plan" className="font-semibold text-xl">
            {isPro ? "Pro" : "Premium"}
          </h2>
          <p className="mt-1">
            <Sentence />
          </p>
        </div>
        {errors && (
          <p role="alert" className="font-medium text-bad">
            {errors.join(" ")}
          </p>
        )}
        <Actions />
      </Card>
      {sessionEnded}
    </section>
  );
}

function Sentence() {
  const { plan } = useLoaderData<typeof loader>();
  const { state, subscription } = plan;
  if (!plan.isSold) return PLANS_NOT_SOLD;
  if (!subscription || state === "free") return "No charge, no card on file.";
  const price =
    subscription.amountMinor === null ? null : `${formatMoney(subscription.amountMinor)} a ${subscription.period}. `;
  if (state === "ending")
    return (
      <>
        Canceled. Pro stays on until <Day at={subscription.periodEnd} /> and then ends. Nothing more will be charged.
      </>
    );
  if (state === "lapsed") return "Pro is off until the open invoice is paid. Everything you saved is still there.";
  if (state === "payment_failed")
    return (
      <>
        {price}The last payment failed; Pro stays on until <Day at={subscription.proUntil} />.
      </>
    );
  return (
    <>
      {price}Renews on <Day at={subscription.periodEnd} />.
    </>
  );
}

function PaymentFailed() {
  const { plan } = useLoaderData<typeof loader>();
  const { state, subscription, mayChange, of } = plan;
  if (!subscription) return null;
  return (
    <div role="alert" className="flex gap-3 rounded-md bg-bad-soft p-4 text-bad">
      <CircleAlert aria-hidden="true" className="mt-0.5 size-5 shrink-0" />
      <div className="min-w-0">
        <p className="font-semibold">Your payment for Pro did not go through</p>
        <p>
          {state === "lapsed" ? (
            "Pro is off. "
          ) : (
            <>
              Pro stays on until <Day at={subscription.proUntil} />.{" "}
            </>
          )}
          {mayChange
            ? "Update the card to pay the open invoice. You can still see, change and export everything you saved."
            : "An Admin can update the card."}
        </p>
        {mayChange && (
          <div className="mt-3">
            <PlanForm of={of} intent="card" submit="Update card" variant="default" />
          </div>
        )}
      </div>
    </div>
  );
}

function Actions() {
  const { plan, formKey } = useLoaderData<typeof loader>();
  const { of, state, mayChange, isSold } = plan;
  const isUpgrading = useIsSubmitting("upgrade");
  if (!isSold) return null;
  if (!mayChange)
    return <p className="text-muted-foreground">Only an Admin can change the plan and see its invoices.</p>;
  if (state === "free")
    return (
      <Form method="post" className="flex flex-col items-start gap-4" aria-label="Upgrade to Pro">
        <input type="hidden" name="intent" value="upgrade" />
        <input type="hidden" name="of" value={of} />
        <input type="hidden" name="idempotencyKey" value={formKey} />
        <RadioGroup label="Pro, paid">
          <ChoiceLabel label={`${formatMoney(PRO_PRICES[of].month)} a month`}>
            <RadioGroupItem name="period" value="month" defaultChecked />
          </ChoiceLabel>
          <ChoiceLabel label={`${formatMoney(PRO_PRICES[of].year)} a year`} hint="Twelve months for the price of ten">
            <RadioGroupItem name="period" value="year" />
          </ChoiceLabel>
        </RadioGroup>
        <Button type="submit" loading={isUpgrading}>
          {plan.isUpgrading ? "Continue to payment" : "Upgrade to Pro"}
        </Button>
        <p className="text-muted-foreground text-sm">
          Flat price, nothing per user. It renews automatically; cancel here at any time in two clicks, and Pro stays on
          until the end of what you paid for. Taxes, if any, are shown before you pay.
        </p>
      </Form>
    );
  return (
    <div className="flex flex-wrap gap-2">
      {state === "ending" ? (
        <PlanForm of={of} intent="keep" submit="Keep Pro" variant="default" />
      ) : (
        <Button asChild variant="outline">
          <Link to={paths.cancelPlan(of)} preventScrollReset>
            Cancel Pro
          </Link>
        </Button>
      )}
      {state === "pro" && plan.subscription && (
        <Button asChild variant="outline">
          <Link to={paths.planPeriod(of)} preventScrollReset>
            Switch to {PERIOD_LABELS[otherPeriod(plan.subscription.period)]} billing
          </Link>
        </Button>
      )}
      {(state === "pro" || state === "ending") && (
        <PlanForm of={of} intent="card" submit="Update card" variant="outline" />
      )}
    </div>
  );
}

type PlanFormProps = { of: PlanOwnerKind; intent: "card" | "keep"; submit: string; variant: "default" | "outline" };

function PlanForm({ of, intent, submit, variant }: PlanFormProps) {
  const { formKey } = useLoaderData<typeof loader>();
  const isSubmitting = useIsSubmitting(intent);
  return (
    <Form method="post" preventScrollReset>
      <input type="hidden" name="intent" value={intent} />
      <input type="hidden" name="of" value={of} />
      <input type="hidden" name="idempotencyKey" value={`${intent}-${formKey}`} />
      <Button type="submit" variant={variant} loading={isSubmitting}>
        {submit}
      </Button>
    </Form>
  );
}

function Notice({ tone, children }: { tone: "info" | "ok"; children: ReactNode }) {
  const Icon = tone === "ok" ? CircleCheck : Clock;
  return (
    <p
      role="status"
      className={cn("flex gap-3 rounded-md p-4", tone === "ok" ? "bg-ok-soft text-ok" : "bg-muted text-foreground")}
    >
      <Icon aria-hidden="true" className="mt-0.5 size-5 shrink-0" />
      {children}
    </p>
  );
}
