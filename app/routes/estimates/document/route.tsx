import type { MetaFunction } from "@remix-run/cloudflare";
import { Form, Link, Outlet, useLoaderData } from "@remix-run/react";
import type { CrumbHandle } from "~/components/app-shell/breadcrumbs";
import { DateText } from "~/components/date-text";
import { DescriptionList } from "~/components/description-list";
import { EstimateBadge } from "~/components/estimates/state-badge";
import { RefusedAction } from "~/components/feedback/refused-action";
import { MoneyText } from "~/components/money-text";
import { PageHeader } from "~/components/page-header";
import { Section } from "~/components/section";
import { TextLink } from "~/components/text-link";
import { AddTodoItem } from "~/components/todos/add-todo";
import { Button } from "~/components/ui/button";
import { DropdownMenuItem } from "~/components/ui/dropdown-menu";
import { convertEstimate, undoConversion } from "~/domain/estimates/convert.server";
import { reviseEstimate } from "~/domain/estimates/draft.server";
import { formatEstimateNumber, optionTotals } from "~/domain/estimates/estimate";
import { estimateDetail } from "~/domain/estimates/list.server";
import { revokeEstimateLinks, withdrawEstimate } from "~/domain/estimates/send.server";
import { Nothing } from "~/domain/shared/fields";
import { formatLongDate } from "~/domain/shared/time/date-format";
import { formatWorkOrderNumber } from "~/domain/work-order-basics/number";
import { formActions, formCase } from "~/http/form-action";
import { pageLoader } from "~/http/page-loader";
import { redirectWithToast } from "~/http/toast.server";
import { cn } from "~/lib/utils";
import { paths } from "~/paths";
import { OptionCard } from "./option-card";

export { NestedError as ErrorBoundary } from "~/components/feedback/nested-error";
export { shouldRevalidate } from "~/lib/revalidation";
export { plainAction as clientAction } from "~/lib/unanswered-action";

export const meta: MetaFunction<typeof loader> = ({ data }) => [
  { title: data ? `${data.reference} · Plenum` : "Estimate · Plenum" },
];

export const handle: CrumbHandle<{ reference: string }> = { crumb: (data) => ({ record: data?.reference }) };

export const loader = pageLoader(async ({ ctx, params }) => {
  const estimate = await estimateDetail(ctx, params.id ?? "");
  return {
    estimate,
    reference: formatEstimateNumber(estimate.number, estimate.revision),
    formKey: ctx.newId(),
  };
});

export const action = formActions({
  withdraw: formCase(Nothing, async ({ ctx, params, request }) => {
    const { id } = await withdrawEstimate(ctx, params.id ?? "");
    return redirectWithToast(request, paths.estimate(id), { tone: "success", text: "Estimate withdrawn." });
  }),
  revise: formCase(Nothing, async ({ ctx, params, request }) => {
    const { id } = await reviseEstimate(ctx, params.id ?? "");
    return redirectWithToast(request, paths.editEstimate(id), { tone: "success", text: "Draft of the next version." });
  }),
  revoke: formCase(Nothing, async ({ ctx, params, request }) => {
    const { id } = await revokeEstimateLinks(ctx, params.id ?? "");
    return redirectWithToast(request, paths.estimate(id), { tone: "success", text: "Links turned off." });
  }),
  convert: formCase(Nothing, async ({ ctx, params, request }) => {
    const { workOrderId } = await convertEstimate(ctx, params.id ?? "");
    return redirectWithToast(request, paths.workOrder(workOrderId), { tone: "success", text: "Job created." });
  }),
  undo: formCase(Nothing, async ({ ctx, params, request }) => {
    const id = params.id ?? "";
    await undoConversion(ctx, { estimateId: id });
    return redirectWithToast(request, paths.estimate(id), { tone: "success", text: "Conversion undone." });
  }),
});

type Data = ReturnType<typeof useLoaderData<typeof loader>>;
type Option = Data["estimate"]["options"][number];

export default function Estimate() {
  const { estimate, reference, formKey } = useLoaderData<typeof loader>();
  const { id, title, state, options, approval, missing, memo, terms } = estimate;
  return (
    <>
      <PageHeader
        title={title}
        facts={
          <>
            {estimate.number !== null && <span className="tabular">{reference}</span>}
            <EstimateBadge state={state} />
            <span>Valid until {formatLongDate(estimate.validUntil)}</span>
          </>
        }
        action={<PrimaryAction estimate={estimate} formKey={formKey} />}
        menu={<Menu estimate={estimate} />}
      />
      <RefusedAction />
      {missing.length > 0 && (
        <div role="status" className="mb-4 rounded-md border border-warn bg-warn-soft p-3">
          <p className="font-medium">Before it can be sent</p>
          <ul className="list-disc pl-5">
            {missing.map((text) => (
              <li key={text}>{text}</li>
            ))}
          </ul>
        </div>
      )}
      <div className="grid items-start gap-8 xl:grid-cols-[minmax(0,1fr)_18rem]">
        <div className="flex min-w-0 flex-col gap-6">
          {memo && <p className="whitespace-pre-line">{memo}</p>}
          <div
            className={cn(
              "grid items-start gap-4",
              options.length > 1 && "lg:grid-cols-2",
              options.length > 2 && "min-[90rem]:grid-cols-3",
            )}
          >
            {options.map((option) => (
              <OptionCard
                key={option.position}
                option={asAnswered(estimate, option)}
                chosen={approval?.optionPosition === option.position ? approval.chosen : []}
                isApproved={approval?.optionPosition === option.position}
              />
            ))}
          </div>
          {terms && <p className="whitespace-pre-line text-muted-foreground text-sm">{terms}</p>}
        </div>
        <aside className="flex flex-col gap-8">
          <Section title="Details">
            <DescriptionList facts={factsOf(estimate)} />
          </Section>
          {approval && <Signature estimate={estimate} />}
          {estimate.link && (
            <Section
              title="Customer's page"
              description="Anyone with this link can look at the estimate and answer it."
            >
              <p className="break-all text-sm">
                <a href={estimate.link.url} className="text-link underline">
                  {estimate.link.url}
                </a>
              </p>
              <p className="text-muted-foreground text-sm">
                {estimate.link.lastViewedAt ? (
                  <>
                    Last viewed <DateText at={estimate.link.lastViewedAt} zone={estimate.timeZone} />
                  </>
                ) : (
                  "Not viewed yet"
                )}
              </p>
            </Section>
          )}
          {estimate.mails.length > 0 && (
            <Section title="Emails">
              <ul className="flex flex-col gap-1 text-sm">
                {estimate.mails.map(({ id: mailId, recipient, sentAt, isUndelivered }) => (
                  <li key={mailId}>
                    {recipient}, <DateText at={sentAt} zone={estimate.timeZone} />
                    {isUndelivered && <span className="text-bad"> Not delivered</span>}
                  </li>
                ))}
              </ul>
              {estimate.hasOlderMails && (
                <p className="text-muted-foreground text-sm">Only the newest {estimate.mails.length} are listed.</p>
              )}
            </Section>
          )}
          {estimate.versions.length > 1 && (
            <Section title="Versions">
              <ul className="flex flex-col gap-1.5">
                {estimate.versions.map((version) => (
                  <li key={version.id} className="flex items-center justify-between gap-3">
                    {version.id === id ? (
                      <span className="font-medium">{formatEstimateNumber(version.number, version.revision)}</span>
                    ) : (
                      <TextLink to={paths.estimate(version.id)}>
                        {version.number === null
                          ? `Version ${version.revision}`
                          : formatEstimateNumber(version.number, version.revision)}
                      </TextLink>
                    )}
                    <EstimateBadge state={version.state} />
                  </li>
                ))}
              </ul>
            </Section>
          )}
        </aside>
      </div>
      <Outlet />
    </>
  );
}

/** A signed option shows the totals for the lines chosen with it. */
function asAnswered({ approval, discount, taxState, rates }: Data["estimate"], option: Option): Option {
  if (approval?.optionPosition !== option.position) return option;
  const terms = { discount, rates: taxState === "known" ? rates : [] };
  const { lines: _, ...sums } = optionTotals(option.lines, approval.chosen, terms);
  return { ...option, ...sums };
}

function PrimaryAction({ estimate, formKey }: Pick<Data, "estimate" | "formKey">) {
  const { id, can, missing, status, state } = estimate;
  if (can.convert || (can.revise && state === "expired"))
    return (
      <Form method="post">
        <input type="hidden" name="intent" value={can.convert ? "convert" : "revise"} />
        <input type="hidden" name="idempotencyKey" value={formKey} />
        <Button type="submit" variant="default">
          {can.convert ? "Create job" : "Revise estimate"}
        </Button>
      </Form>
    );
  if (can.edit && missing.length > 0)
    return (
      <Button asChild variant="default">
        <Link to={paths.editEstimate(id)}>Edit estimate</Link>
      </Button>
    );
  if (can.send && status !== "approved")
    return (
      <Button asChild variant="default">
        <Link to={paths.sendEstimate(id)} preventScrollReset>
          {status === "draft" ? "Send estimate" : "Send again"}
        </Link>
      </Button>
    );
  return null;
}

function Menu({ estimate }: Pick<Data, "estimate">) {
  const { id, can, status, state } = estimate;
  const intents = [
    { intent: "revise", label: "Revise", shown: can.revise && state !== "expired" },
    { intent: "withdraw", label: "Withdraw", shown: can.withdraw },
    { intent: "undo", label: "Undo conversion", shown: can.undo },
    { intent: "revoke", label: "Turn off links", shown: can.revoke },
  ].filter(({ shown }) => shown);
  return (
    <>
      {can.edit && (
        <DropdownMenuItem asChild>
          <Link to={paths.editEstimate(id)}>Edit estimate</Link>
        </DropdownMenuItem>
      )}
      {status !== "draft" && (
        <DropdownMenuItem asChild>
          <a href={paths.estimatePdf(id)} download>
            Download PDF
          </a>
        </DropdownMenuItem>
      )}
      {can.send && status === "approved" && (
        <DropdownMenuItem asChild>
          <Link to={paths.sendEstimate(id)}>Send again</Link>
        </DropdownMenuItem>
      )}
      {can.edit && (
        <DropdownMenuItem asChild>
          <Link to={paths.deleteEstimate(id)} preventScrollReset>
            Delete draft
          </Link>
        </DropdownMenuItem>
      )}
      <AddTodoItem about="estimate" id={id} />
      {intents.map(({ intent, label }) => (
        <Form key={intent} method="post">
          <input type="hidden" name="intent" value={intent} />
          <DropdownMenuItem asChild>
            <button type="submit">{label}</button>
          </DropdownMenuItem>
        </Form>
      ))}
    </>
  );
}

function factsOf(estimate: Data["estimate"]) {
  const { billTo, leadNumber, leadName, customerNumber, customerName, workOrderNumber, addsToJob, sentAt } = estimate;
  return [
    { term: "For", detail: [billTo.name, ...billTo.lines].join(", ") },
    ...(leadNumber === null
      ? []
      : [{ term: "Lead", detail: <TextLink to={paths.lead(leadNumber)}>{leadName}</TextLink> }]),
    ...(customerNumber === null
      ? []
      : [{ term: "Customer", detail: <TextLink to={paths.customer(customerNumber)}>{customerName}</TextLink> }]),
    ...(workOrderNumber === null
      ? []
      : [
          {
            term: addsToJob ? "Adds to job" : "Job",
            detail: <TextLink to={paths.workOrder(workOrderNumber)}>{formatWorkOrderNumber(workOrderNumber)}</TextLink>,
          },
        ]),
    ...(sentAt === null ? [] : [{ term: "Sent", detail: <DateText at={sentAt} zone={estimate.timeZone} /> }]),
    ...(estimate.declineReason ? [{ term: "Reason declined", detail: estimate.declineReason }] : []),
  ];
}

/** What was signed, by whom, when and from where, with the signed document. */
function Signature({ estimate }: Pick<Data, "estimate">) {
  const { approval, options, timeZone } = estimate;
  if (!approval) return null;
  const option = options.find(({ position }) => position === approval.optionPosition);
  return (
    <Section title="Signature">
      {approval.strokes && (
        <svg
          viewBox="0 0 600 160"
          role="img"
          aria-label={`Signature of ${approval.signerName}`}
          className="h-24 w-full"
        >
          <path d={approval.strokes} fill="none" stroke="currentColor" strokeWidth="3" strokeLinecap="round" />
        </svg>
      )}
      <DescriptionList
        facts={[
          { term: "Signed by", detail: approval.signerName },
          { term: "Approved", detail: option?.name ?? "" },
          { term: "Total", detail: <MoneyText minor={approval.totalMinor} /> },
          { term: "When", detail: <DateText at={approval.signedAt} zone={timeZone} /> },
          { term: "IP address", detail: approval.ip },
          { term: "Document", detail: <code className="break-all text-xs">{approval.documentHash}</code> },
        ]}
      />
    </Section>
  );
}
