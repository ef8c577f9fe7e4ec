import { Form, Link, useSearchParams } from "@remix-run/react";
import { useRef, useState } from "react";
import { CivilDateText } from "~/components/date-text";
import { KeyList } from "~/components/key-list";
import { KeyboardHelp } from "~/components/keyboard-help";
import { MoneyText } from "~/components/money-text";
import { useSingleKeys } from "~/components/single-keys";
import { StatusBadge } from "~/components/status-badge";
import { Badge } from "~/components/ui/badge";
import { Button } from "~/components/ui/button";
import { Card } from "~/components/ui/card";
import { Checkbox } from "~/components/ui/checkbox";
import { Ban, CalendarCheck, Check, Clock, ListFilter, Tag } from "~/components/ui/icons";
import { Kbd } from "~/components/ui/kbd";
import { NativeSelect } from "~/components/ui/native-select";
import {
  ASSIGNABLE_CATEGORIES,
  TRANSACTION_CATEGORY_LABELS,
  TRANSACTION_TYPE_LABELS,
  transactionCategory,
} from "~/domain/finance/accounts/account";
import { choicesOf } from "~/domain/shared/choices";
import { cn } from "~/lib/utils";
import { paths } from "~/paths";
import type { ShownTransaction } from "./shown-transaction";
import { listQuery, listText, pageIn } from "./transactions-query";
import { useReviewKeys } from "./use-review-keys";

const FORM = "transactions-change";

type TransactionListProps = { items: readonly ShownTransaction[]; formKey: string };

/** A page of transactions with actions for the selected ones. */
export function TransactionList({ items, formKey }: TransactionListProps) {
  const selectable = items.filter(({ isTransfer }) => !isTransfer).map(({ id }) => id);
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set());
  const toggle = (id: string) => {
    const next = new Set(selected);
    if (!next.delete(id)) next.add(id);
    setSelected(next);
  };
  const list = useRef<HTMLUListElement>(null);
  const actions = useReviewKeys({ list, formId: FORM });
  // A change may remove selected rows from the list.
  const count = selectable.filter((id) => selected.has(id)).length;
  const all = count > 0 && count === selectable.length;
  return (
    <div className="flex flex-col gap-3">
      <Card asChild>
        <Form
          method="post"
          id={FORM}
          preventScrollReset
          className="sticky top-0 z-10 flex flex-wrap items-center gap-2 px-4 py-2"
        >
          <input type="hidden" name="intent" value="change" />
          <input type="hidden" name="idempotencyKey" value={formKey} />
          <label htmlFor="select-all" className="mr-auto flex min-h-12 items-center gap-3">
            <Checkbox
              id="select-all"
              checked={all}
              onChange={() => setSelected(all ? new Set() : new Set(selectable))}
              disabled={selectable.length === 0}
            />
            {count === 0 ? "Select all shown" : `${count} selected`}
          </label>
          {/* Phones have room for the actions only once something is selected. */}
          <div className={cn("contents", count === 0 && "max-sm:hidden")}>
            <NativeSelect
              name="category"
              choices={choicesOf(ASSIGNABLE_CATEGORIES, TRANSACTION_CATEGORY_LABELS)}
              placeholder="Category"
              aria-label="Category"
              className="w-40"
            />
            <Button variant="outline" type="submit" name="act" value="categorize">
              <Tag />
              Set category
            </Button>
            <Button variant="outline" type="submit" name="act" value="review">
              <Check />
              Confirm
            </Button>
            <Button variant="outline" type="submit" name="act" value="exclude">
              <Ban />
              Exclude
            </Button>
            <Button variant="ghost" type="submit" name="act" value="include">
              Include
            </Button>
          </div>
        </Form>
      </Card>
      <KeyHelp actions={actions} />
      <Card as="ul" ref={list} aria-label="Transactions" className="divide-y divide-border">
        {items.map((row) => (
          <TransactionRow key={row.id} row={row} isSelected={selected.has(row.id)} onToggle={() => toggle(row.id)} />
        ))}
      </Card>
    </div>
  );
}

const keys = [
  ["J", "next"],
  ["K", "previous"],
  ["X", "select"],
  ["A", "confirm"],
  ["C", "category, then Enter"],
  ["U", "undo"],
] as const;

const keyGroups = [
  {
    title: "Go through the list",
    note: null,
    keys: [
      { keys: ["J", "K"], what: "Next transaction, previous transaction" },
      { keys: ["↓", "↑"], what: "The same, once you are in the list" },
      { keys: ["X"], what: "Select the transaction you are on" },
      { keys: ["?"], what: "This list" },
    ],
  },
  {
    title: "Change",
    note: "What is selected, or the transaction you are on",
    keys: [
      { keys: ["A"], what: "Confirm" },
      { keys: ["C"], what: "Choose a category; Enter sets it" },
      { keys: ["U"], what: "Undo the latest change" },
    ],
  },
];

function KeyHelp({ actions }: { actions: Readonly<Record<string, () => void>> }) {
  const isOn = useSingleKeys();
  return (
    <div className="hidden flex-wrap items-center gap-x-4 gap-y-1 text-muted-foreground text-sm md:flex touch:hidden">
      {isOn &&
        keys.map(([key, what]) => (
          <span key={key} className="inline-flex items-center gap-1.5">
            <Kbd>{key}</Kbd>
            {what}
          </span>
        ))}
      <KeyboardHelp actions={actions}>
        <KeyList groups={keyGroups} />
      </KeyboardHelp>
    </div>
  );
}

/** The touch target includes the line above and below. */
const nameStyle =
  "relative min-w-0 break-words font-medium hover:underline touch:after:absolute touch:after:inset-x-0 touch:after:-inset-y-3";

/** On phones the icons are below the amount: next to it they would leave only a third of the row for text. */
const iconStyle =
  "shrink-0 rounded-md p-2 text-muted-foreground hover:text-foreground touch:p-3.5 max-sm:ml-auto max-sm:last:col-start-4";

type RowProps = { row: ShownTransaction; isSelected: boolean; onToggle: () => void };

function TransactionRow({ row, isSelected, onToggle }: RowProps) {
  const { id, name, description, amountMinor, currency, excluded } = row;
  const [search] = useSearchParams();
  return (
    <li className="flex items-center gap-3 px-4 py-2 has-[input:checked]:bg-link-soft has-[input:focus-visible]:bg-muted max-sm:grid max-sm:grid-cols-[auto_minmax(0,1fr)_auto_auto] max-sm:gap-x-2 max-sm:gap-y-0">
      <span className="flex min-h-12 min-w-6 items-center max-sm:row-span-2">
        <Checkbox
          form={FORM}
          name="ids"
          value={id}
          checked={isSelected}
          onChange={onToggle}
          disabled={row.isTransfer}
          aria-label={`Select ${name}`}
        />
      </span>
      <div className="min-w-0 grow max-sm:row-span-2">
        <p className="flex flex-wrap items-center gap-x-2 gap-y-1">
          <Link
            to={paths.transaction(row.accountId, id, { list: listText(search) })}
            title={description}
            className={cn(nameStyle, excluded && "line-through")}
          >
            {name}
          </Link>
          {row.isNew && <Badge tone="info">New</Badge>}
          {excluded && <Badge>Excluded</Badge>}
          {row.pending && <StatusBadge icon={Clock} label="Pending" tone="warn" />}
        </p>
        <p className="flex flex-wrap gap-x-3 text-muted-foreground text-sm">
          <CivilDateText date={row.date} year />
          <span>
            {row.isTransfer
              ? TRANSACTION_TYPE_LABELS[row.type]
              : TRANSACTION_CATEGORY_LABELS[transactionCategory(row.category)]}
          </span>
          <span className="min-w-0 truncate">{row.accountName}</span>
        </p>
      </div>
      <MoneyText
        minor={amountMinor}
        currency={currency}
        signed
        className="font-medium max-sm:col-span-2 max-sm:ml-auto"
      />
      {row.isTransfer || row.pending ? (
        <NoIcon />
      ) : (
        <Link
          to={{ pathname: paths.matchTransaction(id, row.date), search: search.toString() }}
          aria-label={`Match ${name} with the plan`}
          title="Match with the plan"
          preventScrollReset
          className={iconStyle}
        >
          <CalendarCheck className="size-5" />
        </Link>
      )}
      {row.isTransfer ? (
        <NoIcon />
      ) : (
        <Link
          to={paths.categoryRules({
            ...listQuery(search, pageIn(search)),
            text: row.merchantName ?? description,
            as: row.category,
          })}
          aria-label={`Make a rule for ${name}`}
          title="Make a rule"
          preventScrollReset
          className={iconStyle}
        >
          <ListFilter className="size-5" />
        </Link>
      )}
    </li>
  );
}

/** Leaves the room of an icon, so that the amounts line up. */
function NoIcon() {
  return (
    <span aria-hidden="true" className={cn(iconStyle, "max-sm:hidden")}>
      <span className="block size-5" />
    </span>
  );
}
