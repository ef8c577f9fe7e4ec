import { getZodConstraint } from "@conform-to/zod/v4";
import { useLoaderData } from "@remix-run/react";
import { z } from "zod";
import { FormDialog } from "~/components/forms/form-dialog";
import { SelectField } from "~/components/forms/select-field";
import { useActionForm } from "~/components/forms/use-action-form";
import { jobsToDispatch } from "~/domain/first-steps/progress.server";
import { formatDateTime } from "~/domain/shared/time/date-format";
import { needsTag } from "~/domain/shared/time/time-zones";
import { formatWorkOrderNumber } from "~/domain/work-order-basics/number";
import { changeWorkOrderStatus } from "~/domain/work-orders/change-status.server";
import { formAction } from "~/http/form-action";
import { pageLoader } from "~/http/page-loader";
import { redirectWithToast } from "~/http/toast.server";
import { paths } from "~/paths";

export { DialogError as ErrorBoundary, dialogHandle as handle } from "~/components/feedback/dialog-error";
export { clientAction } from "~/lib/client-action";
export { shouldRevalidate } from "~/lib/revalidation";

const Dispatch = z.object({ job: z.guid({ error: "Choose a job from the list" }) });

export const loader = pageLoader(async ({ ctx }) => {
  const { jobs, zone } = await jobsToDispatch(ctx);
  return {
    jobs: jobs.map(({ id, number, title, scheduledStart, timeZone, technicianName }) => ({
      value: id,
      label: [
        `${formatWorkOrderNumber(number)} ${title}`,
        scheduledStart &&
          formatDateTime(scheduledStart, { zone: timeZone, tag: needsTag(scheduledStart, timeZone, zone) }),
        technicianName,
      ]
        .filter(Boolean)
        .join(", "),
    })),
    constraint: getZodConstraint(Dispatch),
    formKey: ctx.newId(),
  };
});

export const action = formAction(Dispatch, async ({ ctx, input, request }) => {
  const { number, notice } = await changeWorkOrderStatus(ctx, input.job, { to: "dispatched" });
  const text = [`${formatWorkOrderNumber(number)} dispatched.`, notice].filter(Boolean).join(" ");
  return redirectWithToast(request, paths.dashboard(), { tone: "success", text });
});

/** Dispatches a scheduled job, in a dialog over the first steps. */
export default function FirstDispatch() {
  const { jobs, constraint, formKey } = useLoaderData<typeof loader>();
  const actionForm = useActionForm<z.input<typeof Dispatch>>({
    ...{ id: "first-dispatch", constraint, defaultValue: { job: jobs[0]?.value } },
  });
  return (
    <FormDialog
      size="small"
      title="Dispatch it"
      description={
        jobs.length > 0 ? "It shows up on the technician's phone." : "No scheduled job has a technician yet."
      }
      submit="Dispatch"
      cancel="Later"
      labels={{ job: "Job" }}
      {...{ actionForm, formKey }}
    >
      <SelectField field={actionForm.fields.job} label="Job" choices={jobs} />
    </FormDialog>
  );
}
