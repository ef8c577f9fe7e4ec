import { Link } from "@remix-run/react";
import { ArrowLeft } from "lucide-react";
import { lazy } from "react";
import { PageHeader } from "~/components/page-header";
import { Button } from "~/components/ui/button";
import { Skeleton } from "~/components/ui/skeleton";
import { ClientOnly } from "~/lib/client-only";
import { paths } from "~/paths";
import type { AccountsData } from "~/routes/finances/accounts/data.server";
import { ProblemBanner } from "~/routes/finances/shared/problem-banner";

const MatchList = lazy(async () => ({ default: (await import("./match-list")).MatchList }));

/** Transactions that the bank told and that may be there already: the household decides pair by pair. */
export function AccountsLook({ data: { matches, toDecide, problems } }: { data: AccountsData }) {
  const count = toDecide.reduce((sum, one) => sum + one.count, 0);
  return (
    <>
      <div className="flex flex-col gap-2">
        <div>
          <Button asChild variant="link" size="sm">
            <Link to={paths.accounts()}>
              <ArrowLeft />
              Back to Accounts
            </Link>
          </Button>
        </div>
        <PageHeader title={count === 0 ? "Nothing to look at" : `${count} to look at`} />
      </div>
      <ProblemBanner messages={problems} />
      <ClientOnly fallback={<Skeleton className="h-48 w-full" />}>
        <MatchList matches={matches} />
      </ClientOnly>
    </>
  );
}
