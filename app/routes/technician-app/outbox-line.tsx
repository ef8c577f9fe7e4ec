import { Button } from "~/components/ui/button";
import { formatTime } from "~/domain/shared/date-format";
import { type Act, type Entry, type EntryState, wordsOf } from "~/domain/technician-app/entries";
import { canTakeBack, inPlaceOfTheirs } from "~/domain/technician-app/queue";
import { cn } from "~/lib/utils";
import { TwoTaps } from "./confirm-button";
import { useThisPhone } from "./technician-app";

export const stateWords: Record<EntryState, string> = {
  queued: "Queued",
  sending: "Sending",
  saved: "Saved",
  needs_you: "Needs you",
};

/** One entry of the outbox: what was put down, whether the office has it, and both sides where it has not. */
export function OutboxLine({ entry, zone }: { entry: Entry; zone: string }) {
  const { day, entries, reach, takeBack } = useThisPhone();
  const { act, at, jobId, jobLabel, key, refusal, savedAt, state } = entry;
  const tasks = day.jobs.find((job) => job.id === jobId)?.tasks;
  const task = "taskId" in act ? tasks?.find((one) => one.id === act.taskId) : undefined;
  const said = `${wordsOf(act)}${task ? ` (${task.title})` : ""}, ${formatTime(at, zone)}`;
  const back = state === "queued" && act.kind !== "move" && reach !== "ok" && canTakeBack(entry, entries);
  return (
    <>
      <p className="flex justify-between gap-3">
        <span className="min-w-0 break-words">
          <span className="text-muted-foreground tabular">{jobLabel}</span> {said}
        </span>
        <span className={cn("shrink-0 font-semibold", state === "needs_you" && "text-bad")}>
          {stateWords[state]}
          {savedAt && <span className="font-normal tabular"> {formatTime(savedAt, zone)}</span>}
        </span>
      </p>
      {refusal && <BothSides entry={entry} said={said} />}
      {back && <TwoTaps label="Take back" sure="Throw it away" onSure={() => takeBack(key)} />}
    </>
  );
}

/** Mine and the office's word, side by side until somebody decides. */
function BothSides({ entry, said }: { entry: Entry; said: string }) {
  const { again, entries, put, takeBack } = useThisPhone();
  const { key, refusal } = entry;
  if (!refusal) return null;
  // Only when the other is kept does this one go.
  const instead = (act: Act) => void put({ id: entry.jobId, reference: entry.jobLabel }, act).then(() => takeBack(key));
  const mine = inPlaceOfTheirs(entry);
  const note: Act = { kind: "note", body: `${said}. Not taken: ${refusal.message}`, customerVisible: false };
  return (
    <div className="flex flex-col gap-3 rounded-md bg-bad-soft p-3">
      <p>
        <strong>You:</strong> {said}
      </p>
      <p>
        <strong>Office:</strong> {refusal.theirs ? `the job is ${refusal.theirs}. ` : ""}
        {refusal.message}
      </p>
      <p>Both are kept until you decide.</p>
      <div className="flex flex-wrap gap-3">
        {mine ? (
          <Button variant="outline" size="lg" onClick={() => instead(mine)}>
            Put mine in its place
          </Button>
        ) : (
          <Button variant="outline" size="lg" onClick={() => again(key)}>
            Try again
          </Button>
        )}
        <Button variant="outline" size="lg" onClick={() => instead(note)}>
          Tell the office in a note
        </Button>
        {canTakeBack(entry, entries) && <TwoTaps label="Drop mine" sure="Throw it away" onSure={() => takeBack(key)} />}
      </div>
    </div>
  );
}
