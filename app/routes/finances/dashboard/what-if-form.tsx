import { Form } from "@remix-run/react";
import { currencySign } from "~/components/money-text";
import { Button } from "~/components/ui/button";
import { Input } from "~/components/ui/input";
import { NativeSelect } from "~/components/ui/native-select";
import { MAX_NAME_LENGTH } from "~/domain/finance/forecast/switches";
import { FREQUENCIES, FREQUENCY_LABELS } from "~/domain/finance/tracker/categories";
import { choicesOf } from "~/domain/shared/choices";
import type { Currency } from "~/domain/shared/money";
import { addMonths, type CivilDate } from "~/domain/shared/time/dates";
import { Labeled } from "~/routes/finances/shared/labeled";
import { QueryFields } from "./query-fields";
import type { RunwayQuery } from "./what-if-query";

type FormProps = { query: RunwayQuery; today: CivilDate; currency: Currency };

const kinds = [
  { value: "expense", label: "Expense" },
  { value: "income", label: "Income" },
];
const frequencies = choicesOf(FREQUENCIES, FREQUENCY_LABELS);

/** Adds an unplanned item. */
export function AddForm({ query, today, currency }: FormProps) {
  return (
    <Form method="get" preventScrollReset aria-label="Add an unplanned item" className="flex flex-col gap-3">
      <QueryFields query={query} />
      <input type="hidden" name="act" value="plus" />
      <Labeled label="What">
        <Input name="name" maxLength={MAX_NAME_LENGTH} placeholder="New car, a raise" autoComplete="off" />
      </Labeled>
      <div className="grid grid-cols-2 gap-3">
        <Labeled label="Kind">
          <NativeSelect name="kind" choices={kinds} />
        </Labeled>
        <Labeled label={`Amount, ${currencySign(currency)}`}>
          <Input name="amount" required inputMode="decimal" autoComplete="off" className="text-right tabular" />
        </Labeled>
        <Labeled label="Frequency">
          <NativeSelect name="frequency" choices={frequencies} defaultValue="monthly" />
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
