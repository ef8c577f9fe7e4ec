import { useFetcher } from "@remix-run/react";
import { type KeyboardEvent, type ReactNode, useEffect, useRef } from "react";
import { CivilDateText } from "~/components/date-text";
import { useFormRefusal } from "~/components/feedback/session-ended";
import { MoneyText } from "~/components/money-text";
import { StatusBadge } from "~/components/status-badge";
import { TextLink } from "~/components/text-link";
import { Button } from "~/components/ui/button";
import { Card } from "~/components/ui/card";
import { CheckCheck, Clock } from "~/components/ui/icons";
import { TRANSACTION_CATEGORY_LABELS, transactionCategory } from "~/domain/finance/accounts/account";
import type { MatchRow, MatchView } from "~/domain/finance/bank-link/review.server";
import { dayNumber } from "~/domain/shared/time/dates";
import type { FormRefusal } from "~/http/form-action";
import { paths } from "~/paths";

const titles = { manual: "Entered by hand", csv: "From a file", bank: "From an earlier connection" } as const;
const keys: Record<string, string> = { s: "same", d: "different", u: "undo" };

type MatchPairProps = { match: MatchView; onDecided: () => void };

/** The bank's transaction next to the household's, for a decision; once decided, a line with an undo. */
export function MatchPair({ match, onDecided }: MatchPairProps) {
  const { id, kind, verdict, bank, own, currency } = match;
  const fetcher = useFetcher<FormRefusal>();
  const { sessionEnded, lastResult } = useFormRefusal(fetcher.data);
  const isDeciding = useRef(false);
  const sent = fetcher.state === "idle" ? null : fetcher.formData?.get("verdict");
  const send = (wanted: string) => {
    if (sent || (wanted === "undo") === (verdict === null)) return;
    isDeciding.current = wanted !== "undo";
    // A new key for each click: giving the same answer again after an undo is another decision.
    const idempotencyKey = crypto.randomUUID();
    fetcher.submit({ matchId: id, verdict: wanted, idempotencyKey }, { method: "post" });
  };

  // Moves on to the next pair once the server has saved this decision.
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs when the decision is saved
  useEffect(() => {
    if (isDeciding.current && verdict !== null) onDecided();
    isDeciding.current = false;
  }, [verdict]);

  const onKeyDown = (event: KeyboardEvent) => {
    const wanted = keys[event.key.toLowerCase()];
    if (wanted && !event.repeat && !event.ctrlKey && !event.metaKey && !event.altKey) send(wanted);
  };
  const answer = (wanted: string, label: ReactNode) => (
    <Button
      loading={sent === wanted}
      disabled={Boolean(sent)}
      onClick={() => send(wanted)}
      variant={wanted === "undo" ? "ghost" : "outline"}
      className={wanted === "undo" ? undefined : "max-sm:w-full"}
    >
      {label}
    </Button>
  );
  return (
    <Card
      as="li"
      tabIndex={-1}
      data-open={verdict === null || undefined}
      aria-label={`${bank.description} and ${own.description}`}
      onKeyDown={onKeyDown}
      className="flex flex-col gap-4 p-4 sm:px-6"
    >
      {verdict === null && (
        <>
          <div className="grid gap-4 sm:grid-cols-2 sm:gap-6">
            <Side title="From your bank" row={bank} currency={currency} />
            <Side
              title={kind === "pending" ? "Was pending at your bank" : titles[own.source]}
              row={own}
              currency={currency}
            />
          </div>
          <p className="text-muted-foreground text-sm">
            <TextLink to={paths.account(match.accountId)}>{match.accountName}</TextLink>: {likeness(bank, own)}
          </p>
        </>
      )}
      <div className="flex flex-wrap items-center gap-3">
        {verdict === null ? (
          <>
            {answer("same", "It is the same")}
            {answer("different", "They are different")}
          </>
        ) : (
          <>
            <p role="status" className="min-w-0 grow [overflow-wrap:anywhere]">
              <strong className="font-semibold">{verdict === "same" ? "The same" : "Different"}:</strong>{" "}
              {own.description === bank.description ? own.description : `${bank.description} / ${own.description}`},{" "}
              <MoneyText minor={bank.amountMinor} currency={currency} signed />
            </p>
            {answer("undo", "Undo")}
          </>
        )}
      </div>
      {lastResult?.error && fetcher.state === "idle" && (
        <p role="alert" className="font-medium text-bad">
          {Object.values(lastResult.error).flat().join(" ")}
        </p>
      )}
      {sessionEnded}
    </Card>
  );
}

type SideProps = { title: string; row: MatchRow; currency: MatchView["currency"] };

function Side({ title, row, currency }: SideProps) {
  return (
    <div className="flex min-w-0 flex-col gap-1">
      <p className="text-subtle-foreground text-sm">{title}</p>
      <p className="flex items-start justify-between gap-3 font-medium">
        <span className="min-w-0 [overflow-wrap:anywhere]">{row.description}</span>
        <MoneyText minor={row.amountMinor} currency={currency} signed />
      </p>
      <p className="flex flex-wrap items-center gap-x-2 gap-y-1 text-muted-foreground">
        <CivilDateText date={row.date} year />
        <span>{TRANSACTION_CATEGORY_LABELS[transactionCategory(row.category)]}</span>
        {row.pending === 1 && <StatusBadge icon={Clock} label="Pending" tone="warn" />}
        {row.isReconciled === 1 && <StatusBadge icon={CheckCheck} label="Reconciled" tone="neutral" />}
      </p>
      {row.notes && <p className="text-muted-foreground [overflow-wrap:anywhere]">{row.notes}</p>}
    </div>
  );
}

function likeness(bank: MatchRow, own: MatchRow): string {
  const days = Math.abs(dayNumber(bank.date) - dayNumber(own.date));
  const apart = days === 0 ? "the same day" : days === 1 ? "one day apart" : `${days} days apart`;
  return `${bank.amountMinor === own.amountMinor ? "the same amount" : "another amount"}, ${apart}.`;
}
