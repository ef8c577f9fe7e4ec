import { Undo2 } from "lucide-react";
import { Button } from "~/components/ui/button";
import { type DayWorkOrder, missingToComplete, nextStep } from "~/domain/technician-app/day";
import { mutationLabel } from "~/domain/technician-app/mutations";
import { lazyWithRetry } from "~/lib/lazy-with-retry";
import { MutationForm } from "../mutation-form";
import { canUndo } from "../outbox";
import { useTechnicianApp } from "../technician-app";

const { Part: MoreActions } = lazyWithRetry(() => import("./more-actions").then((loaded) => loaded.MoreActions));

/** The next step, the way back from a wrong tap, and what else may happen. */
export function ActionBar({ workOrder }: { workOrder: DayWorkOrder }) {
  const step = nextStep(workOrder);
  const missing = step?.to === "completed" ? missingToComplete(workOrder) : [];
  const [first] = missing;
  return (
    <>
      <UndoStep workOrder={workOrder} />
      {step && first && (
        <Button asChild size="lg" variant="default" className="min-h-16 text-lg">
          <a href={`#${first.section}`}>To complete: {missing.map(({ label }) => label).join(", ")}</a>
        </Button>
      )}
      {step && !first && (
        <MutationForm workOrder={workOrder} intent="changeStatus" fields={{ from: workOrder.status, to: step.to }}>
          <Button type="submit" size="lg" variant="default" className="min-h-16 w-full text-lg">
            {step.label}
          </Button>
        </MutationForm>
      )}
      <MoreActions workOrder={workOrder} />
    </>
  );
}

/** Until it is sent, a step is undone as if it had never been made. */
function UndoStep({ workOrder }: { workOrder: DayWorkOrder }) {
  const { mutations, discard } = useTechnicianApp();
  const last = mutations.findLast(
    ({ change }) => change.workOrderId === workOrder.id && change.kind === "changeStatus",
  );
  if (!last || last.state === "refused" || !canUndo(last, mutations)) return null;
  return (
    <div role="status" className="flex min-h-12 items-center justify-between gap-3">
      {mutationLabel(last.change)}
      <Button variant="outline" size="lg" onClick={() => discard(last.id)} className="border-2">
        <Undo2 aria-hidden="true" />
        Undo
      </Button>
    </div>
  );
}
