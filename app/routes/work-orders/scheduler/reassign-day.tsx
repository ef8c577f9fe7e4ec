import { useFetcher, useLoaderData, useRevalidator, useSearchParams } from "@remix-run/react";
import { useEffect, useRef, useState } from "react";
import { PhoneLink } from "~/components/contact-link";
import { useFormRefusal } from "~/components/feedback/session-ended";
import { Button } from "~/components/ui/button";
import { Checkbox } from "~/components/ui/checkbox";
import {
  Dialog,
  DialogBody,
  DialogContent,
  DialogDescription,
  DialogFooter,
  DialogHeader,
  DialogTitle,
} from "~/components/ui/dialog";
import { Label } from "~/components/ui/label";
import { PriorityMark } from "~/components/work-orders/priority";
import { ReassignDay } from "~/domain/scheduling/schema";
import { formatPhone } from "~/domain/shared/text/phones";
import { formatNearDate } from "~/domain/shared/time/date-format";
import { wallTimeOf } from "~/domain/shared/time/time-zones";
import { formatArrivalWindow } from "~/domain/technicians/arrival-window";
import {
  proposeReassignment,
  type ReassignmentProposal,
  reassignDay,
} from "~/domain/work-orders/schedule/reassign-day.server";
import { type FormRefusal, formAction } from "~/http/form-action";
import { pageLoader } from "~/http/page-loader";
import { useNow } from "~/lib/clock";
import { useCloseDialog } from "~/lib/use-close-dialog";
import { timeLabel, workOrderCount } from "./labels";
import { useScheduler } from "./scheduler-context";

export { DialogError as ErrorBoundary, dialogHandle as handle } from "~/components/feedback/dialog-error";
export { shouldRevalidate } from "~/lib/revalidation";
export { plainAction as clientAction } from "~/lib/unanswered-action";

export const loader = pageLoader(async ({ ctx, params, url }) => ({
  proposal: await proposeReassignment(ctx, {
    technicianId: params.technicianId ?? "",
    date: params.date ?? null,
    movesOthers: url.searchParams.get("others") === "1",
  }),
  formKey: ctx.newId(),
}));

export const action = formAction(ReassignDay, ({ ctx, input }) => reassignDay(ctx, input));

/** Reassigns the day of a technician who is out: previewed as a diff, applied in one step and undone in one step. */
export default function ReassignTechnicianDay() {
  const { proposal, formKey } = useLoaderData<typeof loader>();
  const fetcher = useFetcher<{ id: string; jobs: number } | FormRefusal>();
  const { lastResult, sessionEnded } = useFormRefusal(fetcher.data);
  const { onReassigned } = useScheduler();
  const { revalidate } = useRevalidator();
  const close = useCloseDialog();
  const { technicianId, name, date, at, fingerprint, changes, movesOthers, zone } = proposal;
  const [leftOut, setLeftOut] = useState<readonly string[]>([]);
  const [toCall, setToCall] = useState<readonly Change[] | null>(null);
  const chosen = changes.filter(({ workOrderId }) => !leftOut.includes(workOrderId));
  const [search, setSearch] = useSearchParams();
  const latest = useRef({ onReassigned, revalidate });
  latest.current = { onReassigned, revalidate };
  // Remembers what was submitted: the response reloads the proposal, which is then empty.
  const submitted = useRef<readonly Change[]>([]);
  const { data, state } = fetcher;
  const now = useNow();

  // The response arrives outside React events.
  useEffect(() => {
    if (state !== "idle" || !data) return;
    const { onReassigned, revalidate } = latest.current;
    // The day has changed since the proposal, so the dialog shows the current one.
    if (!("id" in data)) {
      revalidate();
      return;
    }
    onReassigned(data);
    setToCall(submitted.current);
  }, [state, data]);
  const refusal = Object.values(lastResult?.error ?? {}).flatMap((texts) => texts ?? []);
  if (toCall) return <CallList changes={toCall} zone={zone} onClose={close} />;
  return (
    <>
      <Dialog open onOpenChange={close}>
        <DialogContent size="large">
          <DialogHeader>
            <DialogTitle>{`${name} is out on ${formatNearDate(date, wallTimeOf(now, zone).date)}`}</DialogTitle>
            <DialogDescription>
              Nothing changes until you reassign. Arrival windows promised to customers don't change.
            </DialogDescription>
          </DialogHeader>
          <DialogBody className="flex flex-col gap-4">
            {refusal.length > 0 && (
              <p role="alert" className="rounded-md bg-warn-soft p-3">
                {refusal.join(" ")}
              </p>
            )}
            <Label className="flex gap-2 font-normal" htmlFor="moves-others">
              <Checkbox
                id="moves-others"
                checked={movesOthers}
                onChange={({ target }) => {
                  setLeftOut([]);
                  setSearch(withOthers(search, target.checked), { replace: true, preventScrollReset: true });
                }}
              />
              Also move other technicians' jobs, within their arrival windows
            </Label>
            <Difference
              proposal={proposal}
              leftOut={leftOut}
              onToggle={(workOrderId) =>
                setLeftOut(
                  leftOut.includes(workOrderId)
                    ? leftOut.filter((id) => id !== workOrderId)
                    : [...leftOut, workOrderId],
                )
              }
            />
          </DialogBody>
          <DialogFooter>
            <Button variant="outline" onClick={close}>
              Keep the day as it is
            </Button>
            <fetcher.Form
              method="post"
              className="contents"
              onSubmit={() => {
                submitted.current = chosen;
              }}
            >
              {Object.entries({ technicianId, date, at, fingerprint, idempotencyKey: formKey }).map(
                ([field, value]) => (
                  <input key={field} type="hidden" name={field} value={value} />
                ),
              )}
              {movesOthers && <input type="hidden" name="movesOthers" value="on" />}
              {leftOut.map((workOrderId) => (
                <input key={workOrderId} type="hidden" name="leaveOut" value={workOrderId} />
              ))}
              <Button type="submit" variant="default" disabled={chosen.length === 0} loading={state !== "idle"}>
                {`Reassign ${workOrderCount(chosen.length)}`}
              </Button>
            </fetcher.Form>
          </DialogFooter>
        </DialogContent>
      </Dialog>
      {sessionEnded}
    </>
  );
}

type Change = ReassignmentProposal["changes"][number];

function withOthers(search: URLSearchParams, movesOthers: boolean): URLSearchParams {
  const next = new URLSearchParams(search);
  if (movesOthers) next.set("others", "1");
  else next.delete("others");
  return next;
}

interface DifferenceProps {
  proposal: ReassignmentProposal;
  leftOut: readonly string[];
  onToggle: (workOrderId: string) => void;
}

function Difference({ proposal, ...choice }: DifferenceProps) {
  const { changes, leftOver, driveMinutes, driveBasis, name } = proposal;
  const [own, others] = [changes.filter(({ isOwn }) => isOwn), changes.filter(({ isOwn }) => !isOwn)];
  return (
    <>
      <Changes title={`Jobs of ${name}`} changes={own} proposal={proposal} {...choice} />
      <Changes title="Other customers affected" changes={others} proposal={proposal} {...choice} />
      {leftOver.length > 0 && (
        <section>
          <h3 className="font-medium">Couldn't reassign</h3>
          <ul className="mt-1 flex flex-col gap-1">
            {leftOver.map(({ workOrderId, label, reason }) => (
              <li key={workOrderId}>
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

interface ChangesProps extends DifferenceProps {
  title: string;
  changes: readonly Change[];
}

function Changes({ title, changes, proposal, leftOut, onToggle }: ChangesProps) {
  const { names, zone } = proposal;
  const placement = ({ technicianIds, start }: Change["from"], site: string) =>
    `${timeLabel(start, site, zone)} ${technicianIds.map((id) => names[id] ?? "Unknown").join(", ")}`;
  if (changes.length === 0) return null;
  return (
    <table className="w-full text-left">
      <caption className="pb-1 text-left font-medium">{title}</caption>
      <thead className="text-muted-foreground text-sm">
        <tr>
          {["Job", "Promised", "Now", "New"].map((column) => (
            <th key={column} scope="col" className="py-1 pr-3 font-medium">
              {column}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {changes.map(({ workOrderId, label, customerName, title: summary, priority, zone: site, window, from, to }) => (
          <tr key={workOrderId} className="border-border border-t align-top">
            <th scope="row" className="py-2 pr-3 font-normal">
              <Label className="flex gap-2 font-normal" htmlFor={`reassign-${workOrderId}`}>
                <Checkbox
                  id={`reassign-${workOrderId}`}
                  checked={!leftOut.includes(workOrderId)}
                  onChange={() => onToggle(workOrderId)}
                />
                <span>
                  {customerName}, <span className="tabular">{label}</span>
                </span>
              </Label>
              <span className="flex flex-wrap gap-x-2 pl-7 text-muted-foreground text-sm">
                {summary} {priority !== "normal" && <PriorityMark priority={priority} />}
              </span>
            </th>
            <td className="py-2 pr-3 tabular">{window ? formatArrivalWindow(window, site) : "–"}</td>
            <td className="py-2 pr-3 text-muted-foreground">
              <del className="decoration-bad">{placement(from, site)}</del>
            </td>
            <td className="py-2">
              <ins className="no-underline">{placement(to, site)}</ins>
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** Customers whose technician or time has changed, as a list for calling or copying. */
function CallList({ changes, zone, onClose }: { changes: readonly Change[]; zone: string; onClose: () => void }) {
  const line = ({ customerName, label, zone: site, from, to }: Change) => {
    const [was, becomes] = [timeLabel(from.start, site, zone), timeLabel(to.start, site, zone)];
    return `${customerName}, ${label}: ${becomes}${from.start === to.start ? ", as before" : ` instead of ${was}`}`;
  };
  const text = changes.map((one) =>
    [line(one), one.customerPhone && formatPhone(one.customerPhone)].filter(Boolean).join(", "),
  );
  return (
    <Dialog open onOpenChange={onClose}>
      <DialogContent>
        <DialogHeader>
          <DialogTitle>{`Call ${changes.length === 1 ? "1 customer" : `${changes.length} customers`}`}</DialogTitle>
          <DialogDescription>These customers get a different technician or time.</DialogDescription>
        </DialogHeader>
        <DialogBody>
          <ul className="flex flex-col gap-2">
            {changes.map((one) => (
              <li key={one.workOrderId}>
                {line(one)} {one.customerPhone && <PhoneLink phone={one.customerPhone} />}
              </li>
            ))}
          </ul>
        </DialogBody>
        <DialogFooter>
          <Button variant="outline" onClick={() => void navigator.clipboard.writeText(text.join("\n"))}>
            Copy list
          </Button>
          <Button variant="default" onClick={onClose}>
            Done
          </Button>
        </DialogFooter>
      </DialogContent>
    </Dialog>
  );
}
