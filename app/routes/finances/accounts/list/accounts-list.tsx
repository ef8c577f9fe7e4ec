import { Link, useLocation } from "@remix-run/react";
import { Landmark, Link2, Plus, Unplug } from "lucide-react";
import { EmptyState } from "~/components/feedback/empty-state";
import { PageHeader } from "~/components/page-header";
import { Section } from "~/components/section";
import { Button } from "~/components/ui/button";
import { paths } from "~/paths";
import { accountsHref } from "~/routes/finances/accounts/accounts-view";
import type { AccountsData } from "~/routes/finances/accounts/data.server";
import { MatchNotice } from "~/routes/finances/accounts/shared/match-notice";
import { ProblemBanner } from "~/routes/finances/shared/problem-banner";
import { AccountGroups } from "./account-groups";
import { Totals } from "./totals";

/** All accounts of the household below their institutions, with what they come to. */
export function AccountsList({ data: { accounts, problems, toDecide } }: { data: AccountsData }) {
  const toAdd = accountsHref({ mode: "selectInstitution" });
  const left = problemOf(useLocation().state);
  return (
    <>
      <PageHeader
        title="Bank Accounts Management"
        secondary={
          <>
            {accounts.some((account) => account.plaidItemId !== null) && (
              <Button variant="outline" asChild>
                <Link to={paths.bankConnections()}>
                  <Unplug />
                  Bank Connections
                </Link>
              </Button>
            )}
            <Button variant="outline" asChild>
              <Link to={accountsHref({ mode: "connect" })} preventScrollReset>
                <Link2 />
                Connect Bank
              </Link>
            </Button>
          </>
        }
        action={
          <Button asChild variant="default">
            <Link to={toAdd}>
              <Plus />
              Add Manual Account
            </Link>
          </Button>
        }
      />
      <ProblemBanner messages={left ? [...problems, left] : problems} />
      <MatchNotice toDecide={toDecide} />
      <Section title="Your Accounts">
        {accounts.length > 0 && (
          <>
            <Totals
              accounts={accounts.map(({ currentBalanceMinor, ...account }) => ({
                ...account,
                balanceMinor: currentBalanceMinor,
              }))}
            />
            <AccountGroups accounts={accounts} />
          </>
        )}
        {accounts.length === 0 && problems.length === 0 && (
          <div className="list-frame">
            <EmptyState
              icon={Landmark}
              title="You don't have any accounts yet."
              action={
                <Button variant="outline" asChild>
                  <Link to={toAdd}>Create Your First Account</Link>
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
    </>
  );
}

/** Why a connection was given up; carried by the way back to the list. */
function problemOf(state: unknown): string | null {
  const problem = typeof state === "object" && state !== null && "problem" in state ? state.problem : null;
  return typeof problem === "string" ? problem : null;
}
