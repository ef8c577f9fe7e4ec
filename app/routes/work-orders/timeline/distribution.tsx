import { toneText } from "~/components/ui/tone";
import { statusStyles } from "~/components/work-orders/status";
import { formatElapsed } from "~/domain/shared/time/date-format";
import { STATUS_LABELS, type WorkOrderStatus } from "~/domain/work-order-basics/status";
import { cn } from "~/lib/utils";

type Share = { status: WorkOrderStatus; seconds: number; percent: number };

/** How the job's time was spent, as a bar and as a table. */
export function Distribution({ shares }: { shares: readonly Share[] }) {
  const shown = shares.filter((share) => share.percent > 0);
  const places = shown.map((share, index) => ({
    ...share,
    x: shown.slice(0, index).reduce((sum, one) => sum + one.percent, 0),
  }));
  return (
    <div className="flex flex-col gap-4">
      <svg viewBox="0 0 100 6" preserveAspectRatio="none" aria-hidden="true" className="h-4 w-full rounded-sm">
        {places.map(({ status, percent, x }) => (
          <rect
            key={status}
            x={x}
            width={Math.max(percent - 0.3, 0.2)}
            height="6"
            className={fill(status)}
            fill="currentColor"
          />
        ))}
      </svg>
      <table className="w-full text-left">
        <caption className="sr-only">Time in each status</caption>
        <thead>
          <tr className="text-muted-foreground text-sm">
            <th scope="col" className="py-1 font-medium">
              Status
            </th>
            <th scope="col" className="py-1 text-right font-medium">
              Time
            </th>
            <th scope="col" className="py-1 text-right font-medium">
              Share
            </th>
          </tr>
        </thead>
        <tbody>
          {shares.map(({ status, seconds, percent }) => {
            const Icon = statusStyles[status].icon;
            return (
              <tr key={status} className="border-border border-t">
                <th scope="row" className="py-2 font-normal">
                  <span className="inline-flex items-center gap-2">
                    <Icon aria-hidden="true" className={cn("size-4", fill(status))} />
                    {STATUS_LABELS[status]}
                  </span>
                </th>
                <td className="py-2 text-right tabular">{formatElapsed(seconds)}</td>
                <td className="py-2 text-right text-muted-foreground tabular">{percent.toFixed(1)}%</td>
              </tr>
            );
          })}
        </tbody>
      </table>
    </div>
  );
}

function fill(status: WorkOrderStatus): string {
  return toneText[statusStyles[status].tone];
}
