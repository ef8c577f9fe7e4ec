import { memo, useMemo, useState } from "react";
import { TextLink } from "~/components/text-link";
import { Button } from "~/components/ui/button";
import { Card } from "~/components/ui/card";
import { ChevronLeft, ChevronRight } from "~/components/ui/icons";
import { Input } from "~/components/ui/input";
import { Kbd } from "~/components/ui/kbd";
import { NativeSelect } from "~/components/ui/native-select";
import { PriorityMark } from "~/components/work-orders/priority";
import { isFound } from "~/domain/scheduling/filter";
import type { TrayWorkOrder } from "~/domain/scheduling/scheduler";
import {
  ageInDays,
  formatAge,
  groupTray,
  TRAY_GROUPING_LABELS,
  TRAY_GROUPINGS,
  type TrayGrouping,
} from "~/domain/scheduling/tray";
import { choicesOf } from "~/domain/shared/choices";
import { formatDay, formatDuration } from "~/domain/shared/time/date-format";
import { formatWorkOrderNumber } from "~/domain/work-order-basics/number";
import { HOLD_REASON_LABELS, STATUS_LABELS } from "~/domain/work-order-basics/status";
import { cn } from "~/lib/utils";
import { paths } from "~/paths";
import { chooseTray, useTrayChoices } from "./browser-choices";
import { promiseLabel } from "./labels";
import { HOW_TO_DRAG_ID, TRAY } from "./scheduler-context";
import { WorkOrderLink } from "./work-order-chip";

interface TrayProps {
  jobs: readonly TrayWorkOrder[];
  isPartial: boolean;
  mayPlan: boolean;
  zone: string;
  today: string;
}

/** With fewer jobs, looking is faster than searching. */
const SEARCHABLE = 6;

/** Unscheduled work orders; collapsed, it is a narrow bar that jobs can still be dropped on. */
export const Tray = memo(function Tray({ jobs, isPartial, mayPlan, zone, today }: TrayProps) {
  const { isFolded, grouping } = useTrayChoices();
  const [text, setText] = useState("");
  const found = useMemo(
    () => (text.trim() ? jobs.filter((workOrder) => isFound(workOrder, text, [])) : jobs),
    [jobs, text],
  );
  const groups = useMemo(() => groupTray(found, grouping, { today, zone }), [found, grouping, today, zone]);
  const count = isPartial ? `${jobs.length}+` : String(jobs.length);
  const oldest = Math.max(0, ...jobs.map((workOrder) => ageInDays(workOrder, today, zone)));
  return (
    <aside
      data-drop-area={TRAY}
      aria-label="Unscheduled"
      className="flex min-h-0 shrink-0 flex-col border-border data-over:bg-link-soft max-sm:border-t sm:border-r"
    >
      <button
        type="button"
        aria-expanded="false"
        title="Show unscheduled jobs"
        className={cn("grow flex-col items-center gap-3 px-2 py-2 text-sm hover:bg-muted", SHOWN.bar[fold(isFolded)])}
        onClick={() => chooseTray({ isFolded: false })}
      >
        <ChevronRight className="size-4" />
        <span className="font-medium [writing-mode:vertical-rl]">
          Unscheduled <span className="text-muted-foreground tabular">{count}</span>
        </span>
      </button>
      <div className={cn("min-h-0 grow flex-col sm:w-56 lg:w-64", SHOWN.panel[fold(isFolded)])}>
        <div className="flex items-center gap-2 px-3 pt-2">
          <h2 className="grow font-medium text-sm">
            Unscheduled <span className="text-muted-foreground tabular">{count}</span>
            {oldest > 0 && <span className="font-normal text-muted-foreground">{`, oldest ${formatAge(oldest)}`}</span>}
          </h2>
          <Button
            variant="ghost"
            size="icon-sm"
            className="max-sm:hidden"
            aria-expanded="true"
            aria-label="Collapse unscheduled jobs"
            title="Collapse"
            onClick={() => chooseTray({ isFolded: true })}
          >
            <ChevronLeft />
          </Button>
        </div>
        {(jobs.length >= SEARCHABLE || text !== "") && (
          <div className="flex gap-2 px-3 pt-1 pb-2">
            <Input
              type="search"
              aria-label="Search unscheduled jobs"
              placeholder="Search"
              className="h-8 min-w-0 grow px-2 touch:h-10"
              value={text}
              onChange={(event) => setText(event.target.value)}
            />
            <NativeSelect
              aria-label="Group unscheduled jobs"
              className="w-28 shrink-0 [&>select]:h-8 [&>select]:px-2 [&>select]:pr-7 touch:[&>select]:h-10"
              value={grouping}
              choices={choicesOf(TRAY_GROUPINGS, TRAY_GROUPING_LABELS)}
              onChange={(event) => chooseTray({ grouping: groupingOf(event.target.value) })}
            />
          </div>
        )}
        <div className="flex min-h-0 flex-col gap-3 overflow-y-auto px-3 pb-3 sm:grow">
          {groups.map(({ title, jobs }) => (
            <section key={title} aria-label={title}>
              <h3 className="sticky top-0 z-10 bg-background py-1 font-medium text-muted-foreground text-xs">
                {title} <span className="font-normal tabular">{jobs.length}</span>
              </h3>
              <ul className="flex flex-col gap-2">
                {jobs.map((workOrder) => (
                  <TrayCard
                    key={workOrder.id}
                    {...{ workOrder, mayPlan, zone }}
                    age={ageInDays(workOrder, today, zone)}
                  />
                ))}
              </ul>
            </section>
          ))}
          {jobs.length === 0 && <p className="py-2 text-muted-foreground text-sm">Everything is scheduled.</p>}
          {jobs.length > 0 && found.length === 0 && (
            <p className="py-2 text-muted-foreground text-sm">No unscheduled job matches.</p>
          )}
          {isPartial && (
            <p className="text-muted-foreground text-sm">
              The most urgent are shown. See all{" "}
              <TextLink to={paths.workOrders({ status: "unscheduled,on_hold", sort: "priority" })}>
                unscheduled and on hold
              </TextLink>{" "}
              or{" "}
              <TextLink to={paths.workOrders({ status: "scheduled", technicianId: "none", sort: "priority" })}>
                unassigned
              </TextLink>
              .
            </p>
          )}
          {mayPlan && (
            <p className="mt-auto text-muted-foreground text-xs max-sm:hidden">
              Drag a job to a lane, or press <Kbd>Space</Kbd> on it and use the arrow keys. <Kbd>?</Kbd> lists all keys.
            </p>
          )}
        </div>
      </div>
    </aside>
  );
});

/** By default it is collapsed when the lanes need the room; on phones it is below them and never collapsed. */
const SHOWN = {
  bar: { auto: "hidden sm:max-lg:flex", folded: "hidden sm:flex", open: "hidden" },
  panel: { auto: "flex sm:max-lg:hidden", folded: "flex sm:hidden", open: "flex" },
} as const;

const fold = (isFolded: boolean | null) => (isFolded === null ? "auto" : isFolded ? "folded" : "open");

const groupingOf = (value: string): TrayGrouping => TRAY_GROUPINGS.find((one) => one === value) ?? "priority";

type TrayCardProps = Pick<TrayProps, "mayPlan" | "zone"> & {
  workOrder: TrayWorkOrder;
  /** Days since it was created. */
  age: number;
};

const TrayCard = memo(function TrayCard({ workOrder, mayPlan, zone, age }: TrayCardProps) {
  return (
    <Card
      as="li"
      data-job={workOrder.id}
      data-movable={mayPlan || undefined}
      className="select-none text-sm [-webkit-touch-callout:none] hover:border-input data-dragging:opacity-40"
    >
      <WorkOrderLink
        number={workOrder.number}
        aria-describedby={mayPlan ? HOW_TO_DRAG_ID : undefined}
        className="flex flex-col gap-0.5 p-2"
      >
        <span className="flex items-center gap-x-2 whitespace-nowrap text-xs">
          <span className="text-muted-foreground tabular">{formatWorkOrderNumber(workOrder.number)}</span>
          <span className="min-w-0 truncate text-muted-foreground tabular">{formatDuration(workOrder.minutes)}</span>
          {workOrder.priority !== "normal" && (
            <PriorityMark priority={workOrder.priority} className="ml-auto flex-none" />
          )}
        </span>
        <span className="line-clamp-2 font-medium">{workOrder.title}</span>
        <span className="flex gap-x-2 text-muted-foreground text-xs">
          <span className="min-w-0 truncate">
            {workOrder.customerName} · {workOrder.city}
          </span>
          {age > 1 && <span className="ml-auto flex-none tabular">{formatAge(age)}</span>}
        </span>
        {workOrder.window && (
          <span className="text-xs tabular">
            {formatDay(workOrder.window.start, workOrder.zone ?? zone)},{" "}
            {promiseLabel(workOrder.window, workOrder.zone ?? zone)}
          </span>
        )}
        {workOrder.status !== "unscheduled" && (
          <span className="text-warn text-xs">
            {workOrder.holdReason
              ? `On hold: ${HOLD_REASON_LABELS[workOrder.holdReason]}`
              : `${STATUS_LABELS[workOrder.status]}, unassigned`}
          </span>
        )}
      </WorkOrderLink>
    </Card>
  );
});
