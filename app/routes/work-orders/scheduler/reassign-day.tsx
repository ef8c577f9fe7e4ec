import { useFetcher } from "@remix-run/react";
import { useEffect, useRef, useState } from "react";
import { Button } from "~/components/ui/button";
import { Dialog } from "~/components/ui/dialog";
import { ModalBody, ModalFooter } from "~/components/ui/modal";
import { toast } from "~/components/ui/toast-store";
import { formatDate, formatTime } from "~/domain/shared/date-format";
import type { ReassignmentProposal } from "~/domain/work-orders/reassign-day.server";
import { paths } from "~/paths";
import { type ReassignmentAnswer, reassignmentAnswerOf } from "./reassignment-answer";

interface ReassignDayDialogProps {
  /** Who is out; null: nobody is looked at, and what was sent is still followed. */
  technicianId: string | null;
  date: string;
  /** Address of the screen that takes it. */
  action: string;
  onClose: () => void;
}

/** The day of somebody who is out, shared among the others: shown as a difference, made at one stroke, taken back at one. */
export function ReassignDayDialog({ technicianId, date, action, onClose }: ReassignDayDialogProps) {
  const { load, data: found, state } = useFetcher<ReassignmentProposal | null>();
  const [refused, setRefused] = useState<string | null>(null);
  const send = useReassignDay(action, (answer) => {
    if (answer.kind === "refused") setRefused(answer.message);
    else onClose();
    if (answer.kind !== "refused" || !technicianId) return;
    load(paths.schedulerRescue({ technicianId, date }));
  });

  // The proposal is worked out when it is asked for.
  useEffect(() => {
    setRefused(null);
    if (technicianId) load(paths.schedulerRescue({ technicianId, date }));
  }, [load, technicianId, date]);
  if (!technicianId) return null;
  const proposal = found && found.technicianId === technicianId ? found : null;
  const apply = () =>
    proposal &&
    send({ intent: "rescue", technicianId, date, at: String(proposal.at), fingerprint: proposal.fingerprint });
  return (
    <Dialog
      open
      size="large"
      onOpenChange={onClose}
      title={proposal ? `${proposal.name} is out on ${formatDate(date)}` : "Rescue the day"}
      description="Nothing is changed until you say so. Others keep what they have promised."
    >
      <ModalBody className="flex flex-col gap-4">
        {refused && (
          <p role="alert" className="rounded-md bg-warn-soft p-3">
            {refused}
          </p>
        )}
        {found === null && <p role="alert">The proposal could not be read. Check the connection.</p>}
        {!proposal && found !== null && <p className="text-muted-foreground">Looking who could take over…</p>}
        {proposal && <Difference proposal={proposal} />}
      </ModalBody>
      <ModalFooter>
        <Button variant="outline" onClick={onClose}>
          Leave the day as it is
        </Button>
        <Button
          variant="default"
          disabled={!proposal || proposal.changes.length === 0}
          loading={state !== "idle"}
          onClick={apply}
        >
          {proposal ? `Share out ${jobsWords(proposal.changes.length)}` : "Share out"}
        </Button>
      </ModalFooter>
    </Dialog>
  );
}

/** Sends a reassignment or its undoing, and says what became of it. */
function useReassignDay(action: string, onAnswer: (answer: ReassignmentAnswer) => void) {
  const fetcher = useFetcher();
  const now = useRef({ onAnswer, fetcher });
  now.current = { onAnswer, fetcher };
  const { data, state } = fetcher;
  const send = (fields: Record<string, string>) =>
    now.current.fetcher.submit({ ...fields, idempotencyKey: crypto.randomUUID() }, { method: "post", action });
  const sent = useRef(send);
  sent.current = send;

  // The answer arrives from outside of React's own events.
  useEffect(() => {
    if (state !== "idle" || data === undefined) return;
    const answer = reassignmentAnswerOf(data);
    if (answer.kind === "rescued") {
      const run = () => sent.current({ intent: "undoRescue", rescueId: answer.id });
      toast({ title: `${jobsWords(answer.jobs)} shared out`, action: { label: "Undo", run } });
    } else if (answer.kind === "undone") toast({ title: "The day is as it was before" });
    else toast({ title: "Nothing was changed", text: answer.message, tone: "bad" });
    now.current.onAnswer(answer);
  }, [state, data]);
  return send;
}

function Difference({ proposal }: { proposal: ReassignmentProposal }) {
  const { changes, leftOver, driveMinutes, driveBasis, names, zone } = proposal;
  const crew = (ids: readonly string[]) => ids.map((id) => names[id] ?? "somebody").join(", ");
  const time = (at: number) => formatTime(at, zone);
  return (
    <>
      {changes.length > 0 && (
        <table className="w-full text-left">
          <thead className="text-muted-foreground text-sm">
            <tr>
              <th scope="col" className="py-1 pr-3 font-medium">
                Job
              </th>
              <th scope="col" className="py-1 pr-3 font-medium">
                Now
              </th>
              <th scope="col" className="py-1 font-medium">
                Then
              </th>
            </tr>
          </thead>
          <tbody>
            {changes.map(({ jobId, label, from, to }) => (
              <tr key={jobId} className="border-border border-t">
                <th scope="row" className="py-2 pr-3 font-medium tabular">
                  {label}
                </th>
                <td className="py-2 pr-3 text-muted-foreground">
                  <del className="decoration-bad">
                    {time(from.start)} {crew(from.technicianIds)}
                  </del>
                </td>
                <td className="py-2">
                  <ins className="no-underline">
                    {time(to.start)} {crew(to.technicianIds)}
                  </ins>
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
      {leftOver.length > 0 && (
        <section>
          <h3 className="font-medium">Nobody was found for</h3>
          <ul className="mt-1 flex flex-col gap-1">
            {leftOver.map(({ jobId, label, reason }) => (
              <li key={jobId}>
                <span className="font-medium tabular">{label}</span>{" "}
                <span className="text-muted-foreground">{reason}</span>
              </li>
            ))}
          </ul>
        </section>
      )}
      {changes.length === 0 && leftOver.length === 0 && <p>There is nothing booked that still needs somebody.</p>}
      {changes.length > 0 && (
        <p className="text-muted-foreground">
          Driving of the others: {driveMinutes.before} min now, {driveMinutes.after} min then (
          {driveBasis === "estimate" ? "estimate" : "measured where known, otherwise an estimate"}).
        </p>
      )}
    </>
  );
}

function jobsWords(count: number): string {
  return count === 1 ? "1 job" : `${count} jobs`;
}
