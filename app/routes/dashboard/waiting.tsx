import { Link } from "@remix-run/react";
import type { workOrdersToday } from "~/domain/work-orders/today.server";
import { paths } from "~/paths";

type Count = Awaited<ReturnType<typeof workOrdersToday>>["waiting"][number];

const labels: Record<Count["status"], { title: string; hint: string }> = {
  unscheduled: { title: "Unscheduled", hint: "Need a day and a technician" },
  on_hold: { title: "On hold", hint: "Waiting for parts, approval or access" },
  completed: { title: "Completed", hint: "Work is done, not closed yet" },
};

/** What waits for the office whatever the day; each number leads to its jobs. */
export function Waiting({ counts }: { counts: readonly Count[] }) {
  return (
    <ul className="grid gap-3 sm:grid-cols-3">
      {counts.map(({ status, count }) => (
        <li key={status}>
          <Link
            to={paths.workOrders({ status })}
            className="block rounded-md border border-border bg-card p-4 hover:border-input hover:bg-muted"
          >
            <span className="block text-muted-foreground text-sm">{labels[status].title}</span>
            <span className="mt-1 block font-semibold text-xl tabular">{count.toLocaleString("en-US")}</span>
            <span className="mt-1 block text-muted-foreground text-sm">{labels[status].hint}</span>
          </Link>
        </li>
      ))}
    </ul>
  );
}
