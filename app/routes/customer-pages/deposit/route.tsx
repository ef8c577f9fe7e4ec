import { type MetaFunction, redirectDocument } from "@remix-run/cloudflare";
import { Form, useLoaderData } from "@remix-run/react";
import type { ReactNode } from "react";
import { useFormRefusal } from "~/components/feedback/session-ended";
import { useIsSubmitting } from "~/components/forms/use-action-form";
import { Button } from "~/components/ui/button";
import { Card } from "~/components/ui/card";
import { CircleAlert, CircleCheck } from "~/components/ui/icons";
import { startDepositCheckout } from "~/domain/invoices/deposits/checkout.server";
import { customerDeposit } from "~/domain/invoices/deposits/customer-page.server";
import { DEPOSIT_IS_CLOSED } from "~/domain/invoices/deposits/mail-content";
import { Nothing } from "~/domain/shared/fields";
import { formatMoney } from "~/domain/shared/money";
import { formAction } from "~/http/form-action";
import { pageLoader } from "~/http/page-loader";
import { useActionAnswer } from "~/lib/use-action-answer";
import { Contact, CustomerFrame } from "~/routes/customer-pages/shared/customer-frame";
import { isPaymentPending, useArrival } from "~/routes/customer-pages/shared/use-arrival";
import { shellPaths } from "~/shell-paths";

export { BareErrorPage as ErrorBoundary } from "~/components/feedback/error-page";
export { clientAction } from "~/lib/client-action";
export { shouldRevalidate } from "~/lib/revalidation";

export const meta: MetaFunction<typeof loader> = ({ data }) => [
  { title: data ? `Deposit · ${data.business.name}` : "This link doesn't work anymore" },
  { name: "robots", content: "noindex, nofollow" },
];

export const loader = pageLoader(async ({ ctx, params, url }) => {
  const token = params.token ?? "";
  const { business, ...rest } = await customerDeposit(ctx, token);
  return {
    ...rest,
    /** Set after returning from the card page: `done` is that page's report, not proof that the money has arrived. */
    returned: url.searchParams.get("checkout"),
    business: { ...business, logo: business.logo && shellPaths.depositLogo(token, business.logo) },
  };
});

export const action = formAction(Nothing, async ({ ctx, params }) =>
  redirectDocument((await startDepositCheckout(ctx, params.token ?? "")).url, 303),
);

/** A deposit as shown to its customer: under the business's own name, without an account. */
export default function CustomerDepositPage() {
  const { business, deposit } = useLoaderData<typeof loader>();
  const { reference, title, amountMinor, note } = deposit;
  return (
    <CustomerFrame business={business} narrow>
      <div>
        <h1 className="text-muted-foreground">Deposit for {reference}</h1>
        <p className="tabular font-semibold text-2xl">{formatMoney(amountMinor)}</p>
        <p className="mt-1">
          <bdi>{title}</bdi>
        </p>
        {note && <p className="mt-3 whitespace-pre-line">{note}</p>}
      </div>
      <Standing />
      <Contact business={business} />
    </CustomerFrame>
  );
}

/** The deposit's status, based on what the processor reported to the business, never on what its page reported. */
function Standing() {
  const { deposit, checkout, returned, takesCard } = useLoaderData<typeof loader>();
  const isComing = deposit.state !== "paid" && isPaymentPending(checkout, returned);
  useArrival(isComing);
  if (deposit.state === "paid")
    return (
      <Notice tone="ok">
        <strong className="block">This deposit is paid. Thank you.</strong>
        We’ll take it off your invoice.
      </Notice>
    );
  if (isComing)
    return (
      <Card as="p" role="status" className="p-5">
        <strong className="block">Your payment of {formatMoney(deposit.amountMinor)} is being processed.</strong>
        You don't need to do anything. This page shows it once it has arrived.
      </Card>
    );
  if (deposit.state === "withdrawn")
    return (
      <Card as="p" role="status" className="p-5">
        <strong className="block">{DEPOSIT_IS_CLOSED}</strong>
        {checkout?.isLate
          ? `We have received your payment of ${formatMoney(checkout.amountMinor)} and added it to your credit.`
          : "You don't need to do anything."}
      </Card>
    );
  return (
    <>
      <LastTry />
      {takesCard ? (
        <PayForm />
      ) : (
        <Card as="p" className="p-5">
          Card payments can't be taken here at the moment.
        </Card>
      )}
    </>
  );
}

/** Why the last card payment failed. */
function LastTry() {
  const { checkout, returned } = useLoaderData<typeof loader>();
  if (!checkout) return null;
  if (checkout.status === "expired" && returned !== null)
    return <Notice tone="bad">The page for your card has expired. Nothing was charged. Please start again.</Notice>;
  if (checkout.status !== "failed" && !(checkout.status === "open" && checkout.failure !== null)) return null;
  return (
    <Notice tone="bad">
      <strong className="block">Your payment did not go through.</strong>
      {checkout.failure ?? "The card processor gave no reason."} Nothing was charged. Try again or use another card.
    </Notice>
  );
}

/** Links to the card processor's own page: card numbers are never entered here. */
function PayForm() {
  const { deposit } = useLoaderData<typeof loader>();
  const { lastResult } = useFormRefusal(useActionAnswer());
  const isSaving = useIsSubmitting();
  const errors = lastResult?.error?.[""];
  return (
    <Card asChild>
      <Form method="post" className="flex flex-col gap-3 p-5">
        {errors && (
          <p role="alert" className="font-medium text-bad">
            {errors.join(" ")}
          </p>
        )}
        <Button type="submit" variant="default" size="lg" loading={isSaving}>
          Pay {formatMoney(deposit.amountMinor)} by card
        </Button>
        <p className="text-muted-foreground text-sm">We’ll take it off your invoice for this job.</p>
      </Form>
    </Card>
  );
}

function Notice({ tone, children }: { tone: "ok" | "bad"; children: ReactNode }) {
  const Icon = tone === "ok" ? CircleCheck : CircleAlert;
  return (
    <div
      role={tone === "ok" ? "status" : "alert"}
      className={`flex gap-3 rounded-md border p-5 ${tone === "ok" ? "border-ok bg-ok-soft" : "border-bad bg-bad-soft"}`}
    >
      <Icon aria-hidden="true" className={`size-5 shrink-0 ${tone === "ok" ? "text-ok" : "text-bad"}`} />
      <p>{children}</p>
    </div>
  );
}
