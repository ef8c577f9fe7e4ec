import { Link } from "@remix-run/react";
import { TriangleAlert } from "lucide-react";
import { type FormEvent, useMemo, useState } from "react";
import { minutesText } from "~/components/minutes-text";
import { Button } from "~/components/ui/button";
import { Checkbox } from "~/components/ui/checkbox";
import { Input } from "~/components/ui/input";
import { Label } from "~/components/ui/label";
import { ModalBody } from "~/components/ui/modal";
import { Select } from "~/components/ui/select";
import { Sheet } from "~/components/ui/sheet";
import { WorkOrderStatusBadge } from "~/components/work-orders/status";
import type { Placement } from "~/domain/scheduling/scheduler";
import { clockChangeNotice } from "~/domain/shared/date-format";
import { instantOf, wallTimeOf, zoneTag } from "~/domain/shared/time-zones";
import { formatWorkOrderNumber } from "~/domain/work-orders/work-order";
import { paths } from "~/paths";
import type { Judge } from "./drop-feedback";
import { type Movable, movableFromTray, movableJob } from "./drops";
import { canMove, canResize } from "./labels";
import { SlotSuggestions } from "./slot-suggestions";
import type { SchedulerScreen, ShownJob } from "./view";

interface JobPanelProps {
  shown: ShownJob;
  data: SchedulerScreen;
  judge: Judge | null;
  onPlace: (job: Movable, to: Placement | null) => void;
  onClose: () => void;
}

/** A job beside the board: what stands against it, where else it would fit, and its place as a form. */
export function JobPanel({ shown, data, judge, onPlace, onClose }: JobPanelProps) {
  const { job } = shown;
  const movable = shown.kind === "booked" ? movableJob(shown.job) : movableFromTray(shown.job);
  const problems = useMemo(() => {
    const lanes = shown.kind === "booked" ? shown.job.technicianIds.map((id) => judge?.lanes.get(id)) : [];
    return [...new Set(lanes.flatMap((lane) => lane?.problems.get(job.id) ?? []).map(({ message }) => message))];
  }, [shown, judge, job.id]);
  const place = (to: Placement | null) => {
    onPlace(movable, to);
    onClose();
  };
  const mayPlace = data.mayPlan && (shown.kind === "waiting" || canResize(job.status));
  return (
    <Sheet
      open
      onOpenChange={onClose}
      title={`${formatWorkOrderNumber(job.number)} ${job.title}`}
      description={`${job.customerName}, ${job.city}, ${minutesText(job.minutes)}`}
    >
      <ModalBody className="flex flex-col gap-6">
        <p className="flex items-center justify-between gap-3">
          <WorkOrderStatusBadge status={job.status} />
          <Link to={paths.workOrder(job.number)} className="text-link underline underline-offset-4">
            Open the work order
          </Link>
        </p>
        {problems.length > 0 && (
          <ul aria-label="What stands against it" className="flex flex-col gap-2 rounded-md bg-warn-soft p-3">
            {problems.map((message) => (
              <li key={message} className="flex gap-2">
                <TriangleAlert aria-hidden="true" className="mt-0.5 size-4 shrink-0 text-warn" />
                {message}
              </li>
            ))}
          </ul>
        )}
        {mayPlace && <DropForm shown={shown} data={data} onPlace={place} />}
        {mayPlace && (shown.kind === "waiting" || canMove(job.status)) && (
          <SlotSuggestions jobId={job.id} minutes={job.minutes} data={data} from={data.date} onPlace={place} />
        )}
        {data.mayPlan && shown.kind === "booked" && canMove(job.status) && (
          <div className="flex flex-col items-start gap-2 border-border border-t pt-4">
            <Button variant="outline" onClick={() => place(null)}>
              Give it back to the tray
            </Button>
            {job.status === "dispatched" && (
              <p className="text-muted-foreground text-sm">
                It was sent out: it disappears from the technician's phone.
              </p>
            )}
          </div>
        )}
      </ModalBody>
    </Sheet>
  );
}

type DropFormProps = Pick<JobPanelProps, "shown" | "data"> & { onPlace: (to: Placement) => void };

/** Who, when and how long; times are those of the site. */
function DropForm({ shown, data, onPlace }: DropFormProps) {
  const { job } = shown;
  const zone = job.zone ?? data.zone;
  const crew = shown.kind === "booked" ? shown.job.technicianIds : [];
  const was = shown.kind === "booked" ? wallTimeOf(shown.job.start, zone) : { date: data.date, time: "08:00" };
  const [date, setDate] = useState(was.date);
  const [time, setTime] = useState(was.time);
  const [minutes, setMinutes] = useState(String(job.minutes));
  const [lead, setLead] = useState(crew[0] ?? "");
  const [second, setSecond] = useState(false);
  const found = date && time ? instantOf({ date, time: time.slice(0, 5) }, zone) : null;
  const fixedPlace = !canMove(job.status) && shown.kind === "booked";
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!found || !lead) return;
    const shownStart = was.date === date && was.time === time && shown.kind === "booked" ? shown.job.start : null;
    const start = shownStart ?? (found.kind === "overlap" && second ? found.second : found.instant);
    const helpers = crew.slice(1).filter((id) => id !== lead);
    onPlace({ technicianIds: [lead, ...helpers], start, minutes: Number(minutes) });
  };
  const tag = found ? zoneTag(found.instant, zone) : "";
  return (
    <form onSubmit={submit} className="flex flex-col gap-3">
      <div className="grid gap-1.5">
        <Label htmlFor="place-technician">Technician</Label>
        <Select
          id="place-technician"
          required
          disabled={fixedPlace}
          value={lead}
          onChange={(event) => setLead(event.target.value)}
          placeholder={crew.length === 0 ? "Choose who goes" : undefined}
          choices={data.technicians.map(({ id, name }) => ({ value: id, label: name }))}
        />
      </div>
      <div className="grid grid-cols-2 gap-3">
        <div className="grid gap-1.5">
          <Label htmlFor="place-day">Day</Label>
          <Input
            id="place-day"
            type="date"
            required
            disabled={fixedPlace}
            value={date}
            onChange={(event) => setDate(event.target.value)}
          />
        </div>
        <div className="grid gap-1.5">
          <Label htmlFor="place-time">Time {zone !== data.zone && tag}</Label>
          <Input
            id="place-time"
            type="time"
            required
            disabled={fixedPlace}
            value={time}
            onChange={(event) => setTime(event.target.value)}
          />
        </div>
      </div>
      {found && found.kind !== "exact" && <p className="text-sm text-warn">{clockChangeNotice(found)}</p>}
      {found?.kind === "overlap" && (
        <label htmlFor="place-second-time" className="flex items-center gap-2 text-sm">
          <Checkbox id="place-second-time" checked={second} onChange={(event) => setSecond(event.target.checked)} />
          The second time, {zoneTag(found.second, zone)}
        </label>
      )}
      <div className="grid gap-1.5">
        <Label htmlFor="place-minutes">Minutes on site</Label>
        <Input
          id="place-minutes"
          type="number"
          inputMode="numeric"
          required
          min={5}
          max={10080}
          step={5}
          value={minutes}
          onChange={(event) => setMinutes(event.target.value)}
        />
      </div>
      <Button type="submit" variant="default" className="self-start">
        {shown.kind === "booked" ? "Move it" : "Schedule it"}
      </Button>
    </form>
  );
}
