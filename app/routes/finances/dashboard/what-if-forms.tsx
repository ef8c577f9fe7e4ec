import { Form } from "@remix-run/react";
import { useState } from "react";
import { currencySign } from "~/components/money-text";
import { Button } from "~/components/ui/button";
import { Input } from "~/components/ui/input";
import { Select } from "~/components/ui/select";
import { FREQUENCIES, FREQUENCY_LABELS } from "~/domain/finance/tracker/categories";
import { addMonths, type CivilDate } from "~/domain/shared/dates";
import { type Currency, formatMoney } from "~/domain/shared/money";
import { Labeled } from "~/routes/finances/shared/labeled";
import type { DashboardData } from "./data.server";
import { QueryFields } from "./query-fields";
import { MAX_DELAY_MONTHS, MAX_NAME_LENGTH, type RunwayQuery } from "./what-if-query";

type FormProps = { query: RunwayQuery; today: CivilDate; currency: Currency };

const acts = [
  { value: "off", label: "Leave it out" },
  { value: "delay", label: "Delay it" },
  { value: "stop", label: "Stop it" },
];
const kinds = [
  { value: "expense", label: "Expense" },
  { value: "income", label: "Income" },
];
const frequencies = FREQUENCIES.map((value) => ({ value, label: FREQUENCY_LABELS[value] }));

/** Leaves out, delays or stops one of the planned items. */
export function ChangeForm({ choices, query, today, currency }: FormProps & { choices: DashboardData["choices"] }) {
  const items = choices.map(({ key, name, kind, amountMinor, frequency }) => ({
    value: key,
    label: `${name}, ${kind === "income" ? "+" : "-"}${formatMoney(amountMinor, currency)}, ${FREQUENCY_LABELS[frequency].toLowerCase()}`,
  }));
  const [act, setAct] = useState("off");
  const onlyFor = (wanted: string) => (act === wanted ? undefined : "hidden noscript:block");
  return (
    <Form method="get" preventScrollReset aria-label="Change a planned item" className="flex flex-col gap-3">
      <QueryFields query={query} />
      <Labeled label="Planned item">
        <Select name="item" choices={items} />
      </Labeled>
      <Labeled label="Change">
        <Select name="act" choices={acts} value={act} onChange={(event) => setAct(event.target.value)} />
      </Labeled>
      <Labeled label="Months later" className={onlyFor("delay")}>
        <Input type="number" name="months" min={1} max={MAX_DELAY_MONTHS} defaultValue={1} />
      </Labeled>
      <Labeled label="Starting" className={onlyFor("stop")}>
        <Input type="date" name="from" defaultValue={addMonths(today, 1)} />
      </Labeled>
      <Button variant="outline" type="submit" disabled={items.length === 0} className="self-start">
        Try it
      </Button>
    </Form>
  );
}

/** Adds something that is not planned. */
export function AddForm({ query, today, currency }: FormProps) {
  return (
    <Form method="get" preventScrollReset aria-label="Add an unplanned item" className="flex flex-col gap-3">
      <QueryFields query={query} />
      <input type="hidden" name="act" value="plus" />
      <Labeled label="Or add">
        <Input name="name" maxLength={MAX_NAME_LENGTH} placeholder="New car, a raise" autoComplete="off" />
      </Labeled>
      <div className="grid grid-cols-2 gap-3">
        <Labeled label="Kind">
          <Select name="kind" choices={kinds} />
        </Labeled>
        <Labeled label={`Amount, ${currencySign(currency)}`}>
          <Input name="amount" required inputMode="decimal" autoComplete="off" className="text-right tabular" />
        </Labeled>
        <Labeled label="Frequency">
          <Select name="frequency" choices={frequencies} defaultValue="monthly" />
        </Labeled>
        <Labeled label="From">
          <Input type="date" name="date" required defaultValue={addMonths(today, 1)} />
        </Labeled>
      </div>
      <Button variant="outline" type="submit" className="self-start">
        Try it
      </Button>
    </Form>
  );
}
