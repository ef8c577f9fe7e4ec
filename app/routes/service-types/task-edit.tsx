import type { MetaFunction } from "@remix-run/cloudflare";
import { useActionData, useLoaderData } from "@remix-run/react";
import type { CrumbHandle } from "~/components/app-shell/breadcrumbs";
import { useFormRefusal } from "~/components/feedback/session-ended";
import { conflictCurrent } from "~/components/forms/conflict-current";
import { PageHeader } from "~/components/page-header";
import { taskTexts } from "~/components/service-types/fields";
import { taskToEdit } from "~/domain/service-types/detail.server";
import { TaskForm as TaskInput } from "~/domain/service-types/task.schema";
import { taskNotFound } from "~/domain/service-types/tasks.queries.server";
import { changeTask } from "~/domain/service-types/tasks.server";
import { formAction } from "~/http/form-action";
import { pageLoader } from "~/http/page-loader";
import { redirectWithToast } from "~/http/toast.server";
import { paths } from "~/paths";
import { TaskForm } from "./task-form";

export { clientAction } from "~/lib/client-action";
export { shouldRevalidate } from "~/lib/revalidation";

export const meta: MetaFunction<typeof loader> = ({ data }) => [
  { title: `${data ? `Edit ${data.task.title}` : "Edit task"} · Plenum` },
];

export const handle: CrumbHandle<Awaited<ReturnType<typeof loader>>> = {
  crumb: (data) => ({ serviceType: data?.serviceType.name }),
};

export const loader = pageLoader(async ({ ctx, params }) => {
  const { task, ...found } = await taskToEdit(ctx, params.serviceTypeId ?? "", params.taskId ?? "");
  if (!task) throw taskNotFound();
  return { ...found, task, formKey: ctx.newId() };
});

export const action = formAction(TaskInput, async ({ ctx, input, params, request }) => {
  await changeTask(ctx, params.taskId ?? "", input);
  const back = paths.serviceTypeTasks(params.serviceTypeId ?? "");
  return redirectWithToast(request, back, { tone: "success", text: `${input.title} is saved.` });
});

export default function EditServiceTask() {
  const { serviceType, task, knownSkills, formKey } = useLoaderData<typeof loader>();
  const { lastResult, details, sessionEnded } = useFormRefusal(useActionData());
  return (
    <div className="max-w-2xl">
      <PageHeader title={`Edit ${task.title}`} facts={`Task ${task.sequence} of ${serviceType.name}.`} />
      <TaskForm
        serviceTypeId={serviceType.id}
        task={taskTexts(task)}
        version={task.version}
        theirs={conflictCurrent(details)}
        knownSkills={knownSkills}
        formKey={formKey}
        lastResult={lastResult}
        submit="Save task"
        here={paths.editServiceTypeTask(serviceType.id, task.id)}
      />
      {sessionEnded}
    </div>
  );
}
