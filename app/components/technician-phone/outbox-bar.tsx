import { CircleCheck, CloudOff, TriangleAlert } from "lucide-react";
import { formatInstant } from "~/components/date-format";
import { Button } from "~/components/ui/button";
import { cn } from "~/components/ui/cn";
import { type Act, type Entry, type EntryState, wordsOf } from "~/domain/technician-phone/entries.rules";
import { canTakeBack, inPlaceOfTheirs, tallyOf } from "~/domain/technician-phone/queue.rules";
import { paths } from "~/paths";
import { useThisPhone } from "./use-phone";

const stateWords: Record<EntryState, string> = {
  queued: "Queued",
  sending: "Sending",
  saved: "Saved",
  needs_you: "Needs you",
};

/** Whether what was put down has reached the office, entry by entry. */
export function OutboxBar() {
  const { entries, reach, day } = useThisPhone();
  if (entries.length === 0 && reach !== "none") return null;
  const { waiting, needsYou } = tallyOf(entries);
  const [Icon, looks] =
    needsYou > 0
      ? [TriangleAlert, "border-danger bg-bad-soft text-bad"]
      : waiting > 0 || reach === "none"
        ? [CloudOff, "border-edge bg-warn-soft text-warn"]
        : [CircleCheck, "border-line bg-ok-soft text-ok"];
  return (
    <details className={cn("rounded-md border-2", looks)} open={needsYou > 0 || undefined}>
      <summary className="flex min-h-12 cursor-pointer items-center gap-3 px-4 font-medium">
        <Icon aria-hidden="true" className="size-5 shrink-0" />
        <span role="status">{summary(needsYou, waiting, reach)}</span>
      </summary>
      {reach === "signed_out" && (
        <p className="px-4 pb-3">
          Your session has ended.{" "}
          <a href={paths.login({ from: paths.technicianJob("today") })} className="font-medium underline">
            Sign in to send what waits
          </a>
        </p>
      )}
      <ol className="flex flex-col divide-y divide-line bg-panel text-ink">
        {[...entries].reverse().map((entry) => (
          <li key={entry.key} className="flex flex-col gap-1 px-4 py-2">
            <Line entry={entry} zone={day.zone} />
          </li>
        ))}
      </ol>
    </details>
  );
}

function summary(needsYou: number, waiting: number, reach: string): string {
  if (needsYou > 0) return needsYou === 1 ? "1 entry needs you" : `${needsYou} entries need you`;
  const offline = reach === "none" ? "No connection: " : "";
  if (waiting > 0) return `${offline}${waiting} not at the office yet`;
  return offline ? "No connection: you see what this device keeps" : "Everything has reached the office";
}

function Line({ entry, zone }: { entry: Entry; zone: string }) {
  const { entries, takeBack, again, put, reach, day } = useThisPhone();
  const { act, at, jobId, jobLabel, key, refusal, savedAt, state } = entry;
  const tasks = day.jobs.find((job) => job.id === jobId)?.tasks;
  const task = "taskId" in act ? tasks?.find((one) => one.id === act.taskId) : undefined;
  const said = `${wordsOf(act)}${task ? ` (${task.title})` : ""}, ${formatInstant(at, { zone, style: "time" })}`;
  const instead = inPlaceOfTheirs(entry);
  const job = { id: jobId, reference: jobLabel };
  const toOffice = () => {
    put(job, { kind: "note", body: `${said}. Not taken: ${refusal?.message}`, customerVisible: false });
    takeBack(key);
  };
  const putInstead = (act: Act) => {
    put(job, act);
    takeBack(key);
  };
  return (
    <>
      <p className="flex justify-between gap-3">
        <span className="min-w-0 break-words">
          <span className="text-muted tabular">{jobLabel}</span> {said}
        </span>
        <span className={cn("shrink-0 font-semibold", state === "needs_you" && "text-bad")}>
          {stateWords[state]}
          {savedAt && <span className="font-normal tabular"> {formatInstant(savedAt, { zone, style: "time" })}</span>}
        </span>
      </p>
      {refusal && (
        <div className="flex flex-col gap-2 rounded-md bg-bad-soft p-3">
          <p>
            <strong>You:</strong> {said}
          </p>
          <p>
            <strong>Office:</strong> {refusal.theirs ? `the job is ${refusal.theirs}. ` : ""}
            {refusal.message}
          </p>
          <p className="text-sm">Both are kept until you decide.</p>
          <div className="flex flex-wrap gap-2">
            {instead ? (
              <Button onClick={() => putInstead(instead)}>Put mine in its place</Button>
            ) : (
              <Button onClick={() => again(key)}>Try again</Button>
            )}
            <Button onClick={toOffice}>Tell the office in a note</Button>
            {canTakeBack(entry, entries) && <Button onClick={() => takeBack(key)}>Drop mine</Button>}
          </div>
        </div>
      )}
      {state === "queued" && act.kind !== "move" && reach !== "ok" && canTakeBack(entry, entries) && (
        <Button variant="link" className="self-start" onClick={() => takeBack(key)}>
          Take back
        </Button>
      )}
    </>
  );
}
