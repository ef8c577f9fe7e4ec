import { Form, Link, Outlet, useLoaderData } from "@remix-run/react";
import type { ReactNode } from "react";
import { z } from "zod";
import { FileLink } from "~/components/data-table/filter-bar";
import { CivilDateText } from "~/components/date-text";
import { EmptyState } from "~/components/feedback/empty-state";
import { RefusedAction } from "~/components/feedback/refused-action";
import { useFormRefusal } from "~/components/feedback/session-ended";
import { HiddenFields } from "~/components/forms/hidden-fields";
import { useIsSubmitting } from "~/components/forms/use-action-form";
import { InvoiceTable } from "~/components/invoices/invoice-table";
import { MoneyText } from "~/components/money-text";
import { Section } from "~/components/section";
import { TextLink } from "~/components/text-link";
import { Button } from "~/components/ui/button";
import { Plus, ReceiptText } from "~/components/ui/icons";
import { ErrorLine } from "~/components/work-orders/error-line";
import { useInlineForm } from "~/components/work-orders/use-inline-form";
import { createInvoice } from "~/domain/invoices/draft.server";
import { balanceOf, stateOf } from "~/domain/invoices/invoice";
import { PAYMENT_METHOD_LABELS } from "~/domain/invoices/payment";
import { customerBilling } from "~/domain/invoices/receivables/statement.server";
import { recordId } from "~/domain/shared/fields";
import { allow, can } from "~/domain/shared/permissions";
import { todayOf } from "~/domain/shared/time/time-zones";
import { formatWorkOrderNumber } from "~/domain/work-order-basics/number";
import { formAction } from "~/http/form-action";
import { pageLoader } from "~/http/page-loader";
import { redirectWithToast } from "~/http/toast.server";
import { useActionAnswer } from "~/lib/use-action-answer";
import { paths } from "~/paths";

export { NestedError as ErrorBoundary } from "~/components/feedback/nested-error";
export { clientAction } from "~/lib/client-action";
export { shouldRevalidate } from "~/lib/revalidation";

export const loader = pageLoader(async ({ ctx, params }) => {
  const me = allow(ctx, "invoices.read");
  return {
    ...(await customerBilling(ctx, params.id ?? "")),
    today: todayOf(ctx, me),
    mayWrite: can(me, "invoices.write"),
    mayRefund: can(me, "invoices.manage"),
    formKey: ctx.newId(),
  };
});

const Customer = z.object({ customerId: recordId });

export const action = formAction(Customer, async ({ ctx, input, request }) => {
  const { id } = await createInvoice(ctx, { ...input, siteAddressId: null });
  return redirectWithToast(request, paths.editInvoice(id), { tone: "success", text: "Draft invoice created." });
});

export default function CustomerInvoices() {
  const { customer, documents, isCut, owedMinor, creditMinor, isPaused, today, mayWrite, formKey } =
    useLoaderData<typeof loader>();
  return (
    <div className="flex flex-col gap-8">
      <RefusedAction />
      <div className="flex flex-wrap items-end justify-between gap-4">
        <dl className="flex gap-8">
          <div>
            <dt className="text-muted-foreground text-sm">Owed</dt>
            <dd className="font-semibold text-lg">
              <MoneyText minor={owedMinor} />
            </dd>
          </div>
          <div>
            <dt className="text-muted-foreground text-sm">Credit</dt>
            <dd className="font-semibold text-lg">
              <MoneyText minor={creditMinor} />
            </dd>
          </div>
          <div>
            <dt className="text-muted-foreground text-sm">Reminders</dt>
            <dd className="text-lg">{isPaused ? "Paused" : "Allowed"}</dd>
          </div>
        </dl>
        <div className="flex flex-wrap gap-2">
          {documents.length > 0 && <FileLink href={paths.apiListFile("invoices/list", { customerId: customer.id })} />}
          {mayWrite && (
            <>
              <PauseReminders number={customer.number} isPaused={isPaused} formKey={`${formKey}-reminders`} />
              <NewInvoice>
                <Plus />
                New invoice
              </NewInvoice>
            </>
          )}
        </div>
      </div>
      <InvoiceTable
        rows={documents.map((document) => ({
          ...document,
          state: stateOf(document, today),
          balanceMinor: document.kind === "invoice" ? balanceOf(document) : 0,
        }))}
        empty={
          <EmptyState
            icon={ReceiptText}
            title="No invoices yet"
            action={mayWrite && <NewInvoice>Create the first invoice</NewInvoice>}
          >
            Invoices of this customer's jobs, with their payments.
          </EmptyState>
        }
      />
      {isCut.documents && (
        <p className="text-muted-foreground text-sm">
          Only the newest {documents.length} are listed.{" "}
          <TextLink to={paths.invoices({ customerId: customer.id })}>All invoices of this customer</TextLink>
        </p>
      )}
      <Unapplied />
      <Outlet />
    </div>
  );
}

function PauseReminders({ number, isPaused, formKey }: { number: number; isPaused: boolean; formKey: string }) {
  const { fetcher, busy, error, sessionEnded } = useInlineForm();
  return (
    <fetcher.Form method="post" action={paths.customerReminders(number)}>
      <input type="hidden" name="idempotencyKey" value={formKey} />
      {!isPaused && <input type="hidden" name="paused" value="on" />}
      <Button type="submit" variant="outline" loading={busy}>
        {isPaused ? "Allow reminders" : "Pause reminders"}
      </Button>
      <ErrorLine>{error}</ErrorLine>
      {sessionEnded}
    </fetcher.Form>
  );
}

function NewInvoice({ children }: { children: ReactNode }) {
  const { customer, formKey } = useLoaderData<typeof loader>();
  const isSaving = useIsSubmitting();
  const { isInDoubt } = useFormRefusal(useActionAnswer());
  return (
    <Form method="post">
      <HiddenFields {...{ formKey, isSaving, isInDoubt }} />
      <input type="hidden" name="customerId" value={customer.id} />
      <Button type="submit" variant="outline" loading={isSaving}>
        {children}
      </Button>
    </Form>
  );
}

/** The payments that make up the customer's credit. */
function Unapplied() {
  const { customer, unapplied, isCut, mayRefund } = useLoaderData<typeof loader>();
  if (unapplied.length === 0) return null;
  return (
    <Section title="Unapplied payments">
      <ul className="divide-y divide-border">
        {unapplied.map(({ id, method, reference, receivedOn, workOrderNumber, openMinor, freeMinor }) => (
          <li key={id} className="flex flex-wrap items-baseline justify-between gap-x-4 py-2">
            <span>
              {PAYMENT_METHOD_LABELS[method]}
              {reference && ` ${reference}`}
              <span className="block text-muted-foreground text-sm">
                <CivilDateText date={receivedOn} year />
                {workOrderNumber !== null && (
                  <>
                    {", "}
                    <TextLink to={paths.workOrder(workOrderNumber)}>{formatWorkOrderNumber(workOrderNumber)}</TextLink>
                  </>
                )}
              </span>
            </span>
            <span className="text-right">
              <MoneyText minor={openMinor} />
              {freeMinor < openMinor && (
                <span className="block text-muted-foreground text-sm">
                  <MoneyText minor={openMinor - freeMinor} /> on its way to the card
                </span>
              )}
              {mayRefund && freeMinor > 0 && (
                <Button asChild variant="link" size="sm" className="block">
                  <Link to={paths.refundUnapplied(customer.number, id)} preventScrollReset>
                    Refund
                  </Link>
                </Button>
              )}
            </span>
          </li>
        ))}
      </ul>
      {isCut.unapplied && (
        <p className="text-muted-foreground text-sm">Only the oldest {unapplied.length} are listed.</p>
      )}
    </Section>
  );
}
