import { getZodConstraint } from "@conform-to/zod/v4";
import type { MetaFunction } from "@remix-run/cloudflare";
import { useLoaderData } from "@remix-run/react";
import { taskToEdit } from "~/domain/service-types/detail.server";
import { TaskForm, taskOfForm } from "~/domain/service-types/schema";
import { changeTask } from "~/domain/service-types/tasks.server";
import { notFound } from "~/domain/shared/errors";
import { formAction } from "~/http/form-action";
import { pageLoader } from "~/http/page-loader";
import { redirectWithToast } from "~/http/toast.server";
import { paths } from "~/paths";
import { taskValues } from "~/routes/service-types/shared/form-values";
import { TaskFormDialog } from "~/routes/service-types/shared/task-form-dialog";

export { DialogError as ErrorBoundary, dialogHandle as handle } from "~/components/feedback/dialog-error";
export { clientAction } from "~/lib/client-action";
export { shouldRevalidate } from "~/lib/revalidation";

export const meta: MetaFunction<typeof loader> = ({ data }) => [
  { title: `${data ? `Edit ${data.task.title}` : "Edit task"} · Plenum` },
];

export const loader = pageLoader(async ({ ctx, params }) => {
  const { task, ...found } = await taskToEdit(ctx, params.id ?? "", params.taskId ?? "");
  if (!task) throw notFound("Task not found");
  return { ...found, task, constraint: getZodConstraint(TaskForm), formKey: ctx.newId() };
});

export const action = formAction(TaskForm, async ({ ctx, input, params, request }) => {
  await changeTask(ctx, params.taskId ?? "", taskOfForm(input));
  const tasks = paths.serviceTypeTasks(params.id ?? "");
  return redirectWithToast(request, tasks, { tone: "success", text: `${input.title} saved.` });
});

export default function EditServiceTask() {
  const { serviceType, task, knownSkills, constraint, formKey } = useLoaderData<typeof loader>();
  const { title, kind, instructions, required, skills, unit, min, max } = taskValues(task);
  const values = { title, kind, instructions, required, skills, unit };
  return (
    <TaskFormDialog
      key={`${task.id} ${task.version}`}
      title={`Edit ${task.title}`}
      description={`Task ${task.sequence} of ${serviceType.name}.`}
      submit="Save task"
      here={paths.editServiceTypeTask(serviceType.id, task.id)}
      constraint={constraint}
      task={{ ...values, min: min?.toString(), max: max?.toString() }}
      version={task.version}
      knownSkills={knownSkills}
      formKey={formKey}
    />
  );
}
