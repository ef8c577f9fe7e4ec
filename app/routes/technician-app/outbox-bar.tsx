import { useEffect, useState } from "react";
import { Button } from "~/components/ui/button";
import { Card } from "~/components/ui/card";
import { CircleCheck, CloudOff, CloudUpload, TriangleAlert } from "~/components/ui/icons";
import { formatDuration, formatTime } from "~/domain/shared/time/date-format";
import { MINUTE_MS } from "~/domain/shared/time/dates";
import {
  asNotes,
  fieldText,
  mutationLabel,
  mutationText,
  overwriteServer,
  type Refusal,
} from "~/domain/technician-app/mutations";
import { STATUS_LABELS } from "~/domain/work-order-basics/status";
import { clockOffsetText } from "~/domain/work-orders/device-clock";
import { isFailing, isOpen, type MutationState } from "~/lib/optimistic-queue";
import { cn } from "~/lib/utils";
import type { DeviceMemo, MemoState } from "~/lib/voice/memo-queue";
import { paths } from "~/paths";
import { ConfirmButton } from "./mutation-form";
import type { Connection } from "./offline/device";
import {
  type Counts,
  canUndo,
  countsOf,
  holdsOthersBack,
  isToReview,
  memoCounts,
  notesAbout,
  type OutboxMutation,
  refusalOfMutation,
  unsyncedSince,
} from "./outbox";
import { useTechnicianApp } from "./technician-app";

const MAX_NOTE_LENGTH = 4000;

/** Longer than a step can be undone: after that, a sync button is useful. */
const LATE_AFTER_MS = 15_000;

const FAILING = "Couldn’t be sent";

const SYNC_LABELS: Record<MutationState, string> = {
  queued: "Queued",
  unreached: "Queued",
  sending: "Sending",
  confirmed: "Saved",
  refused: "Review",
};

function syncLabel(mutation: OutboxMutation): string {
  return isFailing(mutation) && mutation.state !== "sending" ? FAILING : SYNC_LABELS[mutation.state];
}

/** Sync status, shown above the main action. */
export function OutboxBar() {
  const { mutations, memos, unpersisted, connection } = useTechnicianApp();
  const now = useNow();
  const made = countsOf(mutations);
  const spoken = memoCounts(memos);
  const counts = {
    ...made,
    unsynced: made.unsynced + spoken.unsynced,
    toReview: made.toReview + spoken.failing,
  };
  const onPageAlone = mutations.filter(({ id, state }) => unpersisted.has(id) && state !== "confirmed").length;
  const isSignedOut = ["signed_out", "other_person", "no_access"].includes(connection);
  if (mutations.length + memos.length === 0 && connection !== "offline" && !isSignedOut) return null;
  const waited = now - (unsyncedSince(mutations, memos) ?? now);
  const isLate = counts.unsynced > 0 && !isSignedOut && (connection === "offline" || waited > LATE_AFTER_MS);
  const { icon: Icon, className } = barStyle(counts, connection, onPageAlone > 0);
  return (
    <div className={cn("relative overflow-hidden rounded-md border-2", className)}>
      <details open={counts.toReview > 0 || undefined}>
        <summary
          className={cn("flex min-h-12 cursor-pointer items-center gap-3 px-3 py-1 font-medium", isLate && "pr-36")}
        >
          <Icon aria-hidden="true" className="size-5 shrink-0" />
          <span>
            <span role="status">{summary(counts, spoken.toReview, connection)}</span>
            {waited >= MINUTE_MS && `, oldest ${formatDuration(Math.floor(waited / MINUTE_MS))} ago`}
          </span>
        </summary>
        <ol className="flex max-h-[30dvh] flex-col divide-y divide-border overflow-y-auto overscroll-contain bg-card text-foreground">
          {memos.map((memo) => (
            <li key={memo.id} className="flex flex-col gap-2 px-3 py-2">
              <MemoLine memo={memo} />
            </li>
          ))}
          {[...mutations].reverse().map((mutation) => (
            <li key={mutation.id} className="flex flex-col gap-2 px-3 py-2">
              <OutboxLine mutation={mutation} />
            </li>
          ))}
        </ol>
      </details>
      {isLate && <SyncNow />}
      {onPageAlone > 0 && (
        <p role="alert" className="px-3 pb-3 font-medium">
          This device is out of storage. {onPageAlone === 1 ? "1 change is" : `${onPageAlone} changes are`} on this open
          page only: keep it open until they are synced, or free up space.
        </p>
      )}
      {connection === "signed_out" && (
        <p className="px-3 pb-3">
          Your session has ended.{" "}
          <a href={paths.login({ from: paths.technicianWorkOrder("today") })} className="font-medium underline">
            Sign in to sync
          </a>
        </p>
      )}
      {connection === "no_access" && (
        <p className="px-3 pb-3">
          You no longer have access to these jobs.
          {counts.unsynced + counts.toReview > 0 && " Changes that were not sent stay on this device."}
        </p>
      )}
      {connection === "other_person" && (
        <p className="px-3 pb-3">
          Someone else is signed in on this device. {counts.unsynced > 0 && "Your changes stay here. "}Sign out, then
          sign in as yourself to sync.
        </p>
      )}
    </div>
  );
}

function barStyle({ toReview, unsynced }: Counts, connection: Connection, isOutOfStorage: boolean) {
  if (toReview > 0 || isOutOfStorage) {
    return { icon: TriangleAlert, className: "border-destructive bg-bad-soft text-bad" };
  }
  if (connection === "offline") return { icon: CloudOff, className: "border-input bg-warn-soft text-warn" };
  if (unsynced > 0) return { icon: CloudUpload, className: "border-input bg-warn-soft text-warn" };
  return { icon: CircleCheck, className: "border-border bg-ok-soft text-ok" };
}

function summary({ toReview, unsynced }: Counts, memosToReview: number, connection: Connection): string {
  const offline = connection === "offline" ? "No connection: " : "";
  const parts = [
    ...(toReview > 0 ? [`${toReview} to review`] : []),
    ...(unsynced > 0 ? [unsynced === 1 ? "1 change not synced" : `${unsynced} changes not synced`] : []),
    ...(memosToReview > 0 ? [memosToReview === 1 ? "1 memo to review" : `${memosToReview} memos to review`] : []),
  ];
  if (parts.length > 0) return offline + parts.join(", ");
  return offline ? "No connection: showing saved data" : "All changes synced";
}

/** Warns about a wrong device clock, because hours are recorded by the office's clock. */
export function ClockWarning() {
  const { clockOffsetMs } = useTechnicianApp();
  const words = clockOffsetText(clockOffsetMs, formatDuration);
  if (!words) return null;
  return (
    <p role="status" className="rounded-md bg-warn-soft p-4 font-medium text-warn">
      This device’s clock is {words}. Times are recorded in office time.
    </p>
  );
}

/** Says that unsent changes of someone else wait on this device, without showing them. */
export function ChangesOfOthers() {
  const { countOfOthers } = useTechnicianApp();
  if (countOfOthers === 0) return null;
  return (
    <Card as="p" role="status" className="p-4 font-medium">
      {countOfOthers === 1
        ? "1 change by someone else is waiting on this device. It syncs when that person signs in here."
        : `${countOfOthers} changes by someone else are waiting on this device. They sync when that person signs in here.`}
    </Card>
  );
}

/** Updated as often as the displayed ages change. */
function useNow(): number {
  const [now, setNow] = useState(() => Date.now());
  // Time passes without anything being rendered.
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 5000);
    return () => clearInterval(timer);
  }, []);
  return now;
}

function SyncNow() {
  const { sync } = useTechnicianApp();
  const [isSyncing, setIsSyncing] = useState(false);
  return (
    <Button
      variant="outline"
      size="lg"
      className="absolute top-0 right-0 rounded-none border-0 border-input border-b-2 border-l-2"
      loading={isSyncing}
      onClick={() => {
        setIsSyncing(true);
        void sync().finally(() => setIsSyncing(false));
      }}
    >
      Sync now
    </Button>
  );
}

const MEMO_LABELS: Record<MemoState, string> = {
  queued: "Queued",
  sending: "Sending",
  failing: FAILING,
  ready: "Review",
  refused: "Review",
};

/** A memo recorded on a job: nothing in it is saved before it is reviewed there. */
function MemoLine({ memo }: { memo: DeviceMemo }) {
  const { day, discardMemo, retryMemos } = useTechnicianApp();
  const { workOrderId, at, state, message } = memo;
  const workOrder = day.workOrders.find(({ id }) => id === workOrderId);
  const isToReview = state === "ready" || state === "refused";
  return (
    <>
      <p className="flex justify-between gap-3">
        <span className="min-w-0 break-words">
          <span className="text-muted-foreground tabular">{workOrder?.reference}</span> Memo, {formatTime(at, day.zone)}
          {message && <span className="block">{message}</span>}
        </span>
        {isToReview ? (
          <a href={paths.technicianWorkOrder(workOrderId)} className="shrink-0 font-semibold underline">
            {MEMO_LABELS[state]}
            <span className="sr-only"> the memo</span>
          </a>
        ) : (
          <span className={cn("shrink-0 font-semibold", state === "failing" && "text-bad")}>{MEMO_LABELS[state]}</span>
        )}
      </p>
      {state === "failing" && (
        <Unsent what="memo" onRetry={() => void retryMemos()} onDiscard={() => void discardMemo(memo)} />
      )}
    </>
  );
}

/** A change with its sync status, and both versions if the server refused it. */
function OutboxLine({ mutation }: { mutation: OutboxMutation }) {
  const { connection, day, discard, mutations, retry } = useTechnicianApp();
  const { answer, change, id, state } = mutation;
  const time = (at: string) => formatTime(at, day.zone);
  const tasks = day.workOrders.find((workOrder) => workOrder.id === change.workOrderId)?.tasks;
  const task = tasks?.find((one) => one.id === fieldText(change, "taskId"));
  const about = `${task ? ` (${task.title})` : ""}, ${time(change.at)}`;
  const label = `${mutationLabel(change)}${about}`;
  const refusal = refusalOfMutation(mutation);
  const isToDecide = isToReview(mutation);
  const canDiscard =
    !isToDecide && change.kind !== "changeStatus" && connection !== "online" && canUndo(mutation, mutations);
  return (
    <>
      <p className="flex justify-between gap-3">
        <span className="min-w-0 break-words">
          <span className="text-muted-foreground tabular">{change.reference}</span> {label}
        </span>
        <span className={cn("shrink-0 font-semibold", isToDecide && "text-bad")}>
          {syncLabel(mutation)}
          {state === "confirmed" && answer && <span className="font-normal tabular"> {time(answer.at)}</span>}
        </span>
      </p>
      {refusal && <Conflict mutation={mutation} refusal={refusal} about={about} />}
      {isFailing(mutation) && (
        <Unsent
          what="change"
          isHolding={holdsOthersBack(mutation, mutations)}
          onRetry={state === "unreached" ? () => void retry(id) : undefined}
          onDiscard={canUndo(mutation, mutations) ? () => void discard(id) : undefined}
        />
      )}
      {canDiscard && <ConfirmButton label="Undo" confirmLabel="Discard" onConfirm={() => void discard(id)} />}
    </>
  );
}

interface UnsentProps {
  what: "change" | "memo";
  /** Whether others wait for it. */
  isHolding?: boolean;
  /** Absent: it is being sent. */
  onRetry?: () => void;
  /** Absent: it cannot be undone. */
  onDiscard?: () => void;
}

/** For what keeps failing while the server can be reached: it stays until it is sent or the user discards it. */
function Unsent({ what, isHolding = false, onRetry, onDiscard }: UnsentProps) {
  return (
    <div className="flex flex-col gap-3 rounded-md bg-bad-soft p-3">
      <p>Sending it fails each time. The {what} stays on this device and is tried again from time to time.</p>
      {isHolding && <p>Later changes that depend on it wait for it.</p>}
      {onRetry && (
        <div className="flex flex-wrap gap-3">
          <Button variant="outline" size="lg" onClick={onRetry}>
            Try again
          </Button>
          {onDiscard && <ConfirmButton label="Discard mine" confirmLabel="Discard" onConfirm={onDiscard} />}
        </div>
      )}
    </div>
  );
}

/** If the office canceled the job, its status need not be mentioned. */
function refusalText({ status, message }: Refusal): string {
  if (status === STATUS_LABELS.cancelled) return "The office canceled this job.";
  return status ? `The job is ${status}. ${message}` : message;
}

/** `about`: the task and the time. */
type ConflictProps = { mutation: OutboxMutation; refusal: Refusal; about: string };

/** Both versions, until the user decides or the office has the user's as a note. */
function Conflict({ mutation, refusal, about }: ConflictProps) {
  const { discard, maxLengths, mutations, retry, submit } = useTechnicianApp();
  const { change, id } = mutation;
  const replacement = overwriteServer(change, refusal);
  const text = mutationText(change);
  const isOnItsWay = notesAbout(id, mutations).some(isOpen);
  const [isNoting, setIsNoting] = useState(false);
  async function noteInstead(content: string): Promise<void> {
    const bodies = asNotes(
      `${content}${about}. Not saved: ${refusalText(refusal)}`,
      maxLengths.body ?? MAX_NOTE_LENGTH,
    );
    for (const body of bodies) {
      const form = new FormData();
      form.set("intent", "addNote");
      form.set("body", body);
      const insteadOf = { id, notes: bodies.length };
      await submit({ id: change.workOrderId, reference: change.reference }, form, insteadOf);
    }
  }
  return (
    <div className="flex flex-col gap-3 rounded-md bg-bad-soft p-3">
      <p>
        <strong>You:</strong> {mutationLabel(change)}
        {about}
      </p>
      <p>
        <strong>Office:</strong> {refusalText(refusal)}
      </p>
      <p>{isOnItsWay ? "This stays here until the office has your note." : "Both versions stay until you decide."}</p>
      {text === null && (
        <p>A note can’t hold a {change.kind === "addPhoto" ? "photo" : "signature"}. It stays on this device.</p>
      )}
      <div className="flex flex-wrap gap-3">
        {replacement ? (
          <Button variant="outline" size="lg" onClick={() => void retry(id, replacement)}>
            Replace with mine
          </Button>
        ) : (
          <Button variant="outline" size="lg" onClick={() => void retry(id)}>
            Try again
          </Button>
        )}
        {text !== null && !isOnItsWay && (
          <Button
            variant="outline"
            size="lg"
            loading={isNoting}
            onClick={() => {
              setIsNoting(true);
              void noteInstead(text).finally(() => setIsNoting(false));
            }}
          >
            Send to office as a note
          </Button>
        )}
        {canUndo(mutation, mutations) && (
          <ConfirmButton label="Discard mine" confirmLabel="Discard" onConfirm={() => void discard(id)} />
        )}
      </div>
    </div>
  );
}

/** Sync status next to something that was added; nothing once the loaded day includes it. */
export function SyncState({ id, className }: { id: string; className?: string }) {
  const { mutations } = useTechnicianApp();
  const mutation = mutations.find((one) => one.id === id);
  return mutation ? <span className={cn("font-semibold", className)}>{syncLabel(mutation)}</span> : null;
}
