import { type MetaFunction, redirect } from "@remix-run/cloudflare";
import { useActionData, useLoaderData, useSearchParams } from "@remix-run/react";
import type { ShellHandle } from "~/components/app-shell/handle";
import { useFormRefusal } from "~/components/feedback/session-ended";
import { technicianDay } from "~/domain/technician-app/day.server";
import { currentJob, isOver } from "~/domain/technician-app/job";
import { workOrderNotFound } from "~/domain/work-orders/load.server";
import { parseWorkOrderRef } from "~/domain/work-orders/work-order";
import { memberLoader } from "~/http/page-loader";
import { paths } from "~/paths";
import { OutboxBar } from "~/routes/technician-app/outbox-bar";
import { PhoneProvider, usePhone } from "~/routes/technician-app/technician-app";
import { jobAction } from "./action";
import { ActionBar } from "./action-bar";
import { DayList, NextJob } from "./day-list";
import { JobView } from "./job-view";

export const meta: MetaFunction<typeof loader> = ({ data }) => {
  const job = data?.day.jobs.find((one) => one.id === data.chosenId);
  return [{ title: `${job ? `${job.reference} ${job.title}` : "Today’s jobs"} · Plenum` }];
};

export const handle: ShellHandle = { frame: "canvas", roomy: true };

/**
 * `:id` is a number, an id or `today`. A technician who asks for somebody else's job is shown the way to the own one: what
 * is under way, else what comes next, else the list that says there is none.
 */
export const loader = memberLoader(async ({ ctx, params, url }) => {
  const ref = params.id ?? "";
  const job = url.searchParams.get("job");
  if (ref === "today" && job && parseWorkOrderRef(job)) throw redirect(paths.technicianJob(job));
  const named = parseWorkOrderRef(ref);
  if (!named && ref !== "today") throw workOrderNotFound();
  const day = await technicianDay(ctx, named && ref);
  const asked =
    named && day.jobs.find((one) => (named.by === "id" ? one.id === named.id : one.number === named.number));
  if (named && !asked?.kinds.length) {
    const own = currentJob(day.jobs);
    if (day.technician) throw redirect(paths.technicianJob(own?.number ?? "today"));
    if (!asked) throw workOrderNotFound();
  }
  return { day, chosenId: asked?.id ?? null, formKey: ctx.newId() };
});

export const action = jobAction;

export default function TechnicianJob() {
  const { day, chosenId, formKey } = useLoaderData<typeof loader>();
  const phone = usePhone(day);
  const refusal = useFormRefusal(useActionData());
  const [search] = useSearchParams();
  // Without a connection the list stands in for a job's own page; the server sends such an address on.
  const kept = phone.ready && !chosenId ? parseWorkOrderRef(search.get("job") ?? "") : null;
  const job = phone.day.jobs.find(
    (one) => one.id === chosenId || (kept && (kept.by === "id" ? one.id === kept.id : one.number === kept.number)),
  );
  const error = Object.values(refusal.lastResult?.error ?? {}).flatMap((texts) => texts ?? []);
  return (
    <PhoneProvider value={phone}>
      <div className="mx-auto flex w-full max-w-2xl flex-1 flex-col gap-6 px-gutter pt-4 text-base">
        {error.length > 0 && (
          <p role="alert" className="rounded-md border border-destructive bg-bad-soft p-4">
            {error.join(" ")}
          </p>
        )}
        {job ? <JobView job={job} formKey={formKey} /> : <DayList />}
        <div className="technician-bar">
          <OutboxBar />
          {!job && <NextJob />}
          {job &&
            (isOver(job.status) ? (
              <NextJob after={job} />
            ) : (
              job.kinds.length > 0 && <ActionBar job={job} formKey={formKey} />
            ))}
        </div>
      </div>
      {refusal.sessionEnded}
    </PhoneProvider>
  );
}
