import { Link } from "@remix-run/react";
import { Card } from "~/components/ui/card";
import { ArrowRight, GitCompareArrows } from "~/components/ui/icons";
import { paths } from "~/paths";

type MatchNoticeProps = { toReview: readonly { accountId: string; count: number }[]; accountId?: string };

/** Number of transaction pairs to review, for all accounts or one; renders nothing if there are none. */
export function MatchNotice({ toReview, accountId }: MatchNoticeProps) {
  const count = toReview.reduce((sum, one) => sum + (accountId && one.accountId !== accountId ? 0 : one.count), 0);
  if (count === 0) return null;
  return (
    <Card asChild>
      <Link to={paths.reviewDuplicates()} className="flex items-center gap-3 p-4 hover:bg-muted">
        <GitCompareArrows className="size-5 shrink-0 text-link" />
        <span className="min-w-0 grow">
          <strong className="font-semibold">
            {count === 1 ? "1 possible duplicate" : `${count} possible duplicates`}
          </strong>
          <span className="block text-muted-foreground">
            {count === 1 ? "A transaction from your bank looks" : "Transactions from your bank look"} like one you
            entered or imported.
          </span>
        </span>
        <ArrowRight className="size-4 shrink-0 text-muted-foreground" />
      </Link>
    </Card>
  );
}
