import { Button } from "~/components/ui/button";
import { Undo2 } from "~/components/ui/icons";
import { Input } from "~/components/ui/input";
import { Label } from "~/components/ui/label";
import { NativeSelect } from "~/components/ui/native-select";
import { isUnsafe, SHUT_DOWN } from "~/domain/service-types/results";
import { choicesOf } from "~/domain/shared/choices";
import type { DayWorkOrder } from "~/domain/technician-app/day";
import { mutationLabel } from "~/domain/technician-app/mutations";
import { missingToComplete, nextStep } from "~/domain/technician-app/next-step";
import { HOLD_REASON_LABELS, HOLD_REASONS } from "~/domain/work-order-basics/status";
import { allowedTransitions } from "~/domain/work-orders/transitions";
import { ConfirmButton, MutationForm } from "~/routes/technician-app/mutation-form";
import { canUndo, isToReview } from "~/routes/technician-app/outbox";
import { useTechnicianApp } from "~/routes/technician-app/technician-app";

const holdReasons = choicesOf(HOLD_REASONS, HOLD_REASON_LABELS);

/** The next step, undo for a wrong tap, and other actions. */
export function ActionBar({ workOrder }: { workOrder: DayWorkOrder }) {
  const step = nextStep(workOrder);
  const missing = step?.to === "completed" ? missingToComplete(workOrder) : [];
  const [first] = missing;
  const mustStop = step?.to === "completed" && workOrder.tasks.some((task) => isUnsafe(task, task.result));
  return (
    <>
      <UndoStep workOrder={workOrder} />
      {mustStop && <SafetyStop workOrder={workOrder} />}
      {step && first && !mustStop && (
        <Button asChild size="lg" variant="default" className="min-h-16 text-lg">
          <a href={`#${first.section}`}>To complete: {missing.map(({ label }) => label).join(", ")}</a>
        </Button>
      )}
      {step && !first && !mustStop && (
        <MutationForm workOrder={workOrder} intent="changeStatus" fields={{ from: workOrder.status, to: step.to }}>
          <Button type="submit" size="lg" variant="default" className="min-h-16 w-full text-lg">
            {step.label}
          </Button>
        </MutationForm>
      )}
      <MoreActions workOrder={workOrder} canComplete={mustStop && !first} />
    </>
  );
}

/** A job with unsafe equipment cannot be completed with one tap: the main action puts it on hold and tells the office why. */
function SafetyStop({ workOrder }: { workOrder: DayWorkOrder }) {
  return (
    <MutationForm
      workOrder={workOrder}
      intent="changeStatus"
      fields={{ from: workOrder.status, to: "on_hold", holdReason: "unsafe", reason: SHUT_DOWN }}
      className="flex flex-col gap-2"
    >
      <p className="font-semibold text-bad">{SHUT_DOWN}</p>
      <Button type="submit" size="lg" variant="destructive" className="min-h-16 w-full text-lg">
        Stop the job: unsafe
      </Button>
    </MutationForm>
  );
}

/** Until it is sent, a step can be undone as if it had never been made. */
function UndoStep({ workOrder }: { workOrder: DayWorkOrder }) {
  const { mutations, discard } = useTechnicianApp();
  const last = mutations.findLast(
    ({ change }) => change.workOrderId === workOrder.id && change.kind === "changeStatus",
  );
  if (!last || isToReview(last) || !canUndo(last, mutations)) return null;
  return (
    <div role="status" className="flex min-h-12 flex-wrap items-center justify-between gap-x-3">
      {mutationLabel(last.change)}
      <Button variant="outline" size="lg" onClick={() => discard(last.id)} className="border-2">
        <Undo2 aria-hidden="true" />
        Undo
      </Button>
    </div>
  );
}

function MoreActions({ workOrder, canComplete }: { workOrder: DayWorkOrder; canComplete: boolean }) {
  const { maxLengths } = useTechnicianApp();
  const { roles, status } = workOrder;
  const allowed = allowedTransitions(status, roles);
  const canReturn = status === "en_route" && allowed.includes("dispatched");
  const canHold = allowed.includes("on_hold");
  if (!canHold && !canReturn) return null;
  return (
    <details className="group">
      <summary className="flex min-h-12 cursor-pointer items-center justify-center font-medium text-link underline underline-offset-4">
        More actions
      </summary>
      <div className="flex flex-col gap-4 pt-2">
        {canReturn && (
          <MutationForm workOrder={workOrder} intent="changeStatus" fields={{ from: status, to: "dispatched" }}>
            <Button variant="outline" type="submit" size="lg" className="w-full border-2">
              Cancel trip
            </Button>
          </MutationForm>
        )}
        {canComplete && (
          <MutationForm workOrder={workOrder} intent="changeStatus" fields={{ from: status, to: "completed" }}>
            <ConfirmButton label="Complete anyway" confirmLabel="Shut down and tagged: complete" />
          </MutationForm>
        )}
        {canHold && (
          <MutationForm
            workOrder={workOrder}
            intent="changeStatus"
            fields={{ from: status, to: "on_hold" }}
            className="flex flex-col gap-3"
          >
            <div className="grid gap-1.5">
              <Label htmlFor="hold-reason">Reason for hold</Label>
              <NativeSelect id="hold-reason" name="holdReason" required choices={holdReasons} />
            </div>
            <Input name="reason" maxLength={maxLengths.reason} aria-label="Details" placeholder="Details" />
            <Button variant="outline" type="submit" size="lg" className="border-2">
              Put on hold
            </Button>
          </MutationForm>
        )}
      </div>
    </details>
  );
}
