import type { MetaFunction } from "@remix-run/cloudflare";
import { Outlet, useLoaderData, useLocation } from "@remix-run/react";
import { FilterBar, FilterSelect } from "~/components/data-table/filter-bar";
import { CursorPagination } from "~/components/data-table/pagination";
import { EmptyState } from "~/components/feedback/empty-state";
import { useFormRefusal } from "~/components/feedback/session-ended";
import { CalendarClock } from "~/components/ui/icons";
import { EXPIRY_WINDOWS } from "~/domain/inventory/lots/lot";
import { listLots, writeOffLot } from "~/domain/inventory/lots/lots.server";
import { LotView, LotWriteOff } from "~/domain/inventory/lots/schema";
import { allow, can } from "~/domain/shared/permissions";
import { counted } from "~/domain/shared/text/counted";
import { formAction } from "~/http/form-action";
import { pageLoader } from "~/http/page-loader";
import { redirectWithToast } from "~/http/toast.server";
import { useActionAnswer } from "~/lib/use-action-answer";
import { paths } from "~/paths";
import { LotTable } from "~/routes/inventory/shared/lot-table";

export { NestedError as ErrorBoundary } from "~/components/feedback/nested-error";
export { shouldRevalidate } from "~/lib/revalidation";
export { plainAction as clientAction } from "~/lib/unanswered-action";

export const meta: MetaFunction = () => [{ title: "Lots · Plenum" }];

export const loader = pageLoader(async ({ ctx, url }) => {
  const me = allow(ctx, "inventory.read");
  const filter = LotView.parse(Object.fromEntries(url.searchParams));
  return { filter, list: await listLots(ctx, filter), formKey: can(me, "inventory.write") ? ctx.newId() : null };
});

export const action = formAction(LotWriteOff, async ({ ctx, input, request, url }) => {
  await writeOffLot(ctx, input.lotId);
  const to = `${url.pathname}${url.search}`;
  return redirectWithToast(request, to, { tone: "success", text: "Written off as expired." });
});

const windows = [
  { value: "0", label: "Expired or today" },
  ...EXPIRY_WINDOWS.map((days) => ({ value: String(days), label: `Within ${days} days` })),
];

export default function Lots() {
  const { filter, list, formKey } = useLoaderData<typeof loader>();
  const refusal = useFormRefusal(useActionAnswer());
  const refused = Object.values(refusal.lastResult?.error ?? {})
    .flatMap((texts) => texts ?? [])
    .join(" ");
  const { search } = useLocation();
  const within = filter.expiresWithin;
  return (
    <>
      <FilterBar
        keep={{ itemId: filter.itemId }}
        fileHref={paths.apiListFile("inventory/lots", { itemId: filter.itemId, expiresWithin: within })}
      >
        <FilterSelect
          name="expiresWithin"
          label="Expires"
          any="Any time"
          value={within === undefined ? "" : String(within)}
          choices={windows}
        />
      </FilterBar>
      {refused && (
        <p role="alert" className="mb-6 rounded-md border border-destructive bg-bad-soft p-4">
          {refused}
        </p>
      )}
      <LotTable
        rows={list.items}
        formKey={formKey}
        expiryHref={formKey === null ? null : ({ id }) => paths.lotExpiry(id) + search}
        empty={
          <EmptyState
            icon={CalendarClock}
            title={within === undefined ? "No lots in stock" : "Nothing expires by then"}
          >
            Items with a shelf life are tracked by lot, each with its expiration date. Stock that expires first is used
            first.
          </EmptyState>
        }
      />
      <CursorPagination
        page={list}
        href={(at) =>
          paths.lots({
            itemId: filter.itemId,
            expiresWithin: within === undefined ? undefined : String(within),
            ...at,
          })
        }
      >
        {counted(list.items.length, "lot")}
      </CursorPagination>
      <Outlet />
      {refusal.sessionEnded}
    </>
  );
}
