import { type FormEvent, useRef, useState } from "react";
import { useFormRefusal } from "~/components/feedback/session-ended";
import { Button } from "~/components/ui/button";
import { Dialog, DialogBody, DialogContent, DialogFooter, DialogHeader, DialogTitle } from "~/components/ui/dialog";
import { X } from "~/components/ui/icons";
import { Input } from "~/components/ui/input";
import { Label } from "~/components/ui/label";
import { NativeSelect } from "~/components/ui/native-select";
import type { Resolution } from "~/domain/scheduling/resolutions";
import { choicesOf } from "~/domain/shared/choices";
import { formatDateTime } from "~/domain/shared/time/date-format";
import {
  NOTIFICATION_CHANNEL_LABELS,
  NOTIFICATION_CHANNELS,
  type NotificationChannel,
} from "~/domain/technicians/arrival-window";
import { formatWorkOrderNumber } from "~/domain/work-order-basics/number";
import type { Failure } from "~/lib/api-request";
import type { Mutation } from "~/lib/optimistic-queue";
import { BoardGhost, laneFor } from "./board-ghost";
import { type Drop, dropAnswer, dropWorkOrder, type WhereNow, whereNow } from "./drops";
import type { SchedulerScreen } from "./scheduler-context";
import { SpotPopover } from "./spot-popover";

interface RefusedDropProps {
  mutation: Mutation<Drop>;
  data: SchedulerScreen;
  onRetry: (mutation: Mutation<Drop>, drop?: Drop) => void;
  onDiscard: (mutation: Mutation<Drop>) => void;
}

/** A drop that was refused or not sent: the reason, possible resolutions, and an override reason. */
export function RefusedDrop({ mutation, data, onRetry, onDiscard }: RefusedDropProps) {
  const { change: drop, answer, failure } = mutation;
  const { message, current, conflicts = [] } = dropAnswer(answer);
  const reference = formatWorkOrderNumber(drop.workOrder.number);
  const close = () => onDiscard(mutation);
  if (failure) return <UnsentDrop {...{ reference, failure }} onRetry={() => onRetry(mutation)} onClose={close} />;
  if (current) {
    const now = whereNow(current);
    const { version, at } = now;
    return (
      <Question title={`${reference} was not moved`} text={whereNowText(now, data)} onClose={close}>
        <Button variant="outline" onClick={close}>
          {now.movedOn ? "Close" : "Leave unchanged"}
        </Button>
        {!now.movedOn && (
          <Button
            variant="default"
            onClick={() =>
              onRetry(mutation, { ...drop, workOrder: { ...drop.workOrder, version, status: current.status, at } })
            }
          >
            Move anyway
          </Button>
        )}
      </Question>
    );
  }
  if (conflicts.length === 0) {
    return (
      <Question title={`${reference} was not moved`} text={message ?? ""} onClose={close}>
        <Button variant="outline" onClick={close}>
          Close
        </Button>
      </Question>
    );
  }
  return (
    <Conflicts
      {...{ drop, answer: dropAnswer(answer), reference, data }}
      onRetry={(next) => onRetry(mutation, next)}
      onClose={close}
    />
  );
}

interface ConflictsProps {
  drop: Drop;
  answer: ReturnType<typeof dropAnswer>;
  reference: string;
  data: SchedulerScreen;
  onRetry: (drop: Drop) => void;
  onClose: () => void;
}

/** Shown next to the drop position with its preview; as a dialog if that position is not on the screen. */
function Conflicts({ drop, answer, reference, data, onRetry, onClose }: ConflictsProps) {
  const { conflicts = [], resolutions = [], overridable } = answer;
  const ghost = useRef<HTMLDivElement>(null);
  const { to } = drop;
  const [isAtSpot] = useState(
    () => to !== null && laneFor({ lead: to.technicianIds[0] ?? "", start: to.start, zone: data.zone }) !== null,
  );
  const title = `Can't schedule ${reference} there`;
  const isPast = conflicts.some(({ kind }) => kind === "past");
  const body = (
    <div className="flex flex-col gap-3">
      <div role="alert">
        {[...new Set(conflicts.map((one) => one.message))].map((text) => (
          <p key={text}>{text}</p>
        ))}
      </div>
      {resolutions.length > 0 && (
        <section className="flex flex-col gap-2">
          <h3 className="font-medium text-sm">Options</h3>
          {resolutions.map((resolution) => (
            <Button
              variant="outline"
              key={resolution.message}
              className="h-auto justify-start whitespace-normal py-2 text-left"
              onClick={() => onRetry(resolved(drop, resolution, data))}
            >
              {resolution.message}
            </Button>
          ))}
        </section>
      )}
      {overridable ? (
        <Override
          maxLength={data.limits.overrideReason}
          asksIfCustomerKnows={conflicts.some(({ kind }) => kind === "arrival_window")}
          ready={isPast ? PAST_REASONS : READY_REASONS}
          onOverride={(given) => onRetry({ ...drop, ...given })}
        />
      ) : (
        <p className="text-muted-foreground">This can't be overridden.</p>
      )}
    </div>
  );
  if (!to || !isAtSpot) {
    return (
      <Dialog open onOpenChange={onClose}>
        <DialogContent>
          <DialogHeader>
            <DialogTitle>{title}</DialogTitle>
          </DialogHeader>
          <DialogBody>{body}</DialogBody>
        </DialogContent>
      </Dialog>
    );
  }
  return (
    <>
      <BoardGhost placement={to} label={reference} zone={data.zone} tone="bad" anchor={ghost} />
      <SpotPopover anchor={ghost} label={title} onClose={onClose}>
        <div className="mb-2 flex items-start justify-between gap-2">
          <h2 className="font-semibold">{title}</h2>
          <Button variant="ghost" size="icon-sm" className="-mt-1 -mr-2" aria-label="Close" onClick={onClose}>
            <X />
          </Button>
        </div>
        {body}
      </SpotPopover>
    </>
  );
}

type QuestionProps = { title: string; text: string; onClose: () => void; children: React.ReactNode };

function Question({ title, text, onClose, children }: QuestionProps) {
  return (
    <Dialog open onOpenChange={onClose}>
      <DialogContent size="small">
        <DialogHeader>
          <DialogTitle>{title}</DialogTitle>
        </DialogHeader>
        <DialogBody>
          <p role="alert">{text}</p>
        </DialogBody>
        <DialogFooter>{children}</DialogFooter>
      </DialogContent>
    </Dialog>
  );
}

const FAILURE_TEXTS: Record<Failure, string> = {
  offline: "You are offline. This will be saved when you reconnect.",
  server: "The server is having trouble. Please try again.",
  signed_out: "Your session has ended. Sign in, then try again.",
};
const SESSION_ENDED = { lastResult: {}, sessionEnded: true };

type UnsentDropProps = { reference: string; failure: Failure; onRetry: () => void; onClose: () => void };

function UnsentDrop({ reference, failure, onRetry, onClose }: UnsentDropProps) {
  const { sessionEnded } = useFormRefusal(failure === "signed_out" ? SESSION_ENDED : null);
  return (
    <>
      <Question title={`${reference} is not saved`} text={FAILURE_TEXTS[failure]} onClose={onClose}>
        <Button variant="outline" onClick={onClose}>
          Discard
        </Button>
        <Button variant="default" onClick={onRetry}>
          Try again
        </Button>
      </Question>
      {sessionEnded}
    </>
  );
}

/** "Someone else moved this job to Mon, Feb 3, 10:00 AM, Luis Ortega." */
function whereNowText({ at, movedOn }: WhereNow, { technicians, zone }: SchedulerScreen): string {
  if (movedOn) return `Someone else changed this job. It is now ${movedOn}.`;
  if (!at) return "Someone else unscheduled this job.";
  const crew = at.technicianIds.map((id) => technicians.find((one) => one.id === id)?.name ?? "another technician");
  return `Someone else moved this job to ${formatDateTime(at.start, { zone })}, ${crew.join(", ")}.`;
}

interface OverrideProps {
  maxLength: number | undefined;
  /** The new time is outside the window promised to the customer. */
  asksIfCustomerKnows: boolean;
  ready: readonly string[];
  onOverride: (given: Pick<Drop, "overrideReason" | "customerNotified">) => void;
}

const READY_REASONS = ["Customer asked", "Two-person job", "Emergency"];
const PAST_REASONS = ["Already done", "Customer asked", "Emergency"];
const CHANNEL_CHOICES = choicesOf(NOTIFICATION_CHANNELS, NOTIFICATION_CHANNEL_LABELS);

function Override({ maxLength, asksIfCustomerKnows, ready, onOverride }: OverrideProps) {
  const [reason, setReason] = useState("");
  const [channel, setChannel] = useState<NotificationChannel | null>(null);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (reason.trim()) onOverride({ overrideReason: reason.trim(), customerNotified: channel });
  };
  return (
    <form onSubmit={submit} className="flex flex-col gap-2 border-border border-t pt-4">
      <Label htmlFor="override-reason">Override reason</Label>
      <Input
        id="override-reason"
        required
        maxLength={maxLength}
        value={reason}
        onChange={(event) => setReason(event.target.value)}
      />
      <div className="flex flex-wrap gap-2">
        {ready.map((one) => (
          <Button key={one} variant="secondary" size="sm" onClick={() => setReason(one)}>
            {one}
          </Button>
        ))}
      </div>
      {asksIfCustomerKnows && (
        <>
          <Label htmlFor="customer-notified">Has the customer been notified of the new time?</Label>
          <NativeSelect
            id="customer-notified"
            value={channel ?? ""}
            onChange={(event) => setChannel(NOTIFICATION_CHANNELS.find((how) => how === event.target.value) ?? null)}
            placeholder="Not yet"
            choices={CHANNEL_CHOICES}
          />
        </>
      )}
      <Button variant="outline" type="submit" className="self-start">
        Book anyway
      </Button>
    </form>
  );
}

/** Applies a resolution to the drop: this job elsewhere, or another job moved out of its way. */
function resolved(drop: Drop, { workOrderId, technicianIds, start }: Resolution, { jobs }: SchedulerScreen): Drop {
  const move: Drop = { ...drop, overrideReason: null, undoes: null };
  if (workOrderId === drop.workOrder.id)
    return { ...move, to: { technicianIds, start, minutes: drop.to?.minutes ?? 60 } };
  const other = jobs.find((workOrder) => workOrder.id === workOrderId);
  return other ? { ...move, displaces: { workOrder: dropWorkOrder(other), start } } : drop;
}
