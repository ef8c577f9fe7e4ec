import { getZodConstraint } from "@conform-to/zod/v4";
import type { MetaFunction } from "@remix-run/cloudflare";
import { Link, Outlet, useLoaderData, useSearchParams } from "@remix-run/react";
import { DateText } from "~/components/date-text";
import { DescriptionList } from "~/components/description-list";
import { MoneyText } from "~/components/money-text";
import { PageHeader } from "~/components/page-header";
import { TextLink } from "~/components/text-link";
import { AddTodoButton } from "~/components/todos/add-todo";
import { Badge } from "~/components/ui/badge";
import { Button } from "~/components/ui/button";
import { allowReceipts } from "~/domain/receipts/book.server";
import { confirmReceipt } from "~/domain/receipts/change.server";
import { findReceipt, type ReceiptSubject } from "~/domain/receipts/list.server";
import type { ReceiptOwner } from "~/domain/receipts/receipt";
import { ReceiptForm, ReceiptFormFields, ReceiptView } from "~/domain/receipts/schema";
import { expensesNear } from "~/domain/receipts/subjects.server";
import { formatDate } from "~/domain/shared/time/date-format";
import { formAction } from "~/http/form-action";
import { memberLoader } from "~/http/page-loader";
import { redirectWithToast } from "~/http/toast.server";
import { paths } from "~/paths";
import { ReceiptFields } from "./receipt-fields";

export { NestedError as ErrorBoundary } from "~/components/feedback/nested-error";
export { clientAction } from "~/lib/client-action";
export { shouldRevalidate } from "~/lib/revalidation";

export const meta: MetaFunction<typeof loader> = ({ data }) => [
  { title: `${data?.receipt.merchant ?? "Receipt"} · Plenum` },
];

export const loader = memberLoader(async ({ ctx, params: { id = "" }, url }) => {
  const { of } = ReceiptView.parse(Object.fromEntries(url.searchParams));
  const { zone, today } = allowReceipts(ctx, of);
  const [receipt, expenses] = await Promise.all([findReceipt(ctx, of, id), expensesNear(ctx, of, id)]);
  return {
    ...{ receipt, expenses, constraint: getZodConstraint(ReceiptFormFields), formKey: ctx.newId() },
    ...{ zone, today },
    hasModel: ctx.providers.nameplateReader !== null,
  };
});

export const action = formAction(ReceiptForm, async ({ ctx, input, params: { id = "" }, url, request }) => {
  const { of } = ReceiptView.parse(Object.fromEntries(url.searchParams));
  await confirmReceipt(ctx, of, { id, ...input });
  const to = paths.receipts({ of, month: input.boughtOn.slice(0, 7) });
  return redirectWithToast(request, to, { tone: "success", text: `Receipt from ${input.merchant} saved.` });
});

const ofQuery = (of: ReceiptOwner) => ({ of: of === "household" ? of : undefined });

/** A receipt's picture next to its data. */
export default function ReceiptPage() {
  const { receipt, zone } = useLoaderData<typeof loader>();
  const [search] = useSearchParams();
  const { id, of, merchant, confirmedAt, canChange, addedByName, createdAt, subject } = receipt;
  const picture = paths.receiptPicture(id, ofQuery(of));
  return (
    <>
      <PageHeader
        title={merchant ?? "New receipt"}
        facts={
          <>
            {confirmedAt === null && <Badge tone="warn">To review</Badge>}
            <span>
              Added <DateText at={createdAt} zone={zone} />
              {addedByName && ` by ${addedByName}`}
            </span>
            {subject && <SubjectLink subject={subject} />}
          </>
        }
        secondary={
          <>
            {of === "business" && <AddTodoButton about="receipt" id={id} />}
            {canChange && (
              <Button variant="outline" asChild>
                <Link to={paths.deleteReceipt(id, ofQuery(of))} preventScrollReset>
                  Delete
                </Link>
              </Button>
            )}
          </>
        }
      />
      <div className="grid max-w-[75rem] items-start gap-6 lg:grid-cols-2">
        <a
          href={picture}
          target="_blank"
          rel="noreferrer"
          className="block overflow-hidden rounded-md border border-border bg-muted hover:border-ring lg:sticky lg:top-4"
        >
          <img
            src={picture}
            alt={merchant ? `Receipt from ${merchant}, full size` : "The receipt, full size"}
            className="mx-auto max-h-[40dvh] w-full object-contain lg:max-h-[75dvh]"
          />
        </a>
        {canChange ? (
          <Confirm isNew={search.get("read") === "1"} />
        ) : (
          <DescriptionList
            facts={[
              { term: "Merchant", detail: merchant },
              { term: "Date", detail: receipt.boughtOn && formatDate(receipt.boughtOn, true) },
              {
                term: "Total",
                detail: receipt.totalMinor !== null && (
                  <MoneyText minor={receipt.totalMinor} currency={receipt.currency} />
                ),
              },
              {
                term: "Tax",
                detail: receipt.taxMinor !== null && <MoneyText minor={receipt.taxMinor} currency={receipt.currency} />,
              },
              { term: "For", detail: subject && <SubjectLink subject={subject} /> },
              { term: "Note", detail: receipt.note },
            ]}
          />
        )}
      </div>
      <Outlet />
    </>
  );
}

function Confirm({ isNew }: { isNew: boolean }) {
  const { receipt, expenses, constraint, formKey, hasModel, today } = useLoaderData<typeof loader>();
  return (
    <ReceiptFields
      key={`${receipt.id} ${receipt.version}`}
      {...{ receipt, expenses, constraint, formKey, hasModel, today }}
      readAtOnce={isNew && receipt.confirmedAt === null}
    />
  );
}

/** Link to the record a receipt is for. */
function SubjectLink({ subject }: { subject: ReceiptSubject }) {
  const { label } = subject;
  if (label === null) return <span>For another record</span>;
  return <TextLink to={hrefOf(subject)}>{label}</TextLink>;
}

function hrefOf({ kind, id, ref }: ReceiptSubject): string {
  switch (kind) {
    case "work_order":
      return paths.workOrder(ref);
    case "purchase_order":
      return paths.purchaseOrder(ref);
    case "item":
      return paths.item(id);
    case "expense":
      return paths.expense({ id });
  }
}
