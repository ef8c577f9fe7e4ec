import { type MetaFunction, redirect } from "@remix-run/cloudflare";
import { Link, Outlet, useLoaderData, useLocation, useMatch, useSearchParams } from "@remix-run/react";
import type { ComponentProps, ReactNode } from "react";
import type { CrumbHandle } from "~/components/app-shell/breadcrumbs";
import { FileLink } from "~/components/data-table/filter-bar";
import { ErrorState } from "~/components/feedback/error-state";
import { useFormRefusal } from "~/components/feedback/session-ended";
import { ThumbAction } from "~/components/thumb-action";
import { Button } from "~/components/ui/button";
import { FileUp, History, Plus } from "~/components/ui/icons";
import type { AccountView } from "~/domain/finance/accounts/accounts.server";
import { setActive } from "~/domain/finance/accounts/accounts.server";
import { accountDetail } from "~/domain/finance/accounts/transactions.server";
import { Nothing } from "~/domain/shared/fields";
import { logCause } from "~/domain/shared/log.server";
import { formAction } from "~/http/form-action";
import { memberLoader } from "~/http/page-loader";
import { redirectWithToast } from "~/http/toast.server";
import { useActionAnswer } from "~/lib/use-action-answer";
import { paths } from "~/paths";
import { MatchNotice } from "~/routes/finances/accounts/shared/match-notice";
import { useAccounts } from "~/routes/finances/accounts/shared/use-accounts";
import { ConnectionNotices } from "~/routes/finances/shared/connection-notice";
import { ProblemBanner } from "~/routes/finances/shared/problem-banner";
import { AccountFacts } from "./account-facts";
import { AccountHeader } from "./account-header";
import { PAGE_SIZE, TransactionTable } from "./transaction-table";

export const handle: CrumbHandle<{ account?: { name: string } }> = {
  crumb: (data) => ({ record: data?.account?.name }),
};

export const meta: MetaFunction<typeof loader> = ({ data }) => [
  { title: `${data?.account.name ?? "Bank Accounts Management"} · Plenum` },
];

function readPage(search: URLSearchParams): number {
  const text = search.get("page") ?? "";
  return /^[1-9]\d{0,8}$/.test(text) ? Number(text) : 1;
}

export const loader = memberLoader(async ({ ctx, params, url, request }) => {
  const [id, page] = [params.id ?? "", readPage(url.searchParams)];
  const offset = (page - 1) * PAGE_SIZE;
  const { failures, ...detail } = await accountDetail(ctx, id, { limit: PAGE_SIZE, offset });
  const last = Math.max(1, Math.ceil(detail.account.transactionCount / PAGE_SIZE));
  // The last row of the last page was deleted.
  if (page > last && url.pathname === paths.account(id)) throw redirect(paths.account(id, { page: last }));
  for (const failure of failures) logCause(ctx, request, failure);
  return { ...detail, problem: failures[0]?.message ?? null, formKey: ctx.newId() };
});

/** Reactivates the account. */
export const action = formAction(Nothing, async ({ ctx, params, url, request }) => {
  const { id } = await setActive(ctx, params.id ?? "", { isActive: true });
  const to = paths.account(id, { page: url.searchParams.get("page") });
  return redirectWithToast(request, to, { tone: "success", text: "Account reactivated." });
});

export { clientAction } from "~/lib/client-action";
export { shouldRevalidate } from "~/lib/revalidation";

/** One account with its facts, actions and transactions. */
export default function Account() {
  const { account, transactions, problem, formKey } = useLoaderData<typeof loader>();
  const { accounts, toReview, connections, now, problems } = useAccounts();
  const { lastResult, sessionEnded } = useFormRefusal(useActionAnswer());
  const [search] = useSearchParams();
  const page = readPage(search);
  return (
    <>
      <AccountHeader
        account={account}
        connection={connections.find(({ accountId }) => accountId === account.id)}
        formKey={formKey}
      />
      <ProblemBanner messages={[...problems, ...(lastResult?.error?.[""] ?? [])]} />
      {account.isActive && <ConnectionNotices connections={connections} accountId={account.id} />}
      <MatchNotice toReview={toReview} accountId={account.id} />
      <AccountFacts account={account} now={now} />
      <section aria-labelledby="transactions" className="flex flex-col gap-4">
        <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-3">
          <h2 id="transactions" className="font-semibold text-base">
            Transactions
          </h2>
          <Actions account={account} />
        </div>
        {problem ? (
          <div className="list-frame">
            <ErrorState
              title={problem}
              action={
                <Button variant="outline" asChild>
                  <Link to={paths.account(account.id, { page })}>Try again</Link>
                </Button>
              }
            />
          </div>
        ) : (
          <TransactionTable
            account={account}
            transactions={transactions}
            total={account.transactionCount}
            page={page}
            names={new Map(accounts.map(({ id, name }) => [id, name]))}
          />
        )}
      </section>
      <Outlet />
      {sessionEnded}
    </>
  );
}

function Actions({ account: { id, isActive } }: { account: AccountView }) {
  const isImporting = useMatch(paths.importTransactions(id)) !== null;
  const disabled = isImporting || !isActive;
  // The page of transactions behind a dialog stays.
  const { search } = useLocation();
  const add = (
    <LinkButton to={{ pathname: paths.newTransaction(id), search }} disabled={disabled} primary>
      <Plus />
      Add Transaction
    </LinkButton>
  );
  return (
    <div className="flex flex-wrap gap-2">
      <FileLink href={paths.exportTransactions({ account: id })} />
      <Button asChild variant="ghost">
        <Link to={{ pathname: paths.pastImports(id), search }} preventScrollReset>
          <History />
          Past imports
        </Link>
      </Button>
      <LinkButton to={{ pathname: paths.importTransactions(id), search }} disabled={disabled}>
        <FileUp />
        Import CSV
      </LinkButton>
      {isActive ? <ThumbAction>{add}</ThumbAction> : add}
    </div>
  );
}

type LinkButtonProps = {
  to: ComponentProps<typeof Link>["to"];
  disabled: boolean;
  primary?: boolean;
  children: ReactNode;
};

/** A link styled as a button, or a disabled button if the action is unavailable. */
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

export { ErrorPage as ErrorBoundary } from "~/components/feedback/error-page";
