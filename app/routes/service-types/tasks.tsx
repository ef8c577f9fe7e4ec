import type { MetaFunction } from "@remix-run/cloudflare";
import { Link, useActionData, useLoaderData } from "@remix-run/react";
import { Plus } from "lucide-react";
import type { CrumbHandle } from "~/components/app-shell/breadcrumbs";
import { useFormRefusal } from "~/components/feedback/session-ended";
import { PageHeader } from "~/components/page-header";
import { AddTaskLine } from "~/components/service-types/add-task-line";
import { TaskOrder } from "~/components/service-types/task-order";
import { Button } from "~/components/ui/button";
import { serviceTypeToEdit } from "~/domain/service-types/detail.server";
import { formActions } from "~/http/form-action";
import { pageLoader } from "~/http/page-loader";
import { paths } from "~/paths";
import { taskCases } from "./task-actions";

export { clientAction } from "~/lib/client-action";
export { shouldRevalidate } from "~/lib/revalidation";

export const meta: MetaFunction<typeof loader> = ({ data }) => [
  { title: `${data ? `Tasks of ${data.serviceType.name}` : "Tasks"} · Plenum` },
];

export const handle: CrumbHandle<Awaited<ReturnType<typeof loader>>> = {
  crumb: (data) => ({ serviceType: data?.serviceType.name }),
};

export const loader = pageLoader(async ({ ctx, params }) => {
  const { serviceType } = await serviceTypeToEdit(ctx, params.serviceTypeId ?? "");
  return { serviceType, formKey: ctx.newId() };
});

export const action = formActions(taskCases(({ params }) => paths.serviceTypeTasks(params.serviceTypeId ?? "")));

export default function ServiceTypeTasks() {
  const { serviceType, formKey } = useLoaderData<typeof loader>();
  const { lastResult, sessionEnded } = useFormRefusal(useActionData());
  const { id, name, tasks } = serviceType;
  return (
    <div className="max-w-4xl">
      <PageHeader
        title={`Tasks of ${name}`}
        count={tasks.length}
        facts="In the order in which they are done. Jobs booked before keep the list they have."
        action={
          <Button asChild variant="default">
            <Link to={paths.newServiceTypeTask(id)}>
              <Plus />
              New task
            </Link>
          </Button>
        }
      />
      <div className="flex flex-col gap-6">
        {tasks.length > 0 && <TaskOrder tasks={tasks} serviceTypeId={id} />}
        <AddTaskLine key={tasks.length} serviceTypeId={id} formKey={formKey} lastResult={lastResult} />
      </div>
      {sessionEnded}
    </div>
  );
}
