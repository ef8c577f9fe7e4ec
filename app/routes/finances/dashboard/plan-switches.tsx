import { useId, useState } from "react";
import { MoneyText } from "~/components/money-text";
import { Button } from "~/components/ui/button";
import { ChevronDown } from "~/components/ui/icons";
import { Input } from "~/components/ui/input";
import { Switch as OnOff } from "~/components/ui/switch";
import { MAX_DELAY_MONTHS, type Switch } from "~/domain/finance/forecast/switches";
import { FREQUENCY_LABELS } from "~/domain/finance/tracker/categories";
import { type Currency, formatMoney } from "~/domain/shared/money";
import { isMoneyDate } from "~/domain/shared/time/dates";
import { cn } from "~/lib/utils";
import { Labeled } from "~/routes/finances/shared/labeled";
import type { DashboardData } from "./dashboard-data.server";

type Choice = DashboardData["choices"][number];

type PlanSwitchesProps = {
  choices: readonly Choice[];
  currency: Currency;
  switches: Switch[];
  onChange: (switches: Switch[]) => void;
};

/** How many are shown initially: those with the largest yearly amounts. */
const MAX_SHOWN = 6;
/** Must match the list's styles. */
const MAX_ON_PHONE = 3;

const isOf = (each: Switch, key: string) => each.act !== "plus" && each.key === key;

/** What-if switches for the plan: each item can be turned off, changed in amount, postponed, or ended. */
export function PlanSwitches({ choices, currency, switches, onChange }: PlanSwitchesProps) {
  const [showsAll, setShowsAll] = useState(false);
  const shown = choices.filter(
    ({ key }, at) => showsAll || at < MAX_SHOWN || switches.some((change) => isOf(change, key)),
  );
  if (choices.length === 0) return <p className="text-muted-foreground">Nothing is planned from today on.</p>;
  return (
    <div className="flex flex-col items-start gap-2">
      <ul
        aria-label="Your plan"
        className={cn(
          "w-full divide-y divide-border",
          !showsAll && "max-sm:[&>li:nth-child(n+4):not([data-changed])]:hidden",
        )}
      >
        {shown.map((choice) => (
          <PlanSwitch
            key={choice.key}
            choice={choice}
            currency={currency}
            changes={switches.filter((each) => isOf(each, choice.key))}
            onChange={(own) => onChange([...switches.filter((each) => !isOf(each, choice.key)), ...own])}
          />
        ))}
      </ul>
      {!showsAll && choices.length > MAX_ON_PHONE && (
        <Button
          variant="ghost"
          size="sm"
          className={cn(shown.length === choices.length && "sm:hidden")}
          onClick={() => setShowsAll(true)}
        >
          Show all {choices.length}
        </Button>
      )}
    </div>
  );
}

type PlanSwitchProps = {
  choice: Choice;
  currency: Currency;
  changes: Switch[];
  onChange: (changes: Switch[]) => void;
};

function PlanSwitch({ choice, currency, changes, onChange }: PlanSwitchProps) {
  const { key, name, kind, amountMinor, frequency } = choice;
  const [isOpen, setOpen] = useState(changes.some(({ act }) => act !== "off"));
  const panel = useId();
  const isOff = changes.some(({ act }) => act === "off");
  const amount = changes.find((each) => each.act === "amount")?.amountMinor ?? amountMinor;
  const months = changes.find((each) => each.act === "delay")?.months ?? 0;
  const from = changes.find((each) => each.act === "stop")?.from ?? "";
  const set = (act: Switch["act"], change: Switch | null) =>
    onChange([...changes.filter((each) => each.act !== act), ...(change ? [change] : [])]);
  return (
    <li className="py-1" data-changed={changes.length > 0 || isOpen ? "" : undefined}>
      <div className="flex items-center gap-3">
        {/* biome-ignore lint/a11y/noLabelWithoutControl: the switch is inside */}
        <label className="flex min-h-control min-w-0 flex-1 items-center gap-3">
          <OnOff checked={!isOff} onChange={({ target }) => set("off", target.checked ? null : { act: "off", key })} />
          <span className={cn("min-w-0 flex-1 break-words", isOff && "text-muted-foreground line-through")}>
            {name}
          </span>
        </label>
        <span className="text-right text-sm">
          <MoneyText minor={kind === "income" ? amount : -amount} currency={currency} signed />
          <span className="block text-muted-foreground text-xs">{FREQUENCY_LABELS[frequency]}</span>
        </span>
        <Button
          variant="ghost"
          size="icon"
          aria-label={`Adjust ${name}`}
          aria-expanded={isOpen}
          aria-controls={panel}
          onClick={() => setOpen(!isOpen)}
        >
          <ChevronDown aria-hidden="true" className={cn("transition-transform", isOpen && "rotate-180")} />
        </Button>
      </div>
      {isOpen && (
        <fieldset id={panel} disabled={isOff} className="grid gap-x-6 gap-y-3 py-2 sm:grid-cols-3 sm:pl-12">
          <legend className="sr-only">{name}</legend>
          <Slider
            label="Amount"
            value={amount}
            text={formatMoney(amount, currency)}
            {...rangeOf(amountMinor)}
            onChange={(minor) =>
              set("amount", minor === amountMinor ? null : { act: "amount", key, amountMinor: minor })
            }
          />
          <Slider
            label="Later by"
            value={months}
            text={months === 0 ? "As planned" : months === 1 ? "1 month" : `${months} months`}
            min={0}
            max={MAX_DELAY_MONTHS}
            step={1}
            onChange={(later) => set("delay", later === 0 ? null : { act: "delay", key, months: later })}
          />
          <DayField
            label="Ends before"
            value={from}
            onChange={(day) => set("stop", day === "" ? null : { act: "stop", key, from: day })}
          />
        </fieldset>
      )}
    </li>
  );
}

type DayFieldProps = { label: string; value: string; onChange: (day: string) => void };

/** An optional date. A year is typed digit by digit, so incomplete dates stay in the field only. */
function DayField({ label, value, onChange }: DayFieldProps) {
  const [typed, setTyped] = useState(value);
  const [before, setBefore] = useState(value);
  if (value !== before) {
    setBefore(value);
    setTyped(value);
  }
  return (
    <Labeled label={label}>
      <Input
        type="date"
        value={typed}
        onChange={({ target: { value: day } }) => {
          setTyped(day);
          if (day === "" || isMoneyDate(day)) onChange(day);
        }}
      />
    </Labeled>
  );
}

type SliderProps = {
  label: string;
  value: number;
  /** The value as text. */
  text: string;
  min: number;
  max: number;
  step: number;
  onChange: (value: number) => void;
};

function Slider({ label, value, text, onChange, ...range }: SliderProps) {
  return (
    <label className="block">
      <span className="mb-1 flex justify-between gap-2 text-sm">
        <span className="font-medium">{label}</span>
        <span className="text-muted-foreground tabular">{text}</span>
      </span>
      <input
        type="range"
        value={value}
        aria-valuetext={text}
        onChange={({ target }) => onChange(Number(target.value))}
        className="h-control w-full accent-heat"
        {...range}
      />
    </label>
  );
}

const STEPS = [100, 500, 1000, 2500, 5000, 10_000, 25_000, 50_000, 100_000];

/**
 * Slider range from almost zero to about twice the planned amount, in steps of at least a dollar, chosen so that the
 * planned amount is one of the steps.
 */
function rangeOf(plannedMinor: number): { min: number; max: number; step: number } {
  const step = STEPS.find((each) => each >= plannedMinor / 40) ?? 100_000;
  const below = Math.floor((plannedMinor - 1) / step);
  return { min: plannedMinor - below * step, max: plannedMinor + Math.max(1, below) * step, step };
}
