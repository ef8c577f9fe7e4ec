import { useFetcher, useLoaderData, useRevalidator } from "@remix-run/react";
import { useEffect, useRef } from "react";
import { useFormRefusal } from "~/components/feedback/session-ended";
import { Button } from "~/components/ui/button";
import { Dialog } from "~/components/ui/dialog";
import { ModalBody, ModalFooter } from "~/components/ui/modal";
import { ReassignDay } from "~/domain/scheduling/schema";
import { formatDate, formatTime } from "~/domain/shared/date-format";
import { proposeReassignment, type ReassignmentProposal, reassignDay } from "~/domain/work-orders/reassign-day.server";
import { type FormRefusal, formAction } from "~/http/form-action";
import { pageLoader } from "~/http/page-loader";
import { useCloseDialog } from "~/lib/use-close-dialog";
import { jobCount } from "./labels";
import { useScheduler } from "./view";

export { DialogError as ErrorBoundary, dialogHandle as handle } from "~/components/feedback/dialog-error";
export { clientAction } from "~/lib/client-action";
export { shouldRevalidate } from "~/lib/revalidation";

export const loader = pageLoader(async ({ ctx, params }) => ({
  proposal: await proposeReassignment(ctx, { technicianId: params.technicianId ?? "", date: params.date ?? null }),
  formKey: ctx.newId(),
}));

export const action = formAction(ReassignDay, ({ ctx, input }) => reassignDay(ctx, input));

/** The day of a technician who is out, given to the others: shown as a difference, made at one stroke, taken back at one. */
export default function ReassignTechnicianDay() {
  const { proposal, formKey } = useLoaderData<typeof loader>();
  const fetcher = useFetcher<{ id: string; jobs: number } | FormRefusal>();
  const { lastResult, sessionEnded } = useFormRefusal(fetcher.data);
  const { onReassigned } = useScheduler();
  const { revalidate } = useRevalidator();
  const close = useCloseDialog();
  const now = useRef({ onReassigned, revalidate, close });
  now.current = { onReassigned, revalidate, close };
  const { data, state } = fetcher;

  // The answer arrives from outside of React's own events.
  useEffect(() => {
    if (state !== "idle" || !data) return;
    const { onReassigned, revalidate, close } = now.current;
    // The day has changed since it was proposed: the dialog shows what is proposed now.
    if (!("id" in data)) {
      revalidate();
      return;
    }
    onReassigned(data);
    close();
  }, [state, data]);
  const { technicianId, name, date, at, fingerprint, changes } = proposal;
  const refusal = Object.values(lastResult?.error ?? {}).flatMap((texts) => texts ?? []);
  return (
    <>
      <Dialog
        open
        size="large"
        onOpenChange={close}
        title={`${name} is out on ${formatDate(date)}`}
        description="Nothing changes until you reassign. Other jobs keep what customers were promised."
      >
        <ModalBody className="flex flex-col gap-4">
          {refusal.length > 0 && (
            <p role="alert" className="rounded-md bg-warn-soft p-3">
              {refusal.join(" ")}
            </p>
          )}
          <Difference proposal={proposal} />
        </ModalBody>
        <ModalFooter>
          <Button variant="outline" onClick={close}>
            Keep the day as it is
          </Button>
          <fetcher.Form method="post" className="contents">
            {Object.entries({ technicianId, date, at, fingerprint, idempotencyKey: formKey }).map(([field, value]) => (
              <input key={field} type="hidden" name={field} value={value} />
            ))}
            <Button type="submit" variant="default" disabled={changes.length === 0} loading={state !== "idle"}>
              {`Reassign ${jobCount(changes.length)}`}
            </Button>
          </fetcher.Form>
        </ModalFooter>
      </Dialog>
      {sessionEnded}
    </>
  );
}

function Difference({ proposal }: { proposal: ReassignmentProposal }) {
  const { changes, leftOver, driveMinutes, driveBasis, names, zone } = proposal;
  const placement = ({ technicianIds, start }: { technicianIds: readonly string[]; start: number }) =>
    `${formatTime(start, zone)} ${technicianIds.map((id) => names[id] ?? "Unknown").join(", ")}`;
  return (
    <>
      {changes.length > 0 && (
        <table className="w-full text-left">
          <thead className="text-muted-foreground text-sm">
            <tr>
              {["Job", "Now", "New"].map((column) => (
                <th key={column} scope="col" className="py-1 pr-3 font-medium">
                  {column}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {changes.map(({ jobId, label, from, to }) => (
              <tr key={jobId} className="border-border border-t">
                <th scope="row" className="py-2 pr-3 font-medium tabular">
                  {label}
                </th>
                <td className="py-2 pr-3 text-muted-foreground">
                  <del className="decoration-bad">{placement(from)}</del>
                </td>
                <td className="py-2">
                  <ins className="no-underline">{placement(to)}</ins>
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
      {leftOver.length > 0 && (
        <section>
          <h3 className="font-medium">Couldn't reassign</h3>
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
      {changes.length === 0 && leftOver.length === 0 && <p>No jobs to reassign that day.</p>}
      {changes.length > 0 && (
        <p className="text-muted-foreground">
          Drive time for everyone else: {driveMinutes.before} min now, {driveMinutes.after} min after (
          {driveBasis === "estimate" ? "estimate" : "measured where known, otherwise an estimate"}).
        </p>
      )}
    </>
  );
}
