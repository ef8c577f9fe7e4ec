import { Card } from "~/components/ui/card";

const deductions = [
  { points: "−18", reason: "3 repairs in 12 months", record: "WO-088, WO-097, WO-121" },
  { points: "−8", reason: "Tune-up overdue since Oct 2", record: "Maintenance plan" },
] as const;

/** The health score of one unit with every deduction explained. */
export function HealthFigure() {
  return (
    <Card as="figure" className="p-6">
      <figcaption className="flex items-baseline justify-between gap-4">
        <span>
          <span className="block font-semibold text-base text-foreground">Upstairs heat pump</span>
          <span className="block text-muted-foreground text-sm">Installed May 14, 2017, warranty to May 14, 2027</span>
        </span>
        <span className="font-semibold text-2xl text-warn tabular">74</span>
      </figcaption>
      <svg viewBox="0 0 400 12" className="mt-4 h-3 w-full" preserveAspectRatio="none" aria-hidden="true">
        <rect width="400" height="12" rx="6" className="fill-accent" />
        <rect width="296" height="12" rx="6" className="fill-warn" />
      </svg>
      <ul className="mt-4 divide-y divide-border">
        {deductions.map((entry) => (
          <li key={entry.reason} className="flex gap-4 py-2 text-sm">
            <span className="w-8 shrink-0 text-right font-medium text-bad tabular">{entry.points}</span>
            <span className="grow text-foreground">{entry.reason}</span>
            <span className="text-right text-muted-foreground">{entry.record}</span>
          </li>
        ))}
      </ul>
    </Card>
  );
}
