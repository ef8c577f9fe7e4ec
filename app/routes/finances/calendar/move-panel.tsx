import { Form, Link, useNavigation } from "@remix-run/react";
import type { ReactNode } from "react";
import { formatCivilDate } from "~/components/date-format";
import { CivilDateText } from "~/components/date-text";
import { MoneyText } from "~/components/money-text";
import { Button } from "~/components/ui/button";
import { Input } from "~/components/ui/input";
import { Radio, RadioGroup } from "~/components/ui/radio-group";
import type { MoveEffect } from "~/domain/finance/forecast/calendar";
import type { Currency } from "~/domain/shared/money";
import { frequencyLabel } from "~/routes/finances/shared/item-words";
import { Labelled } from "~/routes/finances/shared/labelled";
import { type CalendarView, calendarHref } from "./calendar-view";
import type { CalendarData } from "./data.server";

type MovePanelProps = { data: CalendarData; view: CalendarView; errors: readonly string[] };

/** The occurrence that was chosen: where it is, where it could go, what that would change, and only then 'Save'. */
export function MovePanel({ data, view, errors }: MovePanelProps) {
  const { bill, effect, currency, formKey } = data;
  const chosen = view.bill;
  if (!bill || !chosen) return null;
  const { item } = bill;
  return (
    <section
      aria-label={`Move ${item.name}`}
      className="flex flex-col gap-4 rounded-md border border-ring bg-card p-4 sm:p-6"
    >
      <div className="flex flex-wrap items-baseline justify-between gap-x-4 gap-y-1">
        <h2 className="font-semibold text-base">
          {item.name}, <MoneyText minor={item.amountMinor} currency={item.currency} />
          <span className="ml-2 font-normal text-muted-foreground text-sm">
            <CivilDateText date={chosen.date} /> · {frequencyLabel(item)}
          </span>
        </h2>
        <Button asChild variant="ghost" size="sm">
          <Link to={calendarHref(view, { bill: null, to: null })} preventScrollReset>
            {view.to ? "Leave it where it is" : "Close"}
          </Link>
        </Button>
      </div>
      {errors.length > 0 && (
        <p role="alert" className="font-medium text-bad">
          {errors.join(" ")}
        </p>
      )}
      <TryForm view={view} isRecurring={bill.isRecurring} />
      {view.to && (
        <>
          <Effect effect={effect} currency={currency} to={view.to} />
          <SaveForm view={view} to={view.to} date={chosen.date} version={item.version} formKey={formKey} />
        </>
      )}
    </section>
  );
}

/** Tries a day without saving it. */
function TryForm({ view, isRecurring }: { view: CalendarView; isRecurring: boolean }) {
  const { bill, to, month, currency, scope } = view;
  if (!bill) return null;
  return (
    <Form method="get" preventScrollReset className="flex flex-wrap items-end gap-4">
      <input type="hidden" name="month" value={month} />
      {currency && <input type="hidden" name="currency" value={currency} />}
      <input type="hidden" name="bill" value={`${bill.key}@${bill.date}`} />
      <Labelled label="Move to">
        <Input key={to ?? bill.date} type="date" name="to" required defaultValue={to ?? bill.date} />
      </Labelled>
      {isRecurring && (
        <RadioGroup label="What moves" labelHidden>
          <Radio name="scope" value="one" label="This one only" defaultChecked={scope === "one"} />
          <Radio name="scope" value="later" label="This and all later ones" defaultChecked={scope === "later"} />
        </RadioGroup>
      )}
      <Button variant="outline" type="submit">
        See the effect
      </Button>
    </Form>
  );
}

type SaveFormProps = { view: CalendarView; to: string; date: string; version: number; formKey: string };

function SaveForm({ view, to, date, version, formKey }: SaveFormProps) {
  const busy = useNavigation().formData?.get("intent") === "move";
  return (
    <Form method="post" preventScrollReset>
      <input type="hidden" name="intent" value="move" />
      <input type="hidden" name="idempotencyKey" value={formKey} />
      <input type="hidden" name="date" value={date} />
      <input type="hidden" name="to" value={to} />
      <input type="hidden" name="scope" value={view.scope} />
      <input type="hidden" name="version" value={version} />
      <Button type="submit" variant="default" loading={busy}>
        Move it to {formatCivilDate(to)}
      </Button>
    </Form>
  );
}

function Effect({ effect, currency, to }: { effect: MoveEffect | null; currency: Currency; to: string }) {
  if (!effect) return <p aria-live="polite">On {formatCivilDate(to, true)} instead. Not saved yet.</p>;
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
          <span className="font-semibold">
            {belowAfter ? formatCivilDate(belowAfter.date, true) : "None in 24 months"}
          </span>{" "}
          <span className="text-muted-foreground">
            {belowAfter?.date === belowBefore?.date
              ? "as before"
              : `instead of ${belowBefore ? formatCivilDate(belowBefore.date, true) : "none"}`}
          </span>
        </Fact>
      </dl>
      <p className="text-muted-foreground text-sm">Not saved yet: the calendar below shows how it would be.</p>
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
