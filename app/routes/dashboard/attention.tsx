import { Link } from "@remix-run/react";
import { ShortList } from "~/components/short-list";
import { StatusBadge } from "~/components/status-badge";
import { TextLink } from "~/components/text-link";
import { Card } from "~/components/ui/card";
import { Clock, TriangleAlert } from "~/components/ui/icons";
import type { DispatchHealth } from "~/domain/scheduling/health.server";
import { formatWorkOrderNumber } from "~/domain/work-order-basics/number";
import { paths } from "~/paths";

const kinds = {
  conflict: { tone: "bad", icon: TriangleAlert, label: "Conflict" },
  at_risk: { tone: "warn", icon: Clock, label: "At risk" },
} as const;

/** Today's jobs that need attention; each links to its place in the scheduler, which offers solutions. */
export function Attention({ problems, date }: DispatchHealth) {
  return (
    <Card>
      <ShortList count={problems.length}>
        {problems.map(({ kind, number, title, customerName, technicianName, message }) => (
          <li
            key={`${kind} ${number} ${technicianName}`}
            className="flex flex-wrap items-start gap-x-4 gap-y-1 px-4 py-3"
          >
            <StatusBadge {...kinds[kind]} className="mt-0.5" />
            <div className="min-w-0 grow basis-64">
              <p className="font-medium">
                <Link to={paths.workOrder(number)} className="hover:underline">
                  {formatWorkOrderNumber(number)} {title}
                </Link>
                <span className="font-normal text-muted-foreground"> · {customerName}</span>
              </p>
              <p className="text-muted-foreground text-sm">
                {technicianName && `${technicianName}: `}
                {message}
              </p>
            </div>
            <TextLink to={paths.schedulerWorkOrder(date, number)} className="text-sm">
              Resolve in scheduler
            </TextLink>
          </li>
        ))}
      </ShortList>
    </Card>
  );
}
