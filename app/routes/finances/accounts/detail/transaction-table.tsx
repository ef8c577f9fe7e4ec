import { Link } from "@remix-run/react";
import { type Column, DataTable } from "~/components/data-table/data-table";
import { NumberedPagination } from "~/components/data-table/pagination";
import { CivilDateText } from "~/components/date-text";
import { EmptyState } from "~/components/feedback/empty-state";
import { MoneyText } from "~/components/money-text";
import { StatusBadge } from "~/components/status-badge";
import { Button } from "~/components/ui/button";
import { CheckCheck, Clock, ReceiptText } from "~/components/ui/icons";
import {
  ACCOUNT_IS_ARCHIVED,
  TRANSACTION_CATEGORY_LABELS,
  TRANSACTION_TYPE_LABELS,
  transactionCategory,
} from "~/domain/finance/accounts/account";
import type { TransactionView } from "~/domain/finance/accounts/transactions.server";
import type { Currency } from "~/domain/shared/money";
import { paths } from "~/paths";

export const PAGE_SIZE = 10;

type TransactionTableProps = {
  account: { id: string; currency: Currency; isActive: boolean };
  transactions: readonly TransactionView[];
  total: number;
  page: number;
  /** Account names by id, for the other side of a transfer. */
  names: ReadonlyMap<string, string>;
};

/** An account's transactions, ten per page, each opening in its dialog. */
export function TransactionTable({ account, transactions, total, page, names }: TransactionTableProps) {
  const pages = Math.max(1, Math.ceil(total / PAGE_SIZE));
  const hrefOf = (to: number) => paths.account(account.id, pageQuery(to));
  return (
    <div>
      <DataTable
        caption="Transactions"
        columns={columnsFor(account.currency, names)}
        rows={transactions}
        rowKey={(row) => row.id}
        rowHref={(row) => paths.transaction(account.id, row.id, pageQuery(page))}
        empty={<NoTransactions account={account} />}
      />
      {total > 0 && <NumberedPagination page={page} pages={pages} href={hrefOf} label="Transaction pages" />}
    </div>
  );
}

const pageQuery = (page: number) => ({ page: page === 1 ? null : page });

function columnsFor(currency: Currency, names: ReadonlyMap<string, string>): Column<TransactionView>[] {
  return [
    { key: "date", header: "Date", cell: (row) => <CivilDateText date={row.transactionDate} year /> },
    { key: "description", header: "Description", card: "lead", cell: (row) => <Description row={row} names={names} /> },
    { key: "type", header: "Type", cell: (row) => TRANSACTION_TYPE_LABELS[row.type] },
    {
      key: "category",
      header: "Category",
      cell: (row) => TRANSACTION_CATEGORY_LABELS[transactionCategory(row.category)],
    },
    {
      key: "amount",
      header: "Amount",
      numeric: true,
      card: "corner",
      cell: (row) => (
        <MoneyText minor={row.amountMinor} currency={currency} signed className="font-medium text-foreground" />
      ),
    },
  ];
}

function Description({ row, names }: { row: TransactionView; names: ReadonlyMap<string, string> }) {
  const other = row.otherAccountId && names.get(row.otherAccountId);
  return (
    <span className="flex flex-wrap items-center gap-x-2 gap-y-1">
      <span className="min-w-0 text-foreground [overflow-wrap:anywhere]">{row.description}</span>
      {other && (
        <span className="text-muted-foreground text-sm">
          {row.leg === "in" ? "from" : "to"} {other}
        </span>
      )}
      {row.pending && <StatusBadge icon={Clock} label="Pending" tone="warn" />}
      {row.isReconciled && <StatusBadge icon={CheckCheck} label="Reconciled" tone="neutral" />}
    </span>
  );
}

function NoTransactions({ account }: { account: TransactionTableProps["account"] }) {
  return (
    <EmptyState
      icon={ReceiptText}
      title="No transactions found for this account."
      action={
        account.isActive && (
          <Button variant="outline" asChild>
            <Link to={paths.newTransaction(account.id)}>Add Your First Transaction</Link>
          </Button>
        )
      }
    >
      {account.isActive ? (
        <p>Add them one at a time, or import a CSV file from your bank.</p>
      ) : (
        <p>{ACCOUNT_IS_ARCHIVED}</p>
      )}
    </EmptyState>
  );
}
