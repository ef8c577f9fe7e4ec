import type { ReactNode } from "react";
import { StatusBadge } from "~/components/status-badge";
import { CircleCheck, Navigation, Wrench } from "~/components/ui/icons";

type EntranceProps = {
  title: string;
  /** One sentence below the title. */
  lead?: ReactNode;
  children: ReactNode;
  /** Link to a related screen, below the form. */
  aside?: ReactNode;
};

/** Layout of the sign-in screens: the form, with a product preview next to it on desktops. */
export function Entrance({ title, lead, children, aside }: EntranceProps) {
  return (
    <div className="grid flex-1 lg:grid-cols-[minmax(0,1fr)_minmax(0,1.1fr)]">
      <div className="flex flex-col items-center justify-center px-gutter py-10 sm:py-16">
        <div className="flex w-full max-w-96 flex-col gap-6">
          <div className="flex flex-col gap-2">
            <h1 className="font-semibold text-2xl">{title}</h1>
            {lead && <div className="text-muted-foreground">{lead}</div>}
          </div>
          {children}
          {aside && <p className="border-border border-t pt-5 text-muted-foreground">{aside}</p>}
        </div>
      </div>
      <Instruments />
    </div>
  );
}

const jobs = [
  {
    at: "8:00 AM",
    what: "No cooling",
    where: "12 Maple Street",
    badge: { label: "Completed", tone: "ok", icon: CircleCheck },
  },
  {
    at: "10:30 AM",
    what: "Furnace tune-up",
    where: "Harbor Clinic",
    badge: { label: "In progress", tone: "active", icon: Wrench },
  },
  {
    at: "1:15 PM",
    what: "Heat pump startup",
    where: "88 Orchard Road",
    badge: { label: "On the way", tone: "info", icon: Navigation },
  },
] as const;

/** Preview of a workday in the product; not interactive and hidden from screen readers. */
function Instruments() {
  return (
    <div
      aria-hidden="true"
      className="hidden flex-col justify-center gap-5 border-border border-l bg-card p-12 lg:flex"
    >
      <div className="mx-auto flex w-full max-w-lg flex-col gap-5">
        <p className="max-w-md text-balance font-semibold text-xl">
          Every job from the first call to the last reading.
        </p>
        <div className="rounded-md border border-border bg-background p-5">
          <div className="flex items-baseline justify-between gap-4">
            <p className="font-medium text-sm">Air handler, Harbor Clinic</p>
            <p className="text-subtle-foreground text-xs tabular">10:30 to 11:45 AM</p>
          </div>
          <AirChart />
          <dl className="grid grid-cols-3 gap-4 border-border border-t pt-4">
            <Reading term="Return" value="75.2" tone="text-heat" />
            <Reading term="Supply" value="56.1" tone="text-cool" />
            <Reading term="Split" value="19.1" tone="text-foreground" />
          </dl>
        </div>
        <ul className="divide-y divide-border rounded-md border border-border bg-background">
          {jobs.map(({ at, what, where, badge }) => (
            <li key={at} className="flex items-center gap-4 px-5 py-3">
              <span className="w-18 whitespace-nowrap text-subtle-foreground text-sm tabular">{at}</span>
              <span className="min-w-0 flex-1 truncate text-sm">
                <span className="font-medium">{what}</span>
                <span className="text-muted-foreground"> · {where}</span>
              </span>
              <StatusBadge {...badge} />
            </li>
          ))}
        </ul>
      </div>
    </div>
  );
}

function Reading({ term, value, tone }: { term: string; value: string; tone: string }) {
  return (
    <div>
      <dt className="text-subtle-foreground text-xs">{term}</dt>
      <dd className={`font-semibold text-lg tabular ${tone}`}>
        {value} <span className="font-normal text-subtle-foreground text-sm">°F</span>
      </dd>
    </div>
  );
}

/** Return air stays warm while supply air falls to a steady difference. */
function AirChart() {
  return (
    <svg viewBox="0 0 440 132" fill="none" aria-hidden="true" className="my-4 w-full">
      {[18, 50, 82, 114].map((y) => (
        <path key={y} d={`M0 ${y}H440`} className="stroke-border" />
      ))}
      <path
        d="M0 30C60 28 90 34 140 33S260 38 320 37s90 2 120 2"
        className="stroke-primary"
        strokeWidth="2.5"
        strokeLinecap="round"
      />
      <path
        d="M0 36C30 38 46 52 68 74s44 28 84 30 90-2 140-1 100 1 148 0"
        className="stroke-ring"
        strokeWidth="2.5"
        strokeLinecap="round"
      />
      <circle cx="436" cy="39" r="4" className="fill-primary" />
      <circle cx="436" cy="103" r="4" className="fill-ring" />
    </svg>
  );
}
