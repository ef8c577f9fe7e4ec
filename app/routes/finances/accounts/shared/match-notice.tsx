import { Link } from "@remix-run/react";
import { ArrowRight, GitCompareArrows } from "lucide-react";
import { accountsHref } from "~/routes/finances/accounts/accounts-view";

type MatchNoticeProps = { toDecide: readonly { accountId: string; count: number }[]; accountId?: string };

/** How many pairs of transactions wait for a decision, of all accounts or of one; nothing where none does. */
export function MatchNotice({ toDecide, accountId }: MatchNoticeProps) {
  const count = toDecide.reduce((sum, one) => sum + (accountId && one.accountId !== accountId ? 0 : one.count), 0);
  if (count === 0) return null;
  return (
    <Link
      to={accountsHref({ mode: "look" })}
      className="flex items-center gap-3 rounded-md border border-border bg-card p-4 hover:bg-muted"
    >
      <GitCompareArrows className="size-5 shrink-0 text-link" />
      <span className="min-w-0 grow">
        <strong className="font-semibold">{`${count} to look at`}</strong>
        <span className="block text-muted-foreground">
          {count === 1 ? "A transaction from your bank may be one" : "Transactions from your bank may be ones"} that you
          entered or imported.
        </span>
      </span>
      <ArrowRight className="size-4 shrink-0 text-muted-foreground" />
    </Link>
  );
}
