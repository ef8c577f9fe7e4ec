import { type RefObject, useEffect, useLayoutEffect, useRef, useState } from "react";
import { PhoneLink } from "~/components/contact-link";
import { Card } from "~/components/ui/card";
import { place } from "~/components/ui/floating";
import { Clock, MapPin, TriangleAlert, Truck, Wrench } from "~/components/ui/icons";
import { PriorityMark } from "~/components/work-orders/priority";
import { WorkOrderStatusBadge } from "~/components/work-orders/status";
import type { SchedulerWorkOrder, TrayWorkOrder } from "~/domain/scheduling/scheduler";
import { formatDuration } from "~/domain/shared/time/date-format";
import { MINUTE_MS } from "~/domain/shared/time/dates";
import { formatWorkOrderNumber } from "~/domain/work-order-basics/number";
import { useLookup } from "~/lib/use-lookup";
import { cn } from "~/lib/utils";
import { paths } from "~/paths";
import { laneOf } from "./drag-target";
import type { DayFeedback } from "./drop-feedback";
import { promiseLabel, timeLabel } from "./labels";

interface WorkOrderCardsProps {
  /** The element that contains the board. */
  root: RefObject<HTMLElement>;
  jobs: readonly SchedulerWorkOrder[];
  tray: readonly TrayWorkOrder[];
  feedback: DayFeedback | null;
  zone: string;
}

const SHOW_AFTER_MS = 300;
/** Enough time to move the pointer from the job to its card. */
const HIDE_AFTER_MS = 150;

interface Shown {
  id: string;
  element: HTMLElement;
}

/**
 * Details of the job under the pointer or with the focus. One card serves the whole board, and there is none for touch:
 * a finger opens the job or drags it.
 */
export function WorkOrderCards({ root, jobs, tray, feedback, zone }: WorkOrderCardsProps) {
  const [shown, setShown] = useState<Shown | null>(null);
  const box = useRef<HTMLDivElement>(null);

  // One set of listeners instead of one for each of hundreds of jobs.
  useEffect(() => {
    const board = root.current;
    if (!board) return;
    let timer = 0;
    let next: HTMLElement | null = null;
    const after = (ms: number, element: HTMLElement | null) => {
      if (next === element && element !== null) return;
      clearTimeout(timer);
      next = element;
      const id = element?.dataset.job;
      timer = window.setTimeout(() => {
        next = null;
        setShown(element && id && element.isConnected ? { id, element } : null);
      }, ms);
    };
    const hide = () => {
      clearTimeout(timer);
      next = null;
      setShown(null);
    };
    const workOrderAt = (target: EventTarget | null) =>
      target instanceof Element ? target.closest<HTMLElement>("[data-job]") : null;
    const isInCard = (target: EventTarget | null) => target instanceof Node && box.current?.contains(target);
    const enter = ({ target, pointerType, buttons }: PointerEvent) => {
      if (pointerType === "touch" || buttons > 0 || document.querySelector("[data-spot], dialog:modal")) return;
      if (isInCard(target)) clearTimeout(timer);
      else after(workOrderAt(target) ? SHOW_AFTER_MS : HIDE_AFTER_MS, workOrderAt(target));
    };
    const focus = ({ target }: FocusEvent) => {
      const workOrder = workOrderAt(target);
      if (workOrder && target instanceof Element && target.matches(":focus-visible")) after(SHOW_AFTER_MS, workOrder);
      else if (!isInCard(target)) hide();
    };
    const press = (event: KeyboardEvent) => {
      if (event.key !== "Tab") hide();
    };
    const down = ({ target }: Event) => {
      if (!isInCard(target)) hide();
    };
    document.addEventListener("pointerover", enter);
    document.addEventListener("focusin", focus);
    document.addEventListener("pointerdown", down, true);
    document.addEventListener("keydown", press, true);
    board.addEventListener("scroll", hide, { capture: true, passive: true });
    return () => {
      hide();
      document.removeEventListener("pointerover", enter);
      document.removeEventListener("focusin", focus);
      document.removeEventListener("pointerdown", down, true);
      document.removeEventListener("keydown", press, true);
      board.removeEventListener("scroll", hide, { capture: true });
    };
  }, [root]);
  const workOrder = shown && [...jobs, ...tray].find(({ id }) => id === shown.id);
  if (!shown || !workOrder) return null;
  const technicianId = laneOf(shown.element)?.technicianId ?? null;
  return (
    <WorkOrderCard
      key={`${workOrder.id} ${technicianId}`}
      {...{ workOrder, technicianId, feedback, zone, box }}
      anchor={shown.element}
    />
  );
}

/** Fields of GET /work-orders/{id} that the page does not have. */
interface Details {
  customer: { phone: string | null };
  site: { line1: string; line2: string | null; postalCode: string; state: string };
  equipment: readonly { id: string; name: string }[];
}

interface WorkOrderCardProps extends Pick<WorkOrderCardsProps, "feedback" | "zone"> {
  workOrder: SchedulerWorkOrder | TrayWorkOrder;
  technicianId: string | null;
  anchor: HTMLElement;
  box: RefObject<HTMLDivElement>;
}

function WorkOrderCard({ workOrder, technicianId, feedback, zone, anchor, box }: WorkOrderCardProps) {
  const { data, load } = useLookup<Details>();
  const siteZone = workOrder.zone ?? zone;

  // Loaded when the pointer rests on the job, so that a day does not carry every customer's phone.
  useEffect(() => load(paths.apiWorkOrder(workOrder.id)), [load, workOrder.id]);

  // The top layer is imperative, and the card grows when its details arrive.
  // biome-ignore lint/correctness/useExhaustiveDependencies: its height depends on the loaded data
  useLayoutEffect(() => {
    const card = box.current;
    if (!card) return;
    if (!card.matches(":popover-open")) card.showPopover();
    place(anchor, card);
  }, [anchor, box, data]);
  const lane = technicianId ? feedback?.lanes.get(technicianId) : undefined;
  const problems = lane?.problems.get(workOrder.id) ?? [];
  const drives = [
    lane?.drives.find((drive) => drive.workOrderId === workOrder.id)?.label,
    lane?.drives.find((drive) => drive.fromId === workOrder.id)?.label,
  ];
  const start = typeof workOrder.start === "number" ? workOrder.start : null;
  return (
    <Card
      ref={box}
      data-job-card=""
      {...{ popover: "manual" }}
      className="w-80 p-3 text-foreground text-sm shadow-popover"
    >
      <p className="flex items-start justify-between gap-2">
        <span className="font-semibold">{workOrder.title}</span>
        <span className="shrink-0 text-muted-foreground tabular">{formatWorkOrderNumber(workOrder.number)}</span>
      </p>
      <p className="mt-1 flex flex-wrap items-center gap-x-3 gap-y-1">
        <WorkOrderStatusBadge status={workOrder.status} />
        {workOrder.priority !== "normal" && <PriorityMark priority={workOrder.priority} />}
      </p>
      <div className="mt-2 flex flex-col gap-1">
        <p className="flex justify-between gap-2">
          <span className="font-medium">{workOrder.customerName}</span>
          {data?.customer.phone && <PhoneLink phone={data.customer.phone} />}
        </p>
        <Fact icon={MapPin}>
          {data
            ? `${[data.site.line1, data.site.line2].filter(Boolean).join(", ")}, ${workOrder.city}`
            : workOrder.city}
        </Fact>
        <Fact icon={Clock}>
          {start !== null &&
            `${timeLabel(start, workOrder.zone, zone)} to ${timeLabel(start + workOrder.minutes * MINUTE_MS, workOrder.zone, zone)}, `}
          {formatDuration(workOrder.minutes)}
          {workOrder.window && <span className="block">{promiseLabel(workOrder.window, siteZone)}</span>}
        </Fact>
        {data && data.equipment.length > 0 && (
          <Fact icon={Wrench}>{data.equipment.map(({ name }) => name).join(", ")}</Fact>
        )}
        {drives.some(Boolean) && (
          <Fact icon={Truck}>
            {[drives[0] && `${drives[0]} there`, drives[1] && `${drives[1]} to the next job`]
              .filter(Boolean)
              .join(", ")}
          </Fact>
        )}
        {problems.map(({ message, kind }) => (
          <Fact key={message} icon={TriangleAlert} tone={kind === "conflict" ? "text-bad" : "text-warn"}>
            {message}
          </Fact>
        ))}
      </div>
    </Card>
  );
}

interface FactProps {
  icon: typeof Clock;
  tone?: string;
  children: React.ReactNode;
}

function Fact({ icon: Icon, tone = "text-muted-foreground", children }: FactProps) {
  return (
    <p className="flex gap-2">
      <Icon className={cn("mt-0.5 size-4 shrink-0", tone)} />
      <span>{children}</span>
    </p>
  );
}
