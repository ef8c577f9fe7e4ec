import { useActionData, useParams, useSearchParams } from "@remix-run/react";
import { useFormRefusal } from "~/components/feedback/session-ended";
import { findWorkOrder } from "~/domain/technician-app/day";
import { lazyWithRetry } from "~/lib/lazy-with-retry";
import { useTechnicianApp } from "../technician-app";

export { action } from "./action";

// The server renders either with the page, and its links and forms work until the browser has the code.
const { Part: JobScreen } = lazyWithRetry(() => import("./job-screen").then((loaded) => loaded.JobScreen));
const { Part: TodayScreen } = lazyWithRetry(() => import("./today-screen").then((loaded) => loaded.TodayScreen));

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
      {workOrder ? <JobScreen workOrder={workOrder} /> : <TodayScreen />}
      {refusal.sessionEnded}
    </>
  );
}
