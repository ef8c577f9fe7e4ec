import type { MetaFunction } from "@remix-run/cloudflare";
import { useActionData, useLoaderData } from "@remix-run/react";
import type { CrumbHandle } from "~/components/app-shell/breadcrumbs";
import { useFormRefusal } from "~/components/feedback/session-ended";
import { PageHeader } from "~/components/page-header";
import { taskTexts } from "~/components/service-types/fields";
import { taskToEdit } from "~/domain/service-types/detail.server";
import { NewTaskForm } from "~/domain/service-types/task.schema";
import { addTask } from "~/domain/service-types/tasks.server";
import { formAction } from "~/http/form-action";
import { pageLoader } from "~/http/page-loader";
import { redirectWithToast } from "~/http/toast.server";
import { paths } from "~/paths";
import { TaskForm } from "./task-form";

export { clientAction } from "~/lib/client-action";
export { shouldRevalidate } from "~/lib/revalidation";

export const meta: MetaFunction<typeof loader> = ({ data }) => [
  { title: `${data ? `New task for ${data.serviceType.name}` : "New task"} · Plenum` },
];

export const handle: CrumbHandle<Awaited<ReturnType<typeof loader>>> = {
  crumb: (data) => ({ serviceType: data?.serviceType.name }),
};

export const loader = pageLoader(async ({ ctx, params }) => ({
  ...(await taskToEdit(ctx, params.serviceTypeId ?? "", null)),
  formKey: ctx.newId(),
}));

export const action = formAction(NewTaskForm, async ({ ctx, input, params, request }) => {
  const serviceTypeId = params.serviceTypeId ?? "";
  await addTask(ctx, serviceTypeId, input);
  const text = `${input.title} is added.`;
  return redirectWithToast(request, paths.serviceTypeTasks(serviceTypeId), { tone: "success", text });
});

const blank = taskTexts({ required: true });

export default function NewServiceTask() {
  const { serviceType, knownSkills, formKey } = useLoaderData<typeof loader>();
  const { lastResult, sessionEnded } = useFormRefusal(useActionData());
  return (
    <div className="max-w-2xl">
      <PageHeader title="New task" facts={`For ${serviceType.name}, behind the tasks that are there.`} />
      <TaskForm
        serviceTypeId={serviceType.id}
        task={blank}
        theirs={null}
        knownSkills={knownSkills}
        formKey={formKey}
        lastResult={lastResult}
        submit="Add task"
        here={paths.newServiceTypeTask(serviceType.id)}
      />
      {sessionEnded}
    </div>
  );
}
