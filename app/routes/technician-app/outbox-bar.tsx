import { CircleCheck, CloudOff, CloudUpload, TriangleAlert } from "lucide-react";
import { useEffect, useState } from "react";
import { minutesText } from "~/components/minutes-text";
import { Button } from "~/components/ui/button";
import { tallyOf, waitingSince } from "~/domain/technician-app/queue";
import { cn } from "~/lib/utils";
import { paths } from "~/paths";
import { OutboxLine, stateWords } from "./outbox-line";
import { useThisPhone } from "./technician-app";

/** Longer than the time to take a step back: from then on it is worth a button. */
const lateAfter = 15_000;

/** Whether what was put down has reached the office, above the main action. */
export function OutboxBar() {
  const { entries, loose, reach, day } = useThisPhone();
  const now = useNow();
  const { waiting, needsYou } = tallyOf(entries);
  const unkept = entries.filter((entry) => loose.has(entry.key) && entry.state !== "saved").length;
  if (entries.length === 0 && reach !== "none") return null;
  const waited = now - (waitingSince(entries) ?? now);
  const late = waiting > 0 && reach !== "signed_out" && (reach === "none" || waited > lateAfter);
  const [Icon, looks] =
    needsYou > 0 || unkept > 0
      ? [TriangleAlert, "border-destructive bg-bad-soft text-bad"]
      : reach === "none"
        ? [CloudOff, "border-input bg-warn-soft text-warn"]
        : waiting > 0
          ? [CloudUpload, "border-input bg-warn-soft text-warn"]
          : [CircleCheck, "border-border bg-ok-soft text-ok"];
  return (
    <div className={cn("relative overflow-hidden rounded-md border-2", looks)}>
      <details open={needsYou > 0 || undefined}>
        <summary
          className={cn("flex min-h-12 cursor-pointer items-center gap-3 px-3 py-1 font-medium", late && "pr-36")}
        >
          <Icon aria-hidden="true" className="size-5 shrink-0" />
          <span>
            <span role="status">{summary(needsYou, waiting, reach)}</span>
            {waited >= 60_000 && `, the oldest for ${minutesText(Math.floor(waited / 60_000))}`}
          </span>
        </summary>
        <ol className="flex max-h-[45dvh] flex-col divide-y divide-border overflow-y-auto overscroll-contain bg-card text-foreground">
          {[...entries].reverse().map((entry) => (
            <li key={entry.key} className="flex flex-col gap-2 px-3 py-2">
              <OutboxLine entry={entry} zone={day.zone} />
            </li>
          ))}
        </ol>
      </details>
      {late && <SendNow />}
      {unkept > 0 && (
        <p role="alert" className="px-3 pb-3 font-medium">
          This phone has no room left. {unkept === 1 ? "1 entry is" : `${unkept} entries are`} on this open page alone:
          keep it open until they are sent, or free some space.
        </p>
      )}
      {reach === "signed_out" && (
        <p className="px-3 pb-3">
          Your session has ended.{" "}
          <a href={paths.login({ from: paths.technicianJob("today") })} className="font-medium underline">
            Sign in to send what waits
          </a>
        </p>
      )}
    </div>
  );
}

/** The instant, looked at anew as often as ages need it. */
function useNow(): number {
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 5000);
    return () => clearInterval(timer);
  }, []);
  return now;
}

function SendNow() {
  const { sendNow } = useThisPhone();
  const [sending, setSending] = useState(false);
  return (
    <Button
      variant="outline"
      size="lg"
      className="absolute top-0 right-0 border-0 border-input border-l-2"
      loading={sending}
      onClick={() => {
        setSending(true);
        void sendNow().finally(() => setSending(false));
      }}
    >
      Send now
    </Button>
  );
}

function summary(needsYou: number, waiting: number, reach: string): string {
  const offline = reach === "none" ? "No connection: " : "";
  const words = [
    ...(needsYou > 0 ? [needsYou === 1 ? "1 entry needs you" : `${needsYou} entries need you`] : []),
    ...(waiting > 0 ? [`${waiting} not at the office yet`] : []),
  ];
  if (words.length > 0) return offline + words.join(", ");
  return offline ? "No connection: you see what this device keeps" : "Everything has reached the office";
}

/** Beside what was put down: whether the office has it; nothing once it shows there. */
export function StateOf({ entryKey, className }: { entryKey: string; className?: string }) {
  const { entries } = useThisPhone();
  const entry = entries.find((one) => one.key === entryKey);
  return entry ? <span className={cn("font-semibold", className)}>{stateWords[entry.state]}</span> : null;
}
