import { Form, useLoaderData, useParams } from "@remix-run/react";
import { type FormEvent, type ReactNode, useId, useState } from "react";
import { useFormRefusal } from "~/components/feedback/session-ended";
import { TechnicianSelect } from "~/components/technicians/technician-select";
import { TextLink } from "~/components/text-link";
import { Button } from "~/components/ui/button";
import { Checkbox } from "~/components/ui/checkbox";
import { TriangleAlert } from "~/components/ui/icons";
import { Input } from "~/components/ui/input";
import { Label } from "~/components/ui/label";
import { NativeSelect } from "~/components/ui/native-select";
import { SheetBody } from "~/components/ui/sheet";
import { WorkOrderStatusBadge } from "~/components/work-orders/status";
import type { Placement, SchedulerWorkOrder, TrayWorkOrder } from "~/domain/scheduling/scheduler";
import { DropForm, UnscheduleForm } from "~/domain/scheduling/schema";
import { clockChangeNotice, formatClock, formatDateTime, formatDuration } from "~/domain/shared/time/date-format";
import { instantOf, wallTimeOf, zoneTag } from "~/domain/shared/time/time-zones";
import { formatWorkOrderNumber } from "~/domain/work-order-basics/number";
import {
  openingsForPanel,
  type SuggestedSlots,
  scheduleWorkOrder,
  unscheduleWorkOrder,
} from "~/domain/work-orders/schedule/schedule.server";
import { formActions, formCase } from "~/http/form-action";
import { pageLoader } from "~/http/page-loader";
import { redirectWithToast } from "~/http/toast.server";
import { useActionAnswer } from "~/lib/use-action-answer";
import { useCloseDialog } from "~/lib/use-close-dialog";
import { paths } from "~/paths";
import { TruckCheckHint } from "~/routes/work-orders/shared/truck-check-hint";
import { BoardGhost } from "./board-ghost";
import type { DayFeedback } from "./drop-feedback";
import { dropWorkOrder, dropWorkOrderFromTray } from "./drops";
import { canMove, canResize, promiseLabel } from "./labels";
import { type SchedulerScreen, useScheduler } from "./scheduler-context";
import { SidePanel } from "./side-panel";

export { DialogError as ErrorBoundary, dialogHandle as handle } from "~/components/feedback/dialog-error";
export { clientLoader } from "~/lib/client-loader";
export { shouldRevalidate } from "~/lib/revalidation";
export { plainAction as clientAction } from "~/lib/unanswered-action";

export const loader = pageLoader(async ({ ctx, params }) => ({
  openings: await openingsForPanel(ctx, params.id ?? "", params.date),
}));

/** Used without scripts; with them, a drop is shown immediately and sent by the queue. */
export const action = formActions({
  schedule: formCase(DropForm, async ({ ctx, params, url, request, input }) => {
    const { number, notice } = await scheduleWorkOrder(ctx, params.id ?? "", input);
    const text = [`${formatWorkOrderNumber(number)} scheduled.`, notice].filter(Boolean).join(" ");
    return redirectWithToast(request, dayHref(params.date, url), { tone: "success", text });
  }),
  unschedule: formCase(UnscheduleForm, async ({ ctx, params, url, request, input }) => {
    const { notice } = await unscheduleWorkOrder(ctx, params.id ?? "", input);
    const text = ["Unscheduled.", notice].filter(Boolean).join(" ");
    return redirectWithToast(request, dayHref(params.date, url), { tone: "success", text });
  }),
});

const dayHref = (date: string | undefined, { search }: URL) =>
  `${date ? paths.schedulerDay(date) : paths.scheduler()}${search}`;

type ShownWorkOrder = SchedulerWorkOrder | TrayWorkOrder;
const isBooked = (workOrder: ShownWorkOrder): workOrder is SchedulerWorkOrder => "technicianIds" in workOrder;
const dropOf = (workOrder: ShownWorkOrder) =>
  isBooked(workOrder) ? dropWorkOrder(workOrder) : dropWorkOrderFromTray(workOrder);

/** A job next to the board: its conflicts, suggested openings, and its placement as a form. */
export default function WorkOrderPanel() {
  const openings = useLoaderData<typeof loader>()?.openings;
  const { id = "" } = useParams();
  const close = useCloseDialog();
  const { data, jobs, tray, feedback, drop } = useScheduler();
  // As it was when its form was first edited: someone else's later move must show as a conflict, not be undone.
  const [edited, setEdited] = useState<ShownWorkOrder | null>(null);
  if (edited && String(edited.number) !== id) setEdited(null);
  const workOrder = [...jobs, ...tray].find(({ number }) => String(number) === id);
  if (!workOrder) return <WorkOrderElsewhere id={id} onClose={close} />;
  const shown = edited ?? workOrder;
  const keep = () => setEdited(shown);
  const place = (to: Placement | null) => {
    drop(dropOf(shown), to);
    close();
  };
  const isMovable = !isBooked(workOrder) || canMove(workOrder.status);
  return (
    <SidePanel
      onClose={close}
      title={`${formatWorkOrderNumber(workOrder.number)} ${workOrder.title}`}
      description={`${workOrder.customerName}, ${workOrder.city}, ${formatDuration(workOrder.minutes)}`}
    >
      <SheetBody className="flex flex-col gap-6">
        <p className="flex items-center justify-between gap-3">
          <WorkOrderStatusBadge status={workOrder.status} />
          <TextLink to={paths.workOrder(workOrder.number)}>Open work order</TextLink>
        </p>
        {workOrder.window && <p className="tabular">{promiseLabel(workOrder.window, workOrder.zone ?? data.zone)}</p>}
        <Refusal />
        {isBooked(workOrder) && <Problems workOrder={workOrder} feedback={feedback} />}
        {data.mayPlan && (isMovable || canResize(workOrder.status)) && (
          <ScheduleForm
            key={`${shown.id} ${JSON.stringify(dropOf(shown).at)}`}
            workOrder={shown}
            data={data}
            onEdit={keep}
            onPlace={place}
          />
        )}
        {data.mayPlan && isMovable && (
          <Openings openings={openings} workOrder={shown} data={data} onEdit={keep} onPlace={place} />
        )}
        {data.mayPlan && isMovable && isBooked(workOrder) && (
          <div className="flex flex-col items-start gap-2 border-border border-t pt-4">
            <PlacementForm workOrder={shown} to={null} onPlace={place}>
              <Button type="submit" variant="outline">
                Unschedule
              </Button>
            </PlacementForm>
            {workOrder.status === "dispatched" && (
              <p className="text-muted-foreground text-sm">
                This job was dispatched. Unscheduling removes it from the technician's phone.
              </p>
            )}
          </div>
        )}
      </SheetBody>
    </SidePanel>
  );
}

/** Shown if the URL was opened with another day behind it, or someone moved the job meanwhile. */
function WorkOrderElsewhere({ id, onClose }: { id: string; onClose: () => void }) {
  return (
    <SidePanel onClose={onClose} title={formatWorkOrderNumber(Number(id))}>
      <SheetBody className="flex flex-col gap-3">
        <p>This job is not on this day.</p>
        <TextLink to={paths.workOrder(id)}>Open work order</TextLink>
      </SheetBody>
    </SidePanel>
  );
}

function Refusal() {
  const { lastResult } = useFormRefusal(useActionAnswer());
  const messages = Object.values(lastResult?.error ?? {}).flatMap((texts) => texts ?? []);
  if (messages.length === 0) return null;
  return (
    <p role="alert" className="rounded-md bg-bad-soft p-3">
      {messages.join(" ")}
    </p>
  );
}

function Problems({ workOrder, feedback }: { workOrder: SchedulerWorkOrder; feedback: DayFeedback | null }) {
  const lanes = workOrder.technicianIds.map((id) => feedback?.lanes.get(id));
  const problems = lanes.flatMap((lane) => lane?.problems.get(workOrder.id) ?? []);
  const messages = [...new Set(problems.map(({ message }) => message))];
  if (messages.length === 0) return null;
  return (
    <ul aria-label="Conflicts" className="flex flex-col gap-2 rounded-md bg-warn-soft p-3">
      {messages.map((message) => (
        <li key={message} className="flex gap-2">
          <TriangleAlert aria-hidden="true" className="mt-0.5 size-4 shrink-0 text-warn" />
          {message}
        </li>
      ))}
    </ul>
  );
}

interface PartProps {
  workOrder: ShownWorkOrder;
  data: SchedulerScreen;
  onEdit: () => void;
  onPlace: (to: Placement) => void;
}

/** Technicians, time and duration; times are in the site's zone. */
function ScheduleForm({ workOrder, data, onEdit, onPlace }: PartProps) {
  const zone = workOrder.zone ?? data.zone;
  const booked = isBooked(workOrder) ? workOrder : null;
  const crew = booked?.technicianIds ?? [];
  const was = booked ? wallTimeOf(booked.start, zone) : { date: data.date, time: "08:00" };
  const [date, setDate] = useState(was.date);
  const [time, setTime] = useState(was.time);
  const [minutes, setMinutes] = useState(String(workOrder.minutes));
  const [lead, setLead] = useState(crew[0] ?? "");
  const [helpers, setHelpers] = useState<readonly string[]>(crew.slice(1));
  const [isSecond, setSecond] = useState(false);
  const id = useId();
  const found = date && time ? instantOf({ date, time: time.slice(0, 5) }, zone) : null;
  const isFixed = booked !== null && !canMove(booked.status);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!found || !lead) return;
    const isSameTime = was.date === date && was.time === time;
    const start =
      booked && isSameTime ? booked.start : found.kind === "overlap" && isSecond ? found.second : found.instant;
    onPlace({ technicianIds: [lead, ...helpers.filter((one) => one !== lead)], start, minutes: Number(minutes) });
  };
  return (
    <Form method="post" onChange={onEdit} onSubmit={submit} className="flex flex-col gap-3">
      <input type="hidden" name="intent" value="schedule" />
      <input type="hidden" name="version" value={workOrder.version} />
      <div className="grid gap-1.5">
        <Label htmlFor={`${id}-technician`}>Technician</Label>
        <TechnicianSelect
          id={`${id}-technician`}
          name="technicianId"
          required
          disabled={isFixed}
          value={lead}
          onChange={(event) => setLead(event.target.value)}
          choices={data.technicians.map((one) => ({ value: one.id, label: one.name }))}
        />
      </div>
      <TruckCheckHint number={workOrder.number} technicianId={lead || null} />
      {!isFixed && (
        <Helpers
          technicians={data.technicians.filter((one) => one.id !== lead)}
          chosen={helpers}
          onChange={setHelpers}
        />
      )}
      <div className="grid grid-cols-2 gap-3">
        <div className="grid gap-1.5">
          <Label htmlFor={`${id}-day`}>Day</Label>
          <Input
            id={`${id}-day`}
            name="startDate"
            type="date"
            required
            disabled={isFixed}
            value={date}
            onChange={(event) => setDate(event.target.value)}
          />
        </div>
        <div className="grid gap-1.5">
          <Label htmlFor={`${id}-time`}>Time {found && zone !== data.zone && zoneTag(found.instant, zone)}</Label>
          <NativeSelect
            id={`${id}-time`}
            name="startTime"
            required
            disabled={isFixed}
            value={time}
            onChange={(event) => setTime(event.target.value)}
            choices={timesWith(was.time)}
          />
        </div>
      </div>
      {found && found.kind !== "exact" && <p className="text-sm text-warn">{clockChangeNotice(found)}</p>}
      {found?.kind === "overlap" && (
        <label htmlFor={`${id}-second`} className="flex items-center gap-2 text-sm">
          <Checkbox
            id={`${id}-second`}
            name="occurrence"
            value="second"
            checked={isSecond}
            onChange={(event) => setSecond(event.target.checked)}
          />
          The second time, {zoneTag(found.second, zone)}
        </label>
      )}
      <div className="grid gap-1.5">
        <Label htmlFor={`${id}-minutes`}>Duration (minutes)</Label>
        <Input
          id={`${id}-minutes`}
          name="durationMinutes"
          type="number"
          inputMode="numeric"
          required
          {...data.limits.minutes}
          step={5}
          value={minutes}
          onChange={(event) => setMinutes(event.target.value)}
        />
      </div>
      <Button type="submit" variant="default" className="self-start">
        {booked ? "Move" : "Schedule"}
      </Button>
    </Form>
  );
}

/** Every quarter hour plus the current time; HH:MM. */
function timesWith(time: string) {
  const quarters = Array.from({ length: 96 }, (_, index) => {
    const [hour, minute] = [Math.floor(index / 4), (index % 4) * 15];
    return `${String(hour).padStart(2, "0")}:${String(minute).padStart(2, "0")}`;
  });
  const all = new Set([...quarters, time.slice(0, 5)]);
  return [...all].sort().map((value) => ({ value, label: formatClock(value) }));
}

interface HelpersProps {
  technicians: SchedulerScreen["technicians"];
  chosen: readonly string[];
  onChange: (chosen: readonly string[]) => void;
}

function Helpers({ technicians, chosen, onChange }: HelpersProps) {
  const id = useId();
  const names = technicians.filter((one) => chosen.includes(one.id)).map(({ name }) => name);
  const toggle = (technicianId: string) =>
    onChange(chosen.includes(technicianId) ? chosen.filter((one) => one !== technicianId) : [...chosen, technicianId]);
  return (
    <details className="text-sm">
      <summary className="cursor-pointer py-1">
        Helpers: <span className="text-muted-foreground">{names.join(", ") || "none"}</span>
      </summary>
      <div className="mt-1 flex max-h-48 flex-col gap-1 overflow-y-auto rounded-md border border-border p-2">
        {technicians.map((one) => (
          <Label key={one.id} htmlFor={`${id}-${one.id}`} className="flex items-center gap-2 font-normal">
            <Checkbox
              id={`${id}-${one.id}`}
              name="helperIds"
              value={one.id}
              checked={chosen.includes(one.id)}
              onChange={() => toggle(one.id)}
            />
            {one.name}
          </Label>
        ))}
      </div>
    </details>
  );
}

type OpeningsProps = PartProps & { openings: SuggestedSlots | null | undefined };

const MAX_OPENINGS = 3;

/** Suggested openings without conflicts, least driving first. Hovering over or choosing one shows it on the board. */
function Openings({ openings, workOrder, data, onEdit, onPlace }: OpeningsProps) {
  const [looked, setLooked] = useState<string | null>(null);
  const [chosen, setChosen] = useState<string | null>(null);
  const [showsAll, setShowsAll] = useState(false);
  const items = (openings?.items ?? []).map((item) => ({
    ...item,
    key: `${item.technicianId} ${item.start}`,
    to: {
      technicianIds: [item.technicianId, ...(openings?.helperIds ?? [])],
      start: item.start,
      minutes: workOrder.minutes,
    },
  }));
  const shown = showsAll ? items : items.slice(0, MAX_OPENINGS);
  const preview = items.find(({ key }) => key === (looked ?? chosen));
  return (
    <section className="flex flex-col gap-2 border-border border-t pt-4">
      <h3 className="font-medium">Suggested openings</h3>
      {!openings && <p className="text-muted-foreground">Openings couldn't be loaded. Check the connection.</p>}
      {openings && items.length === 0 && (
        <p className="text-muted-foreground">No openings in the next {openings.days} days.</p>
      )}
      <ul className="flex flex-col gap-2" onPointerLeave={() => setLooked(null)}>
        {openings &&
          shown.map(({ key, to, start, reason }) => (
            <li key={key} onPointerEnter={() => setLooked(key)} onFocus={() => setLooked(key)}>
              <PlacementForm
                workOrder={workOrder}
                to={to}
                onPlace={(place) => {
                  if (chosen !== key) {
                    setChosen(key);
                    onEdit();
                  } else if (place) onPlace(place);
                }}
              >
                <Button
                  type="submit"
                  variant="outline"
                  aria-pressed={chosen === key}
                  className="h-auto w-full justify-start whitespace-normal py-2 text-left font-normal text-sm aria-pressed:border-ring"
                >
                  <span>
                    <span className="font-medium tabular">
                      {formatDateTime(start, { zone: openings.zone, tag: openings.zone !== data.zone })}
                    </span>
                    {`, ${reason}`}
                  </span>
                </Button>
                {chosen === key && (
                  <Button type="submit" className="mt-2 w-full">
                    {isBooked(workOrder) ? "Move here" : "Schedule here"}
                  </Button>
                )}
              </PlacementForm>
            </li>
          ))}
      </ul>
      {shown.length < items.length && (
        <Button variant="ghost" size="sm" className="self-start" onClick={() => setShowsAll(true)}>
          {items.length - shown.length} more
        </Button>
      )}
      {preview && (
        <BoardGhost
          key={preview.key}
          placement={preview.to}
          label={workOrder.shortName}
          zone={data.zone}
          tone="suggested"
        />
      )}
    </section>
  );
}

interface PlacementFormProps {
  workOrder: ShownWorkOrder;
  to: Placement | null;
  onPlace: (to: Placement | null) => void;
  children: ReactNode;
}

/** A placement that is applied with one click. */
function PlacementForm({ workOrder, to, onPlace, children }: PlacementFormProps) {
  const submit = (event: FormEvent) => {
    event.preventDefault();
    onPlace(to);
  };
  const [lead, ...helpers] = to?.technicianIds ?? [];
  return (
    <Form method="post" onSubmit={submit}>
      <input type="hidden" name="intent" value={to ? "schedule" : "unschedule"} />
      <input type="hidden" name="version" value={workOrder.version} />
      {to && (
        <>
          <input type="hidden" name="technicianId" value={lead} />
          {helpers.map((id, index) => (
            <input key={id} type="hidden" name={`helperIds[${index}]`} value={id} />
          ))}
          <input type="hidden" name="start" value={new Date(to.start).toISOString()} />
          <input type="hidden" name="durationMinutes" value={to.minutes} />
        </>
      )}
      {children}
    </Form>
  );
}
