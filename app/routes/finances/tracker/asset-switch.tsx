import { Form } from "@remix-run/react";
import { Card } from "~/components/ui/card";
import type { ProjectionMode } from "~/domain/finance/cashflow/projected-assets";
import { MONTHS } from "~/domain/shared/time/date-format";
import { type CivilDate, monthKey, yearAndMonth } from "~/domain/shared/time/dates";
import { cn } from "~/lib/utils";

export type AssetCounting = { today: CivilDate; mode: ProjectionMode };

const notes: Record<ProjectionMode, (month: string) => string> = {
  whole_month: (month) => `Adds all of ${month} as planned, including amounts your accounts already show.`,
  remaining_days: () => "Adds only what is still due. Amounts your accounts already show are not counted twice.",
};

/** How projected assets count the current month; the choice is saved for the household. */
export function AssetSwitch({ today, mode }: AssetCounting) {
  const month = MONTHS[yearAndMonth(monthKey(today)).month - 1] ?? "the month";
  const choices = [
    { value: "whole_month", label: `All of ${month}` },
    { value: "remaining_days", label: "From today" },
  ] as const;
  return (
    <Form method="post" preventScrollReset replace className="mt-3 flex flex-col gap-1">
      <Card asChild>
        <fieldset className="flex gap-0.5 p-0.5">
          <legend className="sr-only">How the current month counts</legend>
          {choices.map(({ value, label }) => (
            <button
              key={value}
              type="submit"
              name="mode"
              value={value}
              aria-pressed={mode === value}
              className={cn(
                "min-h-9 grow whitespace-nowrap rounded-[6px] px-1.5 font-medium text-sm touch:min-h-12",
                mode === value
                  ? "bg-accent text-foreground ring-1 ring-input"
                  : "text-muted-foreground hover:text-foreground",
              )}
            >
              {label}
            </button>
          ))}
        </fieldset>
      </Card>
      <span>{notes[mode](month)}</span>
    </Form>
  );
}
