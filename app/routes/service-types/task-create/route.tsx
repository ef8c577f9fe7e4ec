import { getZodConstraint } from "@conform-to/zod/v4";
import type { MetaFunction } from "@remix-run/cloudflare";
import { useLoaderData } from "@remix-run/react";
import { taskToEdit } from "~/domain/service-types/detail.server";
import { NewTaskForm, taskOfForm } from "~/domain/service-types/schema";
import { addTask } from "~/domain/service-types/tasks.server";
import { formAction } from "~/http/form-action";
import { pageLoader } from "~/http/page-loader";
import { redirectWithToast } from "~/http/toast.server";
import { paths } from "~/paths";
import { TaskFormDialog } from "~/routes/service-types/shared/task-form-dialog";

export { DialogError as ErrorBoundary, dialogHandle as handle } from "~/components/feedback/dialog-error";
export { clientAction } from "~/lib/client-action";
export { shouldRevalidate } from "~/lib/revalidation";

export const meta: MetaFunction<typeof loader> = ({ data }) => [
  { title: `${data ? `New task for ${data.serviceType.name}` : "New task"} · Plenum` },
];

export const loader = pageLoader(async ({ ctx, params }) => ({
  ...(await taskToEdit(ctx, params.id ?? "", null)),
  constraint: getZodConstraint(NewTaskForm),
  formKey: ctx.newId(),
}));

export const action = formAction(NewTaskForm, async ({ ctx, input, params, request }) => {
  const id = params.id ?? "";
  await addTask(ctx, id, { ...taskOfForm(input), active: true });
  return redirectWithToast(request, paths.serviceTypeTasks(id), { tone: "success", text: `${input.title} added.` });
});

export default function NewServiceTask() {
  const { serviceType, knownSkills, constraint, formKey } = useLoaderData<typeof loader>();
  return (
    <TaskFormDialog
      title="New task"
      description={`Added at the end of the checklist of ${serviceType.name}.`}
      submit="Add task"
      here={paths.newServiceTypeTask(serviceType.id)}
      constraint={constraint}
      task={{ kind: "check", required: true }}
      knownSkills={knownSkills}
      formKey={formKey}
    />
  );
}
