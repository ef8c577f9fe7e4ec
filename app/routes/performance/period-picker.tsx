import { Form, Link } from "@remix-run/react";
import { TabsNav } from "~/components/tabs-nav";
import { Button } from "~/components/ui/button";
import { ChevronLeft, ChevronRight } from "~/components/ui/icons";
import { Input } from "~/components/ui/input";
import { Label } from "~/components/ui/label";
import type { Period } from "~/domain/performance/period";
import { paths } from "~/paths";
import { periodTitle } from "./figure-format";

type PeriodPickerProps = { period: Period; today: string };

const kinds = [
  ["month", "Month"],
  ["quarter", "Quarter"],
  ["year", "Year"],
] as const;

/** The current period with links to the previous and next ones. The choice is part of the URL. */
export function PeriodPicker({ period, today }: PeriodPickerProps) {
  const { kind, from, to, previous, next } = period;
  // A date within the current period, so that a month opens within its quarter.
  const on = to < today ? to : undefined;
  return (
    <div className="print:hidden">
      <TabsNav
        label="Length of the period"
        tabs={[
          ...kinds.map(([value, label]) => ({
            label,
            to: paths.pgi({ period: value, on: kind === "custom" ? undefined : on }),
            current: kind === value,
          })),
          { label: "Custom", to: paths.pgi({ period: "custom", from, to }), current: kind === "custom" },
        ]}
      />
      {kind === "custom" ? (
        <Form method="get" action={paths.pgi()} className="flex flex-wrap items-end gap-3">
          <input type="hidden" name="period" value="custom" />
          <DayField name="from" label="First day" value={from} max={today} />
          <DayField name="to" label="Last day" value={to} max={today} />
          <Button type="submit" variant="outline">
            Show
          </Button>
        </Form>
      ) : (
        <div className="flex items-center gap-2">
          <Step label="Previous period" to={previous && paths.pgi({ period: kind, on: previous })}>
            <ChevronLeft />
          </Step>
          <p className="min-w-36 text-center font-semibold">{periodTitle(period)}</p>
          <Step label="Next period" to={next && paths.pgi({ period: kind, on: next })}>
            <ChevronRight />
          </Step>
        </div>
      )}
    </div>
  );
}

type DayFieldProps = { name: string; label: string; value: string; max: string };

function DayField({ name, label, value, max }: DayFieldProps) {
  return (
    <div className="flex flex-col gap-1">
      <Label htmlFor={`period-${name}`}>{label}</Label>
      <Input id={`period-${name}`} type="date" name={name} defaultValue={value} max={max} required />
    </div>
  );
}

type StepProps = { label: string; to: string | null; children: React.ReactNode };

function Step({ label, to, children }: StepProps) {
  if (to === null)
    return (
      <Button variant="outline" size="icon" aria-label={label} disabled>
        {children}
      </Button>
    );
  return (
    <Button variant="outline" size="icon" asChild>
      <Link to={to} aria-label={label} preventScrollReset>
        {children}
      </Link>
    </Button>
  );
}
