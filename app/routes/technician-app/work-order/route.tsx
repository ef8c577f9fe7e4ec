import { useParams, useSearchParams } from "@remix-run/react";
import { useFormRefusal } from "~/components/feedback/session-ended";
import { findWorkOrder } from "~/domain/technician-app/day";
import { useActionAnswer } from "~/lib/use-action-answer";
import { TodayScreen, WorkOrderScreen } from "~/routes/technician-app/screens";
import { useTechnicianApp } from "~/routes/technician-app/technician-app";

export { NestedError as ErrorBoundary } from "~/components/feedback/nested-error";
export { action } from "./action";

export default function TechnicianWorkOrder() {
  const { day, isOpen } = useTechnicianApp();
  const { id = "" } = useParams();
  const [search] = useSearchParams();
  const refusal = useFormRefusal(useActionAnswer());
  // Offline, today's page stands in for a work order's own page; online, the server redirects such a URL.
  const ref = id === "today" && isOpen ? (search.get("job") ?? "") : id;
  const workOrder = findWorkOrder(day.workOrders, ref);
  const errors = Object.values(refusal.lastResult?.error ?? {}).flatMap((texts) => texts ?? []);
  return (
    <>
      {errors.length > 0 && (
        <p role="alert" className="rounded-md border border-destructive bg-bad-soft p-4">
          {errors.join(" ")}
        </p>
      )}
      {workOrder ? <WorkOrderScreen key={workOrder.id} workOrder={workOrder} /> : <TodayScreen />}
      {refusal.sessionEnded}
    </>
  );
}
