import type { ReactNode } from "react";
import { CivilDateText } from "~/components/date-text";
import { Section } from "~/components/section";
import { Badge } from "~/components/ui/badge";
import type { Tone } from "~/components/ui/tone";
import type { LeakRate } from "~/domain/refrigerant/leaks/leak-rate";
import { type LeakState, REGIME_LABELS } from "~/domain/refrigerant/leaks/leak-rules";
import type { CircuitLeak } from "~/domain/refrigerant/leaks/leaks.server";
import { weightText } from "~/domain/refrigerant/units";
import type { GaugeUnits } from "~/domain/shared/gauge-units";

const states: Record<LeakState, { tone: Tone; label: string } | null> = {
  none: null,
  below: { tone: "ok", label: "Below the threshold" },
  at: { tone: "warn", label: "At the threshold" },
  over: { tone: "bad", label: "Over the threshold: repair within 30 days" },
  repaired: { tone: "ok", label: "Repaired and verified since" },
};

/** Each circuit's leak rule and the reason for it, and its leak rate by both methods with their inputs. */
export function LeakRates({ leaks, units }: { leaks: readonly CircuitLeak[]; units: GaugeUnits }) {
  if (leaks.length === 0) return null;
  return (
    <Section
      title="Leak rate"
      description="Based on the refrigerant added to each circuit since January 1, 2026, less what was recovered on the same job. The first charge, until the install date, does not count."
    >
      <ul className="list-frame divide-y divide-border">
        {leaks.map((leak) => (
          <CircuitItem key={leak.id} leak={leak} units={units} />
        ))}
      </ul>
      <p className="text-muted-foreground text-sm">
        The 365-day cap of the annualizing method and the start of the rolling 365 days come from published summaries of
        the rule: check with counsel.
      </p>
    </Section>
  );
}

function CircuitItem({ leak, units }: { leak: CircuitLeak; units: GaugeUnits }) {
  const { name, refrigerant, chargeMilliLb, rule, rates, state } = leak;
  const badge = state && states[state];
  return (
    <li className="flex flex-col gap-1.5 px-4 py-3">
      <div className="flex flex-wrap items-center gap-x-4 gap-y-1">
        <span className="font-medium">
          {name} · {refrigerant}
        </span>
        <span className="text-muted-foreground">
          {chargeMilliLb === null ? "Full charge unknown" : `${weightText(units, chargeMilliLb)} full charge`}
        </span>
        <Badge tone={rule.regime === "unknown" ? "warn" : "neutral"}>{REGIME_LABELS[rule.regime]}</Badge>
        {badge && <Badge tone={badge.tone}>{badge.label}</Badge>}
      </div>
      <p className="text-muted-foreground text-sm">
        {rule.why} {rule.citation && `(${rule.citation})`}
        {rule.thresholdPercent !== null && ` Threshold: ${rule.thresholdPercent}% a year.`}
      </p>
      {rates && (
        <dl className="grid gap-x-6 gap-y-1 text-sm sm:grid-cols-2">
          <Rate name="Annualizing method" rate={rates.annualizing} units={units}>
            added <CivilDateText date={rates.date} year />, counted over {rates.annualizing.days} days
          </Rate>
          <Rate name="Rolling average" rate={rates.rolling} units={units}>
            added in the {rates.rolling.days} days up to then
          </Rate>
        </dl>
      )}
    </li>
  );
}

type RateProps = { name: string; rate: LeakRate; units: GaugeUnits; children: ReactNode };

function Rate({ name, rate, units, children }: RateProps) {
  return (
    <div>
      <dt className="inline">{name}: </dt>
      <dd className="inline">
        <span className="tabular font-medium">{rate.percent.toFixed(2)}%</span>{" "}
        <span className="text-muted-foreground">
          ({weightText(units, rate.addedMilliLb)} {children})
        </span>
      </dd>
    </div>
  );
}
