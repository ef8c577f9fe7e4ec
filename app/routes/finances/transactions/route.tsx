import type { MetaFunction } from "@remix-run/cloudflare";
import { Form, Link, Outlet, useLoaderData, useSearchParams } from "@remix-run/react";
import { FilterBar, type FilterChip, FilterDay, FilterSelect } from "~/components/data-table/filter-bar";
import { Pagination } from "~/components/data-table/pagination";
import { EmptyState } from "~/components/feedback/empty-state";
import { RefusedAction } from "~/components/feedback/refused-action";
import { PageHeader } from "~/components/page-header";
import { Button } from "~/components/ui/button";
import { Card } from "~/components/ui/card";
import { Download, ListFilter, ReceiptText, Undo2 } from "~/components/ui/icons";
import { Input } from "~/components/ui/input";
import { TRANSACTION_CATEGORIES, TRANSACTION_CATEGORY_LABELS } from "~/domain/finance/accounts/account";
import { listAllTransactions } from "~/domain/finance/accounts/all-transactions.server";
import { changeTransactions, undoChange } from "~/domain/finance/accounts/change-transactions.server";
import { TransactionsForm } from "~/domain/finance/accounts/schema";
import { RecordId } from "~/domain/shared/fields";
import { formatDate } from "~/domain/shared/time/date-format";
import { isCivilDate } from "~/domain/shared/time/dates";
import { formActions, formCase } from "~/http/form-action";
import { memberLoader } from "~/http/page-loader";
import { redirectWithToast } from "~/http/toast.server";
import { paths } from "~/paths";
import { readFilter } from "./read-filter.server";
import { shownTransaction } from "./shown-transaction";
import { TransactionList } from "./transaction-list";
import { FILTERS, listHref, listQuery, pageIn } from "./transactions-query";
import { UNDO_FORM } from "./use-review-keys";

export const meta: MetaFunction = () => [{ title: "Transactions · Plenum" }];

export const loader = memberLoader(async ({ ctx, url }) => {
  const filter = readFilter(url.searchParams);
  const list = await listAllTransactions(ctx, filter);
  const applied = FILTERS.filter((name) => filter[name] !== undefined);
  return { ...list, items: list.items.map(shownTransaction), applied, changeKey: ctx.newId() };
});

export const action = formActions({
  change: formCase(TransactionsForm, async ({ ctx, input, url, request }) => {
    const { id, changed, left } = await changeTransactions(ctx, input);
    const text = `${counted(changed)} changed.${left > 0 ? ` ${left} could not be changed.` : ""}`;
    const to = listHref(url.searchParams, { ...pageIn(url.searchParams), changed: id });
    return redirectWithToast(request, to, { tone: changed > 0 ? "success" : "error", text });
  }),
  undo: formCase(RecordId, async ({ ctx, input, url, request }) => {
    const { restored, kept: remaining } = await undoChange(ctx, input.id);
    const text = `${counted(restored)} changed back.${remaining > 0 ? ` ${remaining} changed since then, so they stay as they are.` : ""}`;
    const to = listHref(url.searchParams, pageIn(url.searchParams));
    return redirectWithToast(request, to, { tone: "success", text });
  }),
});

function counted(count: number): string {
  return count === 1 ? "1 transaction" : `${count.toLocaleString("en-US")} transactions`;
}

export { shouldRevalidate } from "~/lib/revalidation";
export { plainAction as clientAction } from "~/lib/unanswered-action";

const categories = TRANSACTION_CATEGORIES.map((value) => ({ value, label: TRANSACTION_CATEGORY_LABELS[value] }));
const reviews = [
  { value: "open", label: "New, to review" },
  { value: "reviewed", label: "Reviewed" },
  { value: "excluded", label: "Excluded" },
];
const sorts = [
  { value: "oldest", label: "Oldest first" },
  { value: "amount_down", label: "Largest deposits first" },
  { value: "amount_up", label: "Largest withdrawals first" },
];

/** Transactions of all accounts: search, filter, sort, review, and bulk changes. */
export default function Transactions() {
  const { items, nextCursor, previousCursor, accounts, openCount, applied, changeKey } = useLoaderData<typeof loader>();
  const [search] = useSearchParams();
  const value = (name: string) => search.get(name) ?? "";
  const isPaged = search.has("cursor") || search.has("before");
  const chips = chipsOf(search, { applied, accounts });
  return (
    <div className="mx-auto flex w-full max-w-[75rem] flex-col gap-4">
      <PageHeader
        title="Transactions"
        secondary={
          <>
            <Button variant="outline" asChild>
              <Link to={paths.categoryRules(listQuery(search, pageIn(search)))} preventScrollReset>
                <ListFilter />
                Rules
              </Link>
            </Button>
            <Button variant="outline" asChild>
              <a href={paths.exportTransactions(listQuery(search))} download>
                <Download />
                Export CSV
              </a>
            </Button>
          </>
        }
      />
      <Inbox count={openCount} isOpen={value("review") === "open"} />
      <FilterBar
        rows
        search={{ name: "q", value: value("q"), label: "Search transactions" }}
        chips={chips}
        clearHref={paths.transactions()}
      >
        <FilterSelect
          name="account"
          label="Account"
          any="Any account"
          value={value("account")}
          choices={accounts.map(({ id, name }) => ({ value: id, label: name }))}
        />
        <FilterSelect
          name="category"
          label="Category"
          any="Any category"
          value={value("category")}
          choices={categories}
        />
        <FilterSelect name="review" label="Review" any="Any state" value={value("review")} choices={reviews} />
        <FilterSelect name="sort" label="Sort" any="Newest first" value={value("sort")} choices={sorts} />
        <div className="flex flex-col gap-3 sm:flex-row sm:gap-2">
          <FilterDay name="from" label="From" value={value("from")} />
          <FilterDay name="to" label="To" value={value("to")} />
        </div>
        <Input
          {...{ name: "min", inputMode: "decimal", placeholder: "Min", "aria-label": "Smallest amount" }}
          defaultValue={value("min")}
          key={`min ${value("min")}`}
          className="tabular sm:w-28"
        />
        <Input
          {...{ name: "max", inputMode: "decimal", placeholder: "Max", "aria-label": "Largest amount" }}
          defaultValue={value("max")}
          key={`max ${value("max")}`}
          className="tabular sm:w-28"
        />
      </FilterBar>
      <LastChange id={value("changed")} />
      <RefusedAction />
      {items.length === 0 ? (
        <Card>
          <EmptyState
            icon={ReceiptText}
            title={chips.length > 0 ? "No transaction matches" : "No transactions yet"}
            action={
              chips.length === 0 && (
                <Button variant="outline" asChild>
                  <Link to={paths.accounts()}>Open bank accounts</Link>
                </Button>
              )
            }
          >
            {chips.length > 0
              ? "Try a different search or clear a filter."
              : "Connect a bank, import a file or add transactions to an account, and they appear here."}
          </EmptyState>
        </Card>
      ) : (
        <TransactionList key={shownPage(search)} items={items} formKey={changeKey} />
      )}
      {(nextCursor || previousCursor || isPaged) && (
        <Pagination
          previousHref={
            previousCursor
              ? listHref(search, { before: previousCursor })
              : isPaged && items.length === 0
                ? listHref(search)
                : undefined
          }
          nextHref={nextCursor ? listHref(search, { cursor: nextCursor }) : undefined}
        >
          {`${items.length} shown`}
        </Pagination>
      )}
      <Outlet />
    </div>
  );
}

function Inbox({ count, isOpen }: { count: number; isOpen: boolean }) {
  if (count === 0 || isOpen) return null;
  return (
    <p className="flex flex-wrap items-center justify-between gap-3 rounded-md bg-link-soft px-4 py-3">
      <span>
        {count === 1 ? "1 new transaction to review" : `${count.toLocaleString("en-US")} new transactions to review`}
      </span>
      <Link to={paths.transactions({ review: "open" })} className="text-link underline-offset-4 hover:underline">
        Review
      </Link>
    </p>
  );
}

/** Offers to undo the latest change. */
function LastChange({ id }: { id: string }) {
  if (!id) return null;
  return (
    <Form
      method="post"
      id={UNDO_FORM}
      preventScrollReset
      className="flex items-center gap-3 rounded-md border border-border px-4 py-2"
    >
      <input type="hidden" name="intent" value="undo" />
      <input type="hidden" name="id" value={id} />
      <span className="mr-auto text-muted-foreground">Changed.</span>
      <Button variant="outline" type="submit">
        <Undo2 />
        Undo
      </Button>
    </Form>
  );
}

/** Identifies the rows shown, whatever a dialog above them adds to the query. */
function shownPage(search: URLSearchParams): string {
  return listHref(search, { ...pageIn(search), changed: search.get("changed") });
}

const shownDay = (value: string) => (isCivilDate(value) ? formatDate(value, true) : value);

type Filtering = { applied: readonly string[]; accounts: readonly { id: string; name: string }[] };

/** The filters in use; an invalid value in the URL filters nothing. */
function chipsOf(search: URLSearchParams, { applied, accounts }: Filtering): FilterChip[] {
  const labels: Record<string, (value: string) => string> = {
    q: (value) => `“${value}”`,
    account: (value) => accounts.find(({ id }) => id === value)?.name ?? "Account",
    category: (value) => categories.find((each) => each.value === value)?.label ?? value,
    review: (value) => reviews.find((each) => each.value === value)?.label ?? value,
    from: (value) => `From ${shownDay(value)}`,
    to: (value) => `To ${shownDay(value)}`,
    min: (value) => `At least ${value}`,
    max: (value) => `At most ${value}`,
  };
  return Object.entries(labels).flatMap(([name, labelOf]) => {
    const value = applied.includes(name) && search.get(name);
    return value ? [{ label: labelOf(value), clearHref: listHref(search, { [name]: null }) }] : [];
  });
}

export { ErrorPage as ErrorBoundary } from "~/components/feedback/error-page";
