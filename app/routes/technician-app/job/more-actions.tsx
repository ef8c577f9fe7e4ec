import { Button } from "~/components/ui/button";
import { Input } from "~/components/ui/input";
import { Label } from "~/components/ui/label";
import { Select } from "~/components/ui/select";
import type { DayWorkOrder } from "~/domain/technician-app/day";
import { allowedTransitions } from "~/domain/work-orders/transitions";
import { HOLD_REASON_LABELS, HOLD_REASONS } from "~/domain/work-orders/work-order";
import { MutationForm } from "../mutation-form";

const holdReasons = HOLD_REASONS.map((value) => ({ value, label: HOLD_REASON_LABELS[value] }));

/** What may happen beside the next step. */
export function MoreActions({ workOrder }: { workOrder: DayWorkOrder }) {
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
              Return to dispatched
            </Button>
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
              <Select id="hold-reason" name="holdReason" required choices={holdReasons} />
            </div>
            <Input name="reason" maxLength={500} aria-label="Details" placeholder="Details" />
            <Button variant="outline" type="submit" size="lg" className="border-2">
              Put on hold
            </Button>
          </MutationForm>
        )}
      </div>
    </details>
  );
}
