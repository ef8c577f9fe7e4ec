import { useActionData, useParams, useSearchParams } from "@remix-run/react";
import { useFormRefusal } from "~/components/feedback/session-ended";
import { findWorkOrder, isOver } from "~/domain/technician-app/day";
import { lazyWithRetry } from "~/lib/lazy-with-retry";
import { useTechnicianApp } from "../technician-app";
import { ActionBar } from "./action-bar";
import { NextJob } from "./next-job";

export { action } from "./action";

const { Part: DayList } = lazyWithRetry(() => import("./day-list").then((loaded) => loaded.DayList));
const { Part: OutboxBar } = lazyWithRetry(() => import("../outbox-bar").then((loaded) => loaded.OutboxBar));
const { Part: JobView } = lazyWithRetry(() => import("./job-view").then((loaded) => loaded.JobView));

export default function TechnicianJob() {
  const { day, isOpen } = useTechnicianApp();
  const { id = "" } = useParams();
  const [search] = useSearchParams();
  const refusal = useFormRefusal(useActionData());
  // Offline today's page stands in for a work order's own; online the server redirects such an address.
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
      {workOrder ? <JobView workOrder={workOrder} /> : <DayList />}
      <div className="technician-bar">
        <OutboxBar />
        {!workOrder && <NextJob />}
        {workOrder && isOver(workOrder.status) && <NextJob after={workOrder} />}
        {workOrder && !isOver(workOrder.status) && workOrder.roles.length > 0 && <ActionBar workOrder={workOrder} />}
      </div>
      {refusal.sessionEnded}
    </>
  );
}
