import type { MetaFunction } from "@remix-run/cloudflare";
import { Link, Outlet, useLoaderData, useLocation } from "@remix-run/react";
import type { CrumbHandle } from "~/components/app-shell/breadcrumbs";
import { InvoiceStateBadge } from "~/components/invoices/state-badge";
import { PageHeader } from "~/components/page-header";
import { AddTodoItem } from "~/components/todos/add-todo";
import { Button } from "~/components/ui/button";
import { DropdownMenuItem } from "~/components/ui/dropdown-menu";
import { invoiceDetail } from "~/domain/invoices/detail.server";
import { formatInvoiceNumber } from "~/domain/invoices/invoice";
import { formatWorkOrderNumber } from "~/domain/work-order-basics/number";
import { pageLoader } from "~/http/page-loader";
import { paths } from "~/paths";

export { ErrorPage as ErrorBoundary } from "~/components/feedback/error-page";
export { shouldRevalidate } from "~/lib/revalidation";

export const meta: MetaFunction<typeof loader> = ({ data }) => [
  { title: `${data ? formatInvoiceNumber(data.kind, data.number) : "Invoice"} · Plenum` },
];

export const handle: CrumbHandle<Awaited<ReturnType<typeof loader>>> = {
  crumb: (data) => ({ record: data && formatInvoiceNumber(data.kind, data.number) }),
};

export const loader = pageLoader(({ ctx, params }) => invoiceDetail(ctx, params.id ?? ""));

function titleOf({ kind, number }: Pick<Awaited<ReturnType<typeof loader>>, "kind" | "number">): string {
  if (number === null) return kind === "invoice" ? "Draft invoice" : "Draft credit note";
  return `${kind === "invoice" ? "Invoice" : "Credit note"} ${formatInvoiceNumber(kind, number)}`;
}

export default function InvoiceLayout() {
  const invoice = useLoaderData<typeof loader>();
  const isEditing = useLocation().pathname.endsWith("/edit");
  return (
    <>
      <div className="print:hidden">
        <PageHeader
          title={titleOf(invoice)}
          facts={
            <>
              <InvoiceStateBadge state={invoice.state} kind={invoice.kind} />
              <Link to={paths.customerInvoices(invoice.customerNumber)} className="underline-offset-4 hover:underline">
                {invoice.customerName}
              </Link>
              {invoice.workOrderNumber !== null && (
                <Link
                  to={paths.workOrderBilling(invoice.workOrderNumber)}
                  className="tabular underline-offset-4 hover:underline"
                >
                  {formatWorkOrderNumber(invoice.workOrderNumber)}
                </Link>
              )}
            </>
          }
          action={!isEditing && <NextStep />}
          secondary={
            !isEditing && (
              <>
                {invoice.can.edit && (
                  <Button variant="outline" asChild>
                    <Link to={paths.editInvoice(invoice.id)}>Edit draft</Link>
                  </Button>
                )}
                {invoice.can.send && (
                  <Button variant="outline" asChild>
                    <Link
                      to={paths.invoiceDialog(invoice.id, invoice.can.remind ? "remind" : "send")}
                      preventScrollReset
                    >
                      {invoice.can.remind ? "Send reminder" : "Email"}
                    </Link>
                  </Button>
                )}
              </>
            )
          }
          menu={!isEditing && <Menu />}
        />
      </div>
      <Outlet />
    </>
  );
}

function NextStep() {
  const { id, can } = useLoaderData<typeof loader>();
  const step = can.issue ? "issue" : can.pay ? "payment" : null;
  if (!step) return null;
  return (
    <Button asChild variant="default">
      <Link to={paths.invoiceDialog(id, step)} preventScrollReset>
        {step === "issue" ? "Issue invoice" : "Record payment"}
      </Link>
    </Button>
  );
}

function Menu() {
  const { id, can, status } = useLoaderData<typeof loader>();
  const items = [
    can.remind && { to: paths.invoiceDialog(id, "send"), label: "Email" },
    can.edit && { to: paths.editInvoice(id), label: "Edit draft" },
    can.applyCredit && { to: paths.invoiceDialog(id, "apply-credit"), label: "Apply customer credit" },
    can.void && { to: paths.invoiceDialog(id, "correct"), label: "Correct invoice" },
    can.credit && { to: paths.invoiceDialog(id, "credit"), label: "Credit part of it" },
    can.void && { to: paths.invoiceDialog(id, "void"), label: "Void invoice" },
    can.edit && { to: paths.invoiceDialog(id, "delete"), label: "Delete draft" },
  ].filter((item) => item !== false);
  return (
    <>
      {items.map(({ to, label }) => (
        <DropdownMenuItem key={to} asChild>
          <Link to={to} preventScrollReset>
            {label}
          </Link>
        </DropdownMenuItem>
      ))}
      <AddTodoItem about="invoice" id={id} />
      {status !== "draft" && (
        <DropdownMenuItem asChild>
          <a href={paths.invoicePdf(id)} download>
            Download PDF
          </a>
        </DropdownMenuItem>
      )}
      <DropdownMenuItem onSelect={() => window.print()}>Print</DropdownMenuItem>
    </>
  );
}
