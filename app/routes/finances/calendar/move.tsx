import { Form, Link, useLoaderData, useSearchParams, useSubmit } from "@remix-run/react";
import type { ChangeEvent, ReactNode } from "react";
import { CivilDateText } from "~/components/date-text";
import { useFormRefusal } from "~/components/feedback/session-ended";
import { ChoiceLabel } from "~/components/forms/choice-label";
import { useIsSubmitting } from "~/components/forms/use-action-form";
import { MoneyText } from "~/components/money-text";
import { Button } from "~/components/ui/button";
import { Input } from "~/components/ui/input";
import { RadioGroup, RadioGroupItem } from "~/components/ui/radio-group";
import type { MoveEffect } from "~/domain/finance/forecast/calendar";
import { ITEM_MESSAGES } from "~/domain/finance/tracker/messages";
import { moveExpense, moveIncome } from "~/domain/finance/tracker/move.server";
import { readOccurrenceKey } from "~/domain/finance/tracker/plan";
import { MoveOccurrence } from "~/domain/finance/tracker/schema";
import { notFound, withErrorMessage } from "~/domain/shared/errors";
import type { Currency } from "~/domain/shared/money";
import { formatDate } from "~/domain/shared/time/date-format";
import type { CivilDate } from "~/domain/shared/time/dates";
import { householdToday } from "~/domain/shared/time/household-day";
import { formAction } from "~/http/form-action";
import { memberLoader } from "~/http/page-loader";
import { redirectWithToast } from "~/http/toast.server";
import { useActionAnswer } from "~/lib/use-action-answer";
import { paths } from "~/paths";
import { frequencyLabel } from "~/routes/finances/shared/item-labels";
import { Labeled } from "~/routes/finances/shared/labeled";
import { moveData } from "./calendar-data.server";
import { type CalendarView, calendarHref, readCalendarView, readOccurrence } from "./calendar-view";

export const loader = memberLoader(({ ctx, url, params }) =>
  moveData(ctx, readCalendarView(url.searchParams, householdToday(ctx)), readOccurrence(params.occurrence)),
);

/** Saves the move shown in the URL. */
export const action = formAction(MoveOccurrence, async ({ ctx, input, params, url, request }) => {
  const moving = readOccurrenceKey(params.occurrence ?? "");
  if (!moving) throw notFound();
  const { kind, id } = moving;
  const move = kind === "income" ? moveIncome : moveExpense;
  await withErrorMessage(ITEM_MESSAGES[kind].notUpdated, () => move(ctx, id, input));
  const to = calendarHref(readCalendarView(url.searchParams, householdToday(ctx)));
  return redirectWithToast(request, to, { tone: "success", text: `Moved to ${formatDate(input.to)}.` });
});

export { clientAction } from "~/lib/client-action";
export { shouldRevalidate } from "~/lib/revalidation";

/** The selected occurrence: its day, where it could move, the effect of that, and only then 'Save'. */
export default function MoveOccurrencePanel() {
  const { item, occurrence, to, isRecurring, effect, currency, formKey } = useLoaderData<typeof loader>();
  const [search] = useSearchParams();
  const view = readCalendarView(search, occurrence.date);
  const { lastResult, sessionEnded } = useFormRefusal(useActionAnswer());
  const isSaving = useIsSubmitting();
  const errors = Object.values(lastResult?.error ?? {}).flatMap((messages) => messages ?? []);
  return (
    <section
      aria-label={`Move ${item.name}`}
      className="flex flex-col gap-4 rounded-md border border-ring bg-card p-4 sm:p-6"
    >
      <div className="flex flex-wrap items-baseline justify-between gap-x-4 gap-y-1">
        <h2 className="font-semibold text-base">
          {item.name}, <MoneyText minor={item.amountMinor} currency={item.currency} />
          <span className="ml-2 font-normal text-muted-foreground text-sm">
            <CivilDateText date={occurrence.date} /> · {frequencyLabel(item)}
          </span>
        </h2>
        <Button asChild variant="ghost" size="sm" className="ml-auto">
          <Link
            to={paths.matchOccurrence(`${occurrence.key}@${occurrence.date}`, { month: occurrence.date.slice(0, 7) })}
          >
            Match with a transaction
          </Link>
        </Button>
        <Button asChild variant="ghost" size="sm">
          <Link to={calendarHref(view)} preventScrollReset replace>
            {to ? "Cancel" : "Close"}
          </Link>
        </Button>
      </div>
      {errors.length > 0 && (
        <p role="alert" className="font-medium text-bad">
          {errors.join(" ")}
        </p>
      )}
      <TryForm
        key={`${occurrence.key}@${occurrence.date}`}
        view={view}
        day={to ?? occurrence.date}
        isRecurring={isRecurring}
      />
      {to && (
        <>
          <Effect effect={effect} currency={currency} to={to} />
          <Form method="post" preventScrollReset>
            <input type="hidden" name="idempotencyKey" value={formKey} />
            <input type="hidden" name="date" value={occurrence.date} />
            <input type="hidden" name="to" value={to} />
            <input type="hidden" name="scope" value={view.scope} />
            <input type="hidden" name="version" value={item.version} />
            <Button type="submit" variant="default" loading={isSaving}>
              Move it to {formatDate(to)}
            </Button>
          </Form>
        </>
      )}
      {sessionEnded}
    </section>
  );
}

type TryFormProps = { view: CalendarView; day: CivilDate; isRecurring: boolean };

/** Previews a day without saving it. */
function TryForm({ view: { month, currency, scope }, day, isRecurring }: TryFormProps) {
  const submit = useSubmit();
  // 'Move it' saves the preview, so a choice is previewed at once.
  const preview = ({ currentTarget }: ChangeEvent<HTMLInputElement>) =>
    submit(currentTarget.form, { preventScrollReset: true, replace: true });
  return (
    <Form method="get" preventScrollReset replace className="flex flex-wrap items-end gap-4">
      <input type="hidden" name="month" value={month} />
      {currency && <input type="hidden" name="currency" value={currency} />}
      <Labeled label="Move to">
        <Input key={day} type="date" name="to" required defaultValue={day} />
      </Labeled>
      {isRecurring && (
        <RadioGroup label="What moves" labelHidden>
          <ChoiceLabel label="This one only">
            <RadioGroupItem name="scope" value="one" defaultChecked={scope === "one"} onChange={preview} />
          </ChoiceLabel>
          <ChoiceLabel label="This and all later ones">
            <RadioGroupItem name="scope" value="later" defaultChecked={scope === "later"} onChange={preview} />
          </ChoiceLabel>
        </RadioGroup>
      )}
      <Button variant="outline" type="submit">
        See the effect
      </Button>
    </Form>
  );
}

function Effect({ effect, currency, to }: { effect: MoveEffect | null; currency: Currency; to: string }) {
  if (!effect) return <p aria-live="polite">On {formatDate(to, true)} instead. Not saved yet.</p>;
  const { lowestBeforeMinor, lowestAfterMinor, belowBefore, belowAfter } = effect;
  return (
    <div aria-live="polite" className="flex flex-col gap-2">
      <dl className="grid gap-x-6 gap-y-2 sm:grid-cols-2">
        <Fact label="Lowest balance until the end of the month">
          <MoneyText minor={lowestAfterMinor} currency={currency} className="font-semibold" />{" "}
          <span className="text-muted-foreground">
            {lowestAfterMinor === lowestBeforeMinor ? "as before" : "instead of "}
            {lowestAfterMinor !== lowestBeforeMinor && <MoneyText minor={lowestBeforeMinor} currency={currency} />}
          </span>
        </Fact>
        <Fact label="First day below zero">
          <span className="font-semibold">{belowAfter ? formatDate(belowAfter.date, true) : "None in 24 months"}</span>{" "}
          <span className="text-muted-foreground">
            {belowAfter?.date === belowBefore?.date
              ? "as before"
              : `instead of ${belowBefore ? formatDate(belowBefore.date, true) : "none"}`}
          </span>
        </Fact>
      </dl>
      <p className="text-muted-foreground text-sm">Not saved yet. The calendar below shows a preview.</p>
    </div>
  );
}

function Fact({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div>
      <dt className="text-muted-foreground text-sm">{label}</dt>
      <dd>{children}</dd>
    </div>
  );
}

export { DialogError as ErrorBoundary, dialogHandle as handle } from "~/components/feedback/dialog-error";
