import { getZodConstraint } from "@conform-to/zod/v4";
import type { MetaFunction } from "@remix-run/cloudflare";
import { useLoaderData } from "@remix-run/react";
import { Button } from "~/components/ui/button";
import { Card } from "~/components/ui/card";
import { CircleCheck, Download } from "~/components/ui/icons";
import { approveEstimate, customerEstimate, declineEstimate } from "~/domain/estimates/answer.server";
import { ApproveEstimate, ApproveForm, DeclineEstimate } from "~/domain/estimates/schema";
import { formatMoney } from "~/domain/shared/money";
import { formatDateTime, formatLongDate } from "~/domain/shared/time/date-format";
import { formActions, formCase } from "~/http/form-action";
import { pageLoader } from "~/http/page-loader";
import { Contact, CustomerFrame } from "~/routes/customer-pages/shared/customer-frame";
import { shellPaths } from "~/shell-paths";
import { AnswerForm } from "./answer-form";

export { BareErrorPage as ErrorBoundary } from "~/components/feedback/error-page";
export { clientAction } from "~/lib/client-action";
export { shouldRevalidate } from "~/lib/revalidation";

export const meta: MetaFunction<typeof loader> = ({ data }) => [
  { title: data ? `Estimate ${data.reference} · ${data.business.name}` : "This link doesn't work anymore" },
  { name: "robots", content: "noindex, nofollow" },
];

export const loader = pageLoader(async ({ ctx, params }) => {
  const token = params.token ?? "";
  const { business, ...rest } = await customerEstimate(ctx, token);
  return {
    ...rest,
    maxLengths: {
      signerName: getZodConstraint(ApproveEstimate).signerName?.maxLength,
      reason: getZodConstraint(DeclineEstimate).reason?.maxLength,
    },
    business: { ...business, logo: business.logo && shellPaths.customerEstimateLogo(token, business.logo) },
    pdf: shellPaths.customerEstimatePdf(token),
  };
});

export const action = formActions({
  approve: formCase(ApproveForm, async ({ ctx, input, params }) => {
    await approveEstimate(ctx, params.token ?? "", input);
    return { done: true };
  }),
  decline: formCase(DeclineEstimate, async ({ ctx, input, params }) => {
    await declineEstimate(ctx, params.token ?? "", input);
    return { done: true };
  }),
});

export type CustomerEstimateData = ReturnType<typeof useLoaderData<typeof loader>>;

/** An estimate as shown to its customer: options side by side, one of them to sign, without an account. */
export default function CustomerEstimatePage() {
  const data = useLoaderData<typeof loader>();
  const { business, estimate, reference, state, pdf } = data;
  return (
    <CustomerFrame business={business}>
      <div className="flex flex-wrap items-end justify-between gap-6">
        <div className="min-w-0">
          <p className="text-muted-foreground">Estimate {reference}</p>
          <h1 className="break-words font-semibold text-2xl">{estimate.title}</h1>
          <p className="mt-1 text-muted-foreground">
            {[`For ${estimate.billTo.name}`, ...(estimate.site?.lines ?? estimate.billTo.lines)].join(", ")}
          </p>
          {state === "sent" && <p className="mt-1">Valid until {formatLongDate(estimate.validUntil)}</p>}
        </div>
        <Button asChild variant="outline" size="lg">
          <a href={pdf} download>
            <Download />
            Download PDF
          </a>
        </Button>
      </div>
      <Standing data={data} />
      {estimate.memo && <p className="max-w-3xl whitespace-pre-line">{estimate.memo}</p>}
      <AnswerForm data={data} />
      {estimate.terms && (
        <section aria-labelledby="terms" className="max-w-3xl">
          <h2 id="terms" className="font-semibold">
            Terms
          </h2>
          <p className="whitespace-pre-line text-muted-foreground">{estimate.terms}</p>
        </section>
      )}
      <Contact business={business} />
    </CustomerFrame>
  );
}

/** The estimate's status, in one sentence. */
function Standing({ data }: { data: CustomerEstimateData }) {
  const { state, approval, timeZone, estimate, business } = data;
  if (state === "approved" && approval) {
    const option = estimate.options.find(({ position }) => position === approval.option);
    const at = formatDateTime(approval.signedAt, { zone: timeZone, year: true });
    return (
      <p role="status" className="flex items-start gap-2 rounded-md border border-ok bg-card p-4 text-lg">
        <CircleCheck aria-hidden="true" className="mt-1 size-5 shrink-0 text-ok" />
        <span>
          You approved {option?.name} for {formatMoney(approval.totalMinor)}. Thank you.
          <span className="block text-base text-muted-foreground">
            Signed by {approval.signerName}, {at}. {business.name} will get in touch to schedule the work.
          </span>
        </span>
      </p>
    );
  }
  const text = {
    sent: null,
    draft: null,
    approved: null,
    declined: "You declined this estimate. If you change your mind, please get in touch.",
    withdrawn: "This estimate was withdrawn. Please ask for a new one.",
    superseded: "A newer version of this estimate was sent to you. Please use its link.",
    expired: `This estimate expired on ${formatLongDate(estimate.validUntil)}. Please ask for a new one.`,
  }[state];
  return text ? (
    <Card as="p" role="status" className="p-4 text-lg">
      {text}
    </Card>
  ) : null;
}
