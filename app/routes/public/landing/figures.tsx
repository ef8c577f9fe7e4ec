import { Badge } from "~/components/ui/badge";
import { Card } from "~/components/ui/card";
import { Check } from "~/components/ui/icons";

const options = [
  { name: "Good", what: "80% furnace, same size", price: "$4,280.00" },
  { name: "Better", what: "96% two-stage furnace", price: "$6,140.00", isApproved: true },
  { name: "Best", what: "Heat pump with furnace backup", price: "$11,900.00" },
] as const;

/** An estimate with the customer's answer and its outcome. */
export function EstimateFigure() {
  return (
    <Card as="figure" className="p-6">
      <figcaption>
        <span className="block font-semibold text-base text-foreground">Furnace replacement</span>
        <span className="block text-muted-foreground text-sm">Signed by Ana Alvarez, Nov 20, 2026, 4:12 PM</span>
      </figcaption>
      <ul className="mt-4 divide-y divide-border">
        {options.map((option) => (
          <li key={option.name} className="flex flex-wrap items-center gap-x-3 gap-y-1 py-2 text-sm">
            <span className="w-12 shrink-0 font-medium text-foreground">{option.name}</span>
            <span className="grow text-muted-foreground">{option.what}</span>
            {"isApproved" in option && (
              <Badge tone="ok">
                <Check aria-hidden="true" className="size-3" />
                Approved
              </Badge>
            )}
            <span className="text-right text-foreground tabular">{option.price}</span>
          </li>
        ))}
      </ul>
      <p className="mt-3 flex justify-between gap-4 border-border border-t pt-3 text-sm">
        <span className="text-muted-foreground">Invoice INV-0042, paid by card Dec 2</span>
        <span className="font-semibold text-foreground tabular">$6,140.00</span>
      </p>
    </Card>
  );
}

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

const tasks = [
  { title: "Flame sensor current", range: "1 to 10 µA" },
  { title: "Manifold gas pressure", range: "3.2 to 3.8 in. w.c." },
  { title: "Temperature rise", range: "35 to 65 °F" },
  { title: "Total external static pressure", range: "up to 0.8 in. w.c." },
  { title: "Flue CO, air-free", range: "up to 100 ppm" },
] as const;

/** Part of a checklist that a new business starts with. */
export function StarterFigure() {
  return (
    <Card as="figure" className="p-6">
      <figcaption>
        <span className="block font-semibold text-base text-foreground">Furnace tune-up</span>
        <span className="block text-muted-foreground text-sm">75 min, $149, 14 tasks, five of them here</span>
      </figcaption>
      <ul className="mt-4 divide-y divide-border">
        {tasks.map((task) => (
          <li key={task.title} className="flex flex-wrap justify-between gap-x-4 py-2 text-sm">
            <span className="text-foreground">{task.title}</span>
            <span className="text-muted-foreground tabular">{task.range}</span>
          </li>
        ))}
      </ul>
    </Card>
  );
}
