import { Form, Link } from "@remix-run/react";
import { currencySign } from "~/components/money-text";
import { Button } from "~/components/ui/button";
import { X } from "~/components/ui/icons";
import { Input } from "~/components/ui/input";
import { NativeSelect } from "~/components/ui/native-select";
import { MAX_NAME_LENGTH, type Switch } from "~/domain/finance/forecast/switches";
import { FREQUENCIES, FREQUENCY_LABELS } from "~/domain/finance/tracker/categories";
import { choicesOf } from "~/domain/shared/choices";
import { type Currency, formatMoney } from "~/domain/shared/money";
import { formatDate } from "~/domain/shared/time/date-format";
import { addMonths, type CivilDate } from "~/domain/shared/time/dates";
import { Labeled } from "~/routes/finances/shared/labeled";
import { Panel } from "~/routes/finances/shared/panel";
import type { DashboardData } from "./dashboard-data.server";
import { PlanSwitches } from "./plan-switches";
import { QueryFields } from "./query-fields";
import { useSwitches } from "./use-switches";
import { type RunwayQuery, runwayHref, scenariosHref, withScenario } from "./what-if-query";

type WhatIfPanelProps = { data: DashboardData; query: RunwayQuery };

/**
 * Tries out changes to the plan and shows their effect immediately. They exist only in the URL; the plan itself is
 * never changed.
 */
export function WhatIfPanel({ data, query: sent }: WhatIfPanelProps) {
  const { choices, currency, today } = data;
  const [query, setSwitches] = useSwitches(sent);
  const nameOf = (key: string) => choices.find((choice) => choice.key === key)?.name ?? "A deleted item";
  const without = (at: number) => ({ ...query, switches: query.switches.filter((_, other) => other !== at) });
  return (
    <Panel
      title="What if"
      description="Switch a bill off, drag its amount or its date, and watch the chart above. Your plan stays as it is."
      foldOnPhone={{ title: "What if", open: sent.switches.length > 0 }}
    >
      <Scenarios scenarios={data.scenarios} query={{ ...query, currency }} />
      {query.switches.length > 0 && (
        <>
          <ul aria-label="Active changes" className="mb-3 flex flex-wrap gap-2">
            {query.switches.map((each, at) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: an addition may be there twice
              <li key={at}>
                <Link
                  to={runwayHref(without(at))}
                  preventScrollReset
                  aria-label={`Remove: ${switchLabel(each, nameOf, currency)}`}
                  className="inline-flex min-h-8 touch:min-h-12 items-center gap-2 rounded-full bg-heat-soft px-3 text-heat text-sm hover:line-through"
                >
                  {switchLabel(each, nameOf, currency)}
                  <X aria-hidden="true" className="size-3.5" />
                </Link>
              </li>
            ))}
          </ul>
          <div className="mb-4 flex flex-wrap gap-2">
            <Button asChild variant="outline" size="sm">
              <Link to={scenariosHref({ ...query, currency })} preventScrollReset>
                Save scenario
              </Link>
            </Button>
            <Button asChild variant="ghost" size="sm">
              <Link to={runwayHref({ ...query, switches: [] })} preventScrollReset>
                Clear all
              </Link>
            </Button>
          </div>
        </>
      )}
      <PlanSwitches choices={choices} currency={currency} switches={query.switches} onChange={setSwitches} />
      <details className="mt-4">
        <summary className="w-fit cursor-pointer rounded-sm text-link text-sm touch:py-3.5">
          Add something that is not planned
        </summary>
        <div className="mt-3 max-w-md">
          <AddForm query={query} today={today} currency={currency} />
        </div>
      </details>
    </Panel>
  );
}

function Scenarios({ scenarios, query }: { scenarios: DashboardData["scenarios"]; query: RunwayQuery }) {
  if (scenarios.length === 0) return null;
  const address = runwayHref(query);
  return (
    <nav aria-label="Saved scenarios" className="mb-4 flex flex-wrap items-center gap-2">
      {scenarios.map((scenario) => {
        const to = runwayHref(withScenario(query, scenario));
        return (
          <Button key={scenario.id} asChild variant={to === address ? "secondary" : "outline"} size="sm">
            <Link to={to} preventScrollReset aria-current={to === address ? "true" : undefined}>
              {scenario.name}
            </Link>
          </Button>
        );
      })}
      <Button asChild variant="ghost" size="sm">
        <Link to={scenariosHref(query)} preventScrollReset>
          Edit<span className="sr-only"> scenarios</span>
        </Link>
      </Button>
    </nav>
  );
}

function switchLabel(each: Switch, nameOf: (key: string) => string, currency: Currency): string {
  switch (each.act) {
    case "off":
      return `Without ${nameOf(each.key)}`;
    case "delay":
      return `${nameOf(each.key)} ${each.months === 1 ? "a month" : `${each.months} months`} later`;
    case "stop":
      return `${nameOf(each.key)} ends before ${formatDate(each.from, true)}`;
    case "amount":
      return `${nameOf(each.key)} at ${formatMoney(each.amountMinor, currency)}`;
    case "plus": {
      const { kind, name, amountMinor, frequency, date } = each.addition;
      const sign = kind === "income" ? "+" : "-";
      return `${name}: ${sign}${formatMoney(amountMinor, currency)}, ${FREQUENCY_LABELS[frequency].toLowerCase()} from ${formatDate(date, true)}`;
    }
  }
}

type AddFormProps = { query: RunwayQuery; today: CivilDate; currency: Currency };

const kinds = [
  { value: "expense", label: "Expense" },
  { value: "income", label: "Income" },
];
const frequencies = choicesOf(FREQUENCIES, FREQUENCY_LABELS);

/** Adds an unplanned item. */
function AddForm({ query, today, currency }: AddFormProps) {
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
