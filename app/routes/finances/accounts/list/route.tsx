import { type MetaFunction, redirect } from "@remix-run/cloudflare";
import { Link, Outlet, useLocation } from "@remix-run/react";
import { FileLink } from "~/components/data-table/filter-bar";
import { EmptyState } from "~/components/feedback/empty-state";
import { PageHeader } from "~/components/page-header";
import { Section } from "~/components/section";
import { Stat } from "~/components/stat";
import { Button } from "~/components/ui/button";
import { Landmark, Link2, Plus, Unplug } from "~/components/ui/icons";
import { accountTotals, type HeldAccount } from "~/domain/finance/accounts/account";
import { formatMoney } from "~/domain/shared/money";
import { memberLoader } from "~/http/page-loader";
import { paths } from "~/paths";
import { MatchNotice } from "~/routes/finances/accounts/shared/match-notice";
import { useAccounts } from "~/routes/finances/accounts/shared/use-accounts";
import { ProblemBanner } from "~/routes/finances/shared/problem-banner";
import { AccountGroups } from "./account-groups";

export const meta: MetaFunction = () => [{ title: "Bank Accounts Management · Plenum" }];

export const loader = memberLoader(({ url }) => {
  const moved = oldAccountsHref(url.searchParams);
  if (moved) throw redirect(moved);
  return null;
});

export { shouldRevalidate } from "~/lib/revalidation";

/** All accounts of the household by institution, with totals. */
export default function AccountsList() {
  const { accounts, problems, toReview, connections, hasBank } = useAccounts();
  const left = problemOf(useLocation().state);
  return (
    <>
      <PageHeader
        title="Bank Accounts Management"
        secondary={
          <>
            {accounts.length > 0 && <FileLink href={paths.apiListFile("bank-accounts")} />}
            {(hasBank || accounts.some((account) => account.plaidItemId !== null)) && (
              <Button variant="outline" asChild>
                <Link to={paths.bankConnections()}>
                  <Unplug />
                  Bank Connections
                </Link>
              </Button>
            )}
            <Button variant="outline" asChild>
              <Link to={paths.connectBank()} preventScrollReset>
                <Link2 />
                Connect Bank
              </Link>
            </Button>
          </>
        }
        action={
          <Button asChild variant="default">
            <Link to={paths.chooseInstitution()}>
              <Plus />
              Add Manual Account
            </Link>
          </Button>
        }
      />
      <ProblemBanner messages={left ? [...problems, left] : problems} />
      <MatchNotice toReview={toReview} />
      <Section title="Your Accounts">
        {accounts.length > 0 && (
          <>
            <Totals
              accounts={accounts.map(({ currentBalanceMinor, ...account }) => ({
                ...account,
                balanceMinor: currentBalanceMinor,
              }))}
            />
            <AccountGroups accounts={accounts} connections={connections} />
          </>
        )}
        {accounts.length === 0 && problems.length === 0 && (
          <div className="list-frame">
            <EmptyState
              icon={Landmark}
              title="You don't have any accounts yet."
              action={
                <Button variant="outline" asChild>
                  <Link to={paths.chooseInstitution()}>Create Your First Account</Link>
                </Button>
              }
            >
              <p>
                Checking, savings, cards and investments side by side, with what you have, what you owe and the
                difference.
              </p>
            </EmptyState>
          </div>
        )}
      </Section>
      <Outlet />
    </>
  );
}

/** Why a connection failed, from the list's navigation state. */
function problemOf(state: unknown): string | null {
  const problem = typeof state === "object" && state !== null && "problem" in state ? state.problem : null;
  return typeof problem === "string" ? problem : null;
}

export { ErrorPage as ErrorBoundary } from "~/components/feedback/error-page";

// Three cards side by side; on phones, three rows of one card.
const totalsStyle =
  "grid sm:grid-cols-3 sm:gap-3 max-sm:divide-y max-sm:divide-border max-sm:rounded-md max-sm:border max-sm:border-border max-sm:bg-card";
const totalStyle =
  "max-sm:flex max-sm:items-baseline max-sm:justify-between max-sm:gap-4 max-sm:rounded-none max-sm:border-x-0 max-sm:border-b-0 max-sm:bg-transparent max-sm:px-4 max-sm:py-2.5 max-sm:first:border-t-0";

/** Assets, liabilities and net worth of active accounts; currencies are never added together. */
function Totals({ accounts }: { accounts: readonly HeldAccount[] }) {
  const totals = accountTotals(accounts);
  return (
    <div className="flex flex-col gap-3">
      {totals.map(({ currency, assetsMinor, liabilitiesMinor, netWorthMinor }) => {
        const tag = totals.length > 1 ? ` (${currency})` : "";
        const format = (minor: number) => formatMoney(Math.round(minor), currency);
        return (
          <div key={currency} className={totalsStyle}>
            <Stat label={`Total Assets${tag}`} value={assetsMinor} format={format} signed className={totalStyle} />
            <Stat label={`Total Liabilities${tag}`} value={liabilitiesMinor} format={format} className={totalStyle} />
            <Stat label={`Net Worth${tag}`} value={netWorthMinor} format={format} signed className={totalStyle} />
          </div>
        );
      })}
    </div>
  );
}

/** Current URL for an older link with modes and dialogs in its query; null for any other URL. */
function oldAccountsHref(search: URLSearchParams): string | null {
  const [mode, account, open, id] = ["mode", "account", "open", "id"].map((name) => search.get(name));
  const institution = search.get("institution");
  const item = search.get("item");
  if (open === "institution") return id ? paths.institution(id) : paths.newInstitution();
  switch (mode) {
    case "selectInstitution":
      return paths.chooseInstitution({ institution });
    case "addAccount":
      return paths.newAccount({ institution });
    case "connect":
      return paths.connectBank({ item });
    case "match":
      return item ? paths.matchBankAccounts(item) : paths.accounts();
    case "look":
      return paths.reviewDuplicates();
  }
  return account ? oldAccountHref(account, { mode, open, id, page: search.get("page") }) : null;
}

type OldDialog = Record<"mode" | "open" | "id" | "page", string | null | undefined>;

function oldAccountHref(account: string, { mode, open, id, page }: OldDialog): string {
  if (mode === "editAccount") return paths.editAccount(account, { page });
  switch (open) {
    case "transaction":
      return id ? paths.transaction(account, id, { page }) : paths.newTransaction(account, { page });
    case "removeTransaction":
      return id ? paths.deleteTransaction(account, id, { page }) : paths.account(account, { page });
    case "delete":
      return paths.deleteAccount(account, { page });
    case "archive":
      return paths.archiveAccount(account, { page });
    case "import":
      return paths.importTransactions(account);
    case "imports":
      return paths.pastImports(account);
    default:
      return paths.account(account, { page });
  }
}
