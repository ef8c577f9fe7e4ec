import { getZodConstraint } from "@conform-to/zod/v4";
import { type MetaFunction, redirect } from "@remix-run/cloudflare";
import { Link, Outlet, useLoaderData, useSearchParams, useSubmit } from "@remix-run/react";
import { useState } from "react";
import type { CrumbHandle } from "~/components/app-shell/breadcrumbs";
import { type Column, DataTable } from "~/components/data-table/data-table";
import { CursorPagination } from "~/components/data-table/pagination";
import { SecondLine } from "~/components/data-table/second-line";
import { EmptyValue } from "~/components/empty-value";
import { EmptyState } from "~/components/feedback/empty-state";
import { useFormRefusal } from "~/components/feedback/session-ended";
import { MoneyText } from "~/components/money-text";
import { PageHeader } from "~/components/page-header";
import { TabsNav } from "~/components/tabs-nav";
import { TextLink } from "~/components/text-link";
import { AddTodoButton } from "~/components/todos/add-todo";
import { Button } from "~/components/ui/button";
import { ClipboardCheck } from "~/components/ui/icons";
import { Label } from "~/components/ui/label";
import { NativeSelect } from "~/components/ui/native-select";
import { seesCosts } from "~/domain/inventory/costs";
import { COUNT_LINE_VIEW_LABELS, COUNT_LINE_VIEWS } from "~/domain/inventory/counts/count";
import { addCountLine, countLine } from "~/domain/inventory/counts/count-lines.server";
import { type CountLine, countSheet } from "~/domain/inventory/counts/counts.server";
import { formatAmountOf, formatQuantity } from "~/domain/inventory/quantity";
import { CountedLineForm, CountSheetView, NewCountLine } from "~/domain/inventory/schema";
import { allow, can } from "~/domain/shared/permissions";
import { formActions, formCase } from "~/http/form-action";
import { pageLoader } from "~/http/page-loader";
import { useActionAnswer } from "~/lib/use-action-answer";
import { paths } from "~/paths";
import { CountBadge } from "~/routes/inventory/shared/count-badge";
import { ItemPicker } from "~/routes/inventory/shared/item-picker";
import { CountLineForm } from "./count-line-form";

export { clientAction } from "~/lib/client-action";
export { shouldRevalidate } from "~/lib/revalidation";

export const meta: MetaFunction<typeof loader> = ({ data }) => [
  { title: `${data ? `Count: ${data.count.locationName}` : "Stock count"} · Plenum` },
];

export const handle: CrumbHandle<Awaited<ReturnType<typeof loader>>> = {
  crumb: (data) => ({ record: data?.count.locationName }),
};

export const loader = pageLoader(async ({ ctx, params, url }) => {
  const query = CountSheetView.parse(Object.fromEntries(url.searchParams));
  const me = allow(ctx, "inventory.read");
  const mayPost = can(me, "inventory.write");
  const sheet = await countSheet(ctx, params.countId ?? "", query);
  return {
    ...sheet,
    view: query.view,
    isCounting:
      sheet.count.status === "open" &&
      (mayPost || (me.technicianId !== null && sheet.count.truckOf === me.technicianId)),
    mayPost,
    hasValues: seesCosts(me),
    constraint: getZodConstraint(CountedLineForm),
    formKey: ctx.newId(),
  };
});

/** Each line is saved on its own, after which the next one is shown. */
export const action = formActions({
  count: formCase(CountedLineForm, async ({ ctx, input, params, url }) => {
    const { lineId, ...counted } = input;
    const countId = params.countId ?? "";
    const { nextId } = await countLine(ctx, { countId, lineId }, counted);
    const { view } = CountSheetView.parse(Object.fromEntries(url.searchParams));
    return redirect(paths.count(countId, { view: view === "all" ? undefined : view, line: nextId ?? undefined }));
  }),
  add: formCase(NewCountLine, async ({ ctx, input, params }) => {
    const countId = params.countId ?? "";
    const { lineId } = await addCountLine(ctx, countId, input);
    return redirect(paths.count(countId, { line: lineId }));
  }),
});

export default function CountScreen() {
  const { count, lines, current, bins, view, isCounting, mayPost, hasValues, constraint, formKey } =
    useLoaderData<typeof loader>();
  const { id, locationId, locationName, status, blind, lineCount, countedCount, differentCount } = count;
  const [search] = useSearchParams();
  const query = Object.fromEntries(search);
  const viewQuery = view === "all" ? undefined : view;
  const counts = { all: lineCount, todo: lineCount - countedCount, counted: countedCount, different: differentCount };
  return (
    <>
      <PageHeader
        title={`Count: ${locationName}`}
        facts={
          <>
            <CountBadge count={count} />
            <span>{`${countedCount} of ${lineCount} counted`}</span>
            {blind && <span>Blind</span>}
            {status === "posted" && count.postedValueMinor !== null && (
              <span>
                Difference <MoneyText minor={count.postedValueMinor} signed />
              </span>
            )}
            <TextLink to={paths.location(locationId)}>{locationName}</TextLink>
            {count.note && <span>{count.note}</span>}
          </>
        }
        secondary={
          <>
            <AddTodoButton about="count" id={id} />
            {isCounting && (
              <Button variant="outline" asChild>
                <Link to={paths.cancelCount(id, query)} preventScrollReset>
                  Cancel count
                </Link>
              </Button>
            )}
          </>
        }
        action={
          isCounting &&
          mayPost &&
          countedCount > 0 && (
            <Button variant="default" asChild>
              <Link to={paths.postCount(id, query)} preventScrollReset>
                Post count
              </Link>
            </Button>
          )
        }
      />
      {isCounting && (
        <div className="mb-6 grid max-w-3xl gap-4 sm:grid-cols-2">
          {current ? (
            <CountLineForm
              key={`${current.id} ${current.version}`}
              line={current}
              {...{ constraint, formKey }}
              showsLocation={bins.length > 0}
            />
          ) : (
            <p role="status" className="self-center text-muted-foreground">
              {lineCount === 0
                ? "Scan the first item, or search for it."
                : mayPost
                  ? "Every line is counted. Check the differences, then post the count."
                  : "Every line is counted. The office checks the differences and posts the count."}
            </p>
          )}
          <FindLine bins={bins} locationId={locationId} locationName={locationName} />
        </div>
      )}
      <TabsNav
        label="Lines"
        tabs={COUNT_LINE_VIEWS.filter((one) => counts[one] !== null).map((one) => ({
          to: paths.count(id, { view: one === "all" ? undefined : one }),
          label: COUNT_LINE_VIEW_LABELS[one],
          count: counts[one] ?? undefined,
          current: one === view,
        }))}
      />
      <DataTable
        caption="Lines"
        columns={columnsFor({ hasBins: bins.length > 0, hasValues })}
        rows={lines.items}
        rowKey={(line) => line.id}
        rowHref={(line) => (isCounting ? paths.count(id, { view: viewQuery, line: line.id }) : paths.item(line.itemId))}
        empty={<EmptyState icon={ClipboardCheck} title="No lines here" />}
      />
      <CursorPagination
        page={lines}
        href={(at) => paths.count(id, { view: viewQuery, ...at })}
      >{`${lines.items.length} of ${counts[view]} lines`}</CursorPagination>
      <Outlet />
    </>
  );
}

const none = <EmptyValue />;

function columnsFor({ hasBins, hasValues }: { hasBins: boolean; hasValues: boolean }): readonly Column<CountLine>[] {
  const location: Column<CountLine> = { key: "location", header: "Where", cell: ({ locationName }) => locationName };
  return [
    {
      key: "item",
      header: "Item",
      className: "w-[34%]",
      cell: ({ name, sku }) => (
        <>
          {name}
          <SecondLine>{sku}</SecondLine>
        </>
      ),
    },
    ...(hasBins ? [location] : []),
    {
      key: "expected",
      header: "Expected",
      numeric: true,
      cell: ({ expectedMilli }) => (expectedMilli === null ? none : formatQuantity(expectedMilli)),
    },
    {
      key: "counted",
      header: "Counted",
      numeric: true,
      cell: ({ countedMilli, baseUnit }) => (countedMilli === null ? none : formatAmountOf(countedMilli, baseUnit)),
    },
    {
      key: "difference",
      header: "Difference",
      numeric: true,
      cell: ({ differenceMilli, differenceMinor }) => {
        if (differenceMilli === null || differenceMilli === 0) return differenceMilli === 0 ? "0" : none;
        return (
          <>
            {`${differenceMilli > 0 ? "+" : ""}${formatQuantity(differenceMilli)}`}
            {hasValues && (
              <span className="block text-sm">
                {differenceMinor === null ? "Unknown" : <MoneyText minor={differenceMinor} signed />}
              </span>
            )}
          </>
        );
      },
    },
  ];
}

type FindLineProps = { bins: { id: string; name: string }[]; locationId: string; locationName: string };

/** Jumps to the line of a scanned item, and adds one if it is not on the sheet. */
function FindLine({ bins, locationId, locationName }: FindLineProps) {
  const submit = useSubmit();
  const { lastResult, sessionEnded } = useFormRefusal(useActionAnswer());
  const [place, setPlace] = useState("");
  const isMine = lastResult?.initialValue?.intent === "add";
  const errors = isMine ? Object.values(lastResult.error ?? {}).flat() : [];
  const texts = [...new Set(errors)];
  const add = (item: { code: string } | { itemId: string }) =>
    submit({ intent: "add", ...item, locationId: place }, { method: "post", preventScrollReset: true });
  return (
    <div className="flex flex-col gap-3 self-start">
      <ItemPicker
        inputId="count-scan"
        label="Scan or search"
        placeholder="Barcode, SKU or name"
        onCode={(code) => add({ code })}
        onSelect={(itemId) => add({ itemId })}
      />
      {texts.length > 0 && (
        <p role="alert" className="font-medium text-bad">
          {texts.join(" ")}
        </p>
      )}
      {bins.length > 0 && (
        <div className="flex flex-col gap-1.5">
          <Label htmlFor="count-place">Where</Label>
          <NativeSelect
            id="count-place"
            value={place}
            placeholder="Anywhere here"
            choices={[
              { value: locationId, label: locationName },
              ...bins.map((bin) => ({ value: bin.id, label: bin.name })),
            ]}
            onChange={(event) => setPlace(event.target.value)}
          />
        </div>
      )}
      {isMine && sessionEnded}
    </div>
  );
}
