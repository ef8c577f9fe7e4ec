import { Form } from "@remix-run/react";
import type { ReactNode } from "react";
import { CivilDateText } from "~/components/date-text";
import { useFormRefusal } from "~/components/feedback/session-ended";
import { MoneyText } from "~/components/money-text";
import { Badge } from "~/components/ui/badge";
import { Button } from "~/components/ui/button";
import { Dialog, DialogBody, DialogContent, DialogFooter, DialogHeader, DialogTitle } from "~/components/ui/dialog";
import { Undo2, Unlink } from "~/components/ui/icons";
import type { OccurrenceOption, RowOption } from "~/domain/finance/cashflow/match-options.server";
import type { Currency } from "~/domain/shared/money";
import { useActionAnswer } from "~/lib/use-action-answer";
import { useCloseDialog } from "~/lib/use-close-dialog";
import type { occurrenceData, rowData } from "./match.server";

type OccurrenceDialogProps = { data: Awaited<ReturnType<typeof occurrenceData>> };

/** Selects the transaction that a planned occurrence corresponds to. */
export function MatchOccurrenceDialog({ data: { occurrence, match, options, formKey } }: OccurrenceDialogProps) {
  const { name, date, amountMinor, currency, key } = occurrence;
  return (
    <MatchDialog title="Match with a transaction">
      <Subject name={name} date={date} minor={amountMinor} currency={currency} />
      {match && (
        <Current isDecided={match.isDecided} rowId={match.option.id} occurrence={key} formKey={formKey}>
          <Line
            name={match.option.name}
            date={match.option.date}
            minor={match.option.amountMinor}
            currency={currency}
          />
        </Current>
      )}
      <Choices title={match ? "Or another transaction" : "Which transaction is it?"} isEmpty={options.length === 0}>
        {options.map((row: RowOption) => (
          <Choice key={row.id} rowId={row.id} occurrence={key} formKey={formKey} name={row.name}>
            <Line name={row.name} date={row.date} minor={row.amountMinor} currency={currency} />
            {row.paidFor && <Badge>{`Now ${row.paidFor}`}</Badge>}
          </Choice>
        ))}
      </Choices>
    </MatchDialog>
  );
}

type RowDialogProps = { data: Awaited<ReturnType<typeof rowData>> };

/** Selects the planned occurrence that a posted transaction corresponds to. */
export function MatchRowDialog({ data: { row, match, options, formKey } }: RowDialogProps) {
  const { id, name, date, amountMinor, currency, counts } = row;
  return (
    <MatchDialog title="Match with the plan">
      <Subject name={name} date={date} minor={amountMinor} currency={currency} />
      {match && (
        <Current isDecided={match.isDecided} rowId={id} occurrence={match.option.key} formKey={formKey}>
          <Line
            name={match.option.name}
            date={match.option.date}
            minor={match.option.amountMinor}
            currency={currency}
          />
        </Current>
      )}
      <Choices
        title={match ? "Or another planned item" : "Which planned item is it?"}
        isEmpty={options.length === 0}
        nothing={counts ? undefined : "This transaction counts neither as income nor as an expense."}
      >
        {options.map((each: OccurrenceOption) => (
          <Choice
            key={each.key}
            rowId={id}
            occurrence={each.key}
            formKey={formKey}
            name={each.name}
            isTaken={each.hasRow}
          >
            <Line name={each.name} date={each.date} minor={each.amountMinor} currency={currency} />
            {each.hasRow && <Badge>Has a transaction</Badge>}
          </Choice>
        ))}
      </Choices>
    </MatchDialog>
  );
}

function MatchDialog({ title, children }: { title: string; children: ReactNode }) {
  const close = useCloseDialog();
  const { lastResult, sessionEnded } = useFormRefusal(useActionAnswer());
  const errors = Object.values(lastResult?.error ?? {}).flatMap((messages) => messages ?? []);
  return (
    <Dialog open onOpenChange={close}>
      <DialogContent>
        <DialogHeader>
          <DialogTitle>{title}</DialogTitle>
        </DialogHeader>
        <DialogBody className="flex flex-col gap-5">
          {errors.length > 0 && (
            <p role="alert" className="rounded-md bg-bad-soft p-3 text-bad">
              {errors[0]}
            </p>
          )}
          {children}
        </DialogBody>
        <DialogFooter>
          <Button variant="outline" onClick={close}>
            Close
          </Button>
        </DialogFooter>
        {sessionEnded}
      </DialogContent>
    </Dialog>
  );
}

type SubjectProps = { name: string; date: string; minor: number; currency: Currency };

function Subject({ name, date, minor, currency }: SubjectProps) {
  return (
    <p className="flex flex-wrap items-baseline justify-between gap-x-4">
      <strong className="min-w-0 break-words font-semibold">{name}</strong>
      <span className="text-muted-foreground">
        <CivilDateText date={date} year /> · <MoneyText minor={Math.abs(minor)} currency={currency} />
      </span>
    </p>
  );
}

function Line({ name, date, minor, currency }: SubjectProps) {
  return (
    <span className="min-w-0 grow">
      <span className="block break-words font-medium">{name}</span>
      <span className="text-muted-foreground text-sm">
        <CivilDateText date={date} /> · <MoneyText minor={Math.abs(minor)} currency={currency} />
      </span>
    </span>
  );
}

type MatchFields = { rowId: string; occurrence: string; formKey: string };

function Fields({ rowId, occurrence, formKey }: MatchFields) {
  return (
    <>
      <input type="hidden" name="transactionId" value={rowId} />
      <input type="hidden" name="occurrence" value={occurrence} />
      <input type="hidden" name="idempotencyKey" value={`${formKey} ${rowId} ${occurrence}`} />
    </>
  );
}

/** The current match: undone if the household made it, rejected if it was found automatically. */
function Current({ isDecided, children, ...fields }: MatchFields & { isDecided: boolean; children: ReactNode }) {
  return (
    <section aria-label="Matched" className="flex flex-col gap-2">
      <h3 className="text-muted-foreground text-sm">{isDecided ? "Matched by you with" : "Matched with"}</h3>
      <Form
        method="post"
        preventScrollReset
        className="flex flex-wrap items-center gap-3 rounded-md bg-ok-soft px-4 py-3"
      >
        <Fields {...fields} />
        {children}
        <Button type="submit" variant="outline" name="answer" value={isDecided ? "forget" : "different"}>
          {isDecided ? <Undo2 /> : <Unlink />}
          {isDecided ? "Undo" : "Not the same"}
        </Button>
      </Form>
    </section>
  );
}

type ChoicesProps = { title: string; isEmpty: boolean; nothing?: string; children: ReactNode };

function Choices({ title, isEmpty, nothing = "No match within 35 days.", children }: ChoicesProps) {
  return (
    <section aria-label={title} className="flex flex-col gap-2">
      <h3 className="text-muted-foreground text-sm">{title}</h3>
      {isEmpty ? (
        <p>{nothing}</p>
      ) : (
        <ul className="divide-y divide-border rounded-md border border-border">{children}</ul>
      )}
    </section>
  );
}

type ChoiceProps = MatchFields & { name: string; isTaken?: boolean; children: ReactNode };

function Choice({ name, isTaken = false, children, ...fields }: ChoiceProps) {
  return (
    <li>
      <Form method="post" preventScrollReset className="flex flex-wrap items-center gap-3 px-4 py-2">
        <Fields {...fields} />
        {children}
        {!isTaken && (
          <Button type="submit" variant="outline" size="sm" name="answer" value="same" aria-label={`It is ${name}`}>
            This one
          </Button>
        )}
      </Form>
    </li>
  );
}
