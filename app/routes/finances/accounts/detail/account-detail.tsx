import { Link } from "@remix-run/react";
import { FileUp, History, Plus } from "lucide-react";
import type { ReactNode } from "react";
import { ErrorState } from "~/components/feedback/error-state";
import { Button } from "~/components/ui/button";
import type { AccountView } from "~/domain/finance/accounts/accounts.server";
import { type AccountsView, accountsHref } from "~/routes/finances/accounts/accounts-view";
import type { AccountsData } from "~/routes/finances/accounts/data.server";
import { MatchNotice } from "~/routes/finances/accounts/shared/match-notice";
import type { AccountRefusal } from "~/routes/finances/accounts/shared/refusal";
import { ProblemBanner } from "~/routes/finances/shared/problem-banner";
import { AccountFacts } from "./account-facts";
import { AccountHeader } from "./account-header";
import { TransactionTable } from "./transaction-table";

type AccountDetailProps = { account: AccountView; view: AccountsView; data: AccountsData; refusal: AccountRefusal };

const notLoaded = "Failed to load transactions";

/** One account: its facts, what can be done with it, and its transactions. */
export function AccountDetail({ account, view, data, refusal }: AccountDetailProps) {
  const outside = view.dialog === null ? (refusal.lastResult?.error?.[""] ?? []) : [];
  const here = data.problems.filter((problem) => problem !== notLoaded);
  return (
    <>
      <AccountHeader account={account} formKey={data.formKey} />
      <ProblemBanner messages={[...here, ...outside]} />
      <MatchNotice toDecide={data.toDecide} accountId={account.id} />
      <AccountFacts account={account} now={data.now} />
      <section aria-labelledby="transactions" className="flex flex-col gap-4">
        <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-3">
          <h2 id="transactions" className="font-semibold text-base">
            Transactions
          </h2>
          <Actions account={account} isImporting={view.dialog?.kind === "import"} />
        </div>
        {data.problems.includes(notLoaded) ? (
          <div className="list-frame">
            <ErrorState
              title={notLoaded}
              action={
                <Button variant="outline" asChild>
                  <Link to={accountsHref({ accountId: account.id, page: view.page })}>Try again</Link>
                </Button>
              }
            />
          </div>
        ) : (
          <TransactionTable
            account={account}
            transactions={data.transactions}
            total={account.transactionCount}
            page={view.page}
            names={new Map(data.accounts.map(({ id, name }) => [id, name]))}
          />
        )}
      </section>
    </>
  );
}

function Actions({ account, isImporting }: { account: AccountView; isImporting: boolean }) {
  const at = (kind: "import" | "imports") => accountsHref({ accountId: account.id, dialog: { kind } });
  const disabled = isImporting || !account.isActive;
  return (
    <div className="flex flex-wrap gap-2">
      <Button asChild variant="ghost">
        <Link to={at("imports")} preventScrollReset>
          <History />
          Past imports
        </Link>
      </Button>
      <LinkButton to={at("import")} disabled={disabled}>
        <FileUp />
        Import CSV
      </LinkButton>
      <div className={account.isActive ? "thumb-action" : undefined}>
        <LinkButton
          to={accountsHref({ accountId: account.id, dialog: { kind: "transaction", id: null } })}
          disabled={disabled}
          primary
        >
          <Plus />
          Add Transaction
        </LinkButton>
      </div>
    </div>
  );
}

type LinkButtonProps = { to: string; disabled: boolean; primary?: boolean; children: ReactNode };

/** A link that looks like a button, and is a disabled button where it leads nowhere now. */
function LinkButton({ to, disabled, primary, children }: LinkButtonProps) {
  const variant = primary ? "default" : "outline";
  if (disabled) {
    return (
      <Button variant={variant} disabled>
        {children}
      </Button>
    );
  }
  return (
    <Button asChild variant={variant}>
      <Link to={to} preventScrollReset>
        {children}
      </Link>
    </Button>
  );
}
