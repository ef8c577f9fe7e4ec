import { type FormEvent, useState } from "react";
import { useFormRefusal } from "~/components/feedback/session-ended";
import { Button } from "~/components/ui/button";
import { Dialog } from "~/components/ui/dialog";
import { Input } from "~/components/ui/input";
import { Label } from "~/components/ui/label";
import { ModalBody, ModalFooter } from "~/components/ui/modal";
import type { Placement } from "~/domain/scheduling/scheduler";
import { formatDateTime } from "~/domain/shared/date-format";
import { formatWorkOrderNumber } from "~/domain/work-orders/work-order";
import { type Drop, type Meanwhile, movableJob, type OfferedFix } from "./drops";
import type { OpenDrop } from "./use-drops";
import type { SchedulerScreen } from "./view";

interface RefusedDropProps {
  open: OpenDrop;
  data: SchedulerScreen;
  onSend: (drop: Drop) => void;
  onClose: () => void;
}

/** What stands against a drop, the two cheapest ways out, and the reason to do it all the same. */
export function RefusedDrop({ open, data, onSend, onClose }: RefusedDropProps) {
  const { drop, answer } = open;
  const { sessionEnded } = useFormRefusal(open.data);
  const again = { ...drop, key: crypto.randomUUID() };
  const reference = formatWorkOrderNumber(drop.job.number);
  if (answer.kind === "changed") {
    const { version, at, state } = answer.meanwhile;
    return (
      <Dialog open size="small" onOpenChange={onClose} title={`${reference} was not moved`}>
        <ModalBody>
          <p role="alert">{meanwhileWords(answer.meanwhile, data)}</p>
        </ModalBody>
        <ModalFooter>
          <Button variant="outline" onClick={onClose}>
            {state ? "Close" : "Leave it there"}
          </Button>
          {!state && (
            <Button variant="default" onClick={() => onSend({ ...again, job: { ...drop.job, version, at } })}>
              Move it all the same
            </Button>
          )}
        </ModalFooter>
      </Dialog>
    );
  }
  if (answer.kind !== "refused") {
    return (
      <>
        <Dialog open size="small" onOpenChange={onClose} title={`${reference} is not saved`}>
          <ModalBody>
            <p role="alert">{answer.message}</p>
          </ModalBody>
          <ModalFooter>
            <Button variant="outline" onClick={onClose}>
              Leave it
            </Button>
            <Button variant="default" onClick={() => onSend(drop)}>
              Try again
            </Button>
          </ModalFooter>
        </Dialog>
        {sessionEnded}
      </>
    );
  }
  if (answer.against.length === 0) {
    return (
      <Dialog open size="small" onOpenChange={onClose} title={`${reference} was not moved`}>
        <ModalBody>
          <p role="alert">{answer.message}</p>
        </ModalBody>
        <ModalFooter>
          <Button variant="outline" onClick={onClose}>
            Close
          </Button>
        </ModalFooter>
      </Dialog>
    );
  }
  return (
    <Dialog open onOpenChange={onClose} title={`${reference} does not fit there`}>
      <ModalBody className="flex flex-col gap-4">
        <div role="alert">
          {[...new Set(answer.against)].map((message) => (
            <p key={message}>{message}</p>
          ))}
        </div>
        {answer.fixes.length > 0 && (
          <section className="flex flex-col gap-2">
            <h3 className="font-medium text-sm">What would fit</h3>
            {answer.fixes.map((fix) => (
              <Button
                variant="outline"
                key={fix.message}
                className="justify-start text-left"
                onClick={() => onSend(fixed(again, fix, data))}
              >
                {fix.message}
              </Button>
            ))}
          </section>
        )}
        {answer.overridable ? (
          <Override onOverride={(overrideReason) => onSend({ ...again, overrideReason })} />
        ) : (
          <p className="text-muted-foreground">No reason overrides this.</p>
        )}
      </ModalBody>
    </Dialog>
  );
}

/** "Somebody else moved it meanwhile: it is at Mon, Feb 3, 10:00 AM, Luis Ortega." */
function meanwhileWords({ at, state }: Meanwhile, { technicians, zone }: SchedulerScreen): string {
  if (state) return `Somebody else changed it meanwhile: it is ${state} by now.`;
  if (!at) return "Somebody else took it out of the day meanwhile: it waits for a place.";
  const crew = at.technicianIds.map((id) => technicians.find((one) => one.id === id)?.name ?? "somebody else");
  return `Somebody else moved it meanwhile: it is at ${formatDateTime(at.start, { zone })}, ${crew.join(", ")}.`;
}

function Override({ onOverride }: { onOverride: (reason: string) => void }) {
  const [reason, setReason] = useState("");
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (reason.trim()) onOverride(reason.trim());
  };
  return (
    <form onSubmit={submit} className="flex flex-col gap-2 border-border border-t pt-4">
      <Label htmlFor="override-reason">Reason to book it all the same</Label>
      <Input
        id="override-reason"
        required
        maxLength={500}
        value={reason}
        onChange={(event) => setReason(event.target.value)}
      />
      <Button variant="outline" type="submit" className="self-start">
        Book it all the same
      </Button>
    </form>
  );
}

/** The drop as the way out has it: this job elsewhere, or another one out of its way and then this one. */
function fixed(drop: Drop, fix: OfferedFix, { jobs }: SchedulerScreen): Drop {
  const minutes = (was: Placement | null | undefined) => was?.minutes ?? drop.to?.minutes ?? 60;
  if (fix.jobId === drop.job.id) {
    const to = { technicianIds: fix.technicianIds, start: fix.start, minutes: minutes(drop.to) };
    return { ...drop, to, overrideReason: null };
  }
  const other = jobs.find((job) => job.id === fix.jobId);
  if (!other) return drop;
  return { ...drop, overrideReason: null, room: { job: movableJob(other), start: fix.start } };
}
