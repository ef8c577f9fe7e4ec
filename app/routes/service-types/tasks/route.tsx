import { getZodConstraint } from "@conform-to/zod/v4";
import type { MetaFunction } from "@remix-run/cloudflare";
import { Link, Outlet, useLoaderData } from "@remix-run/react";
import { FileLink } from "~/components/data-table/filter-bar";
import { RefusedAction } from "~/components/feedback/refused-action";
import { Section } from "~/components/section";
import { Button } from "~/components/ui/button";
import { Plus } from "~/components/ui/icons";
import { serviceTypeToEdit } from "~/domain/service-types/detail.server";
import { NewTaskLine } from "~/domain/service-types/schema";
import { formActions } from "~/http/form-action";
import { pageLoader } from "~/http/page-loader";
import { paths } from "~/paths";
import { AddTaskLine } from "~/routes/service-types/shared/add-task-line";
import { taskCases } from "~/routes/service-types/shared/task-actions";
import { TaskOrder } from "~/routes/service-types/shared/task-order";

export { NestedError as ErrorBoundary } from "~/components/feedback/nested-error";
export { clientAction } from "~/lib/client-action";
export { shouldRevalidate } from "~/lib/revalidation";

export const meta: MetaFunction<typeof loader> = ({ data }) => [
  { title: `${data ? `Tasks for ${data.serviceType.name}` : "Tasks"} · Plenum` },
];

export const loader = pageLoader(async ({ ctx, params }) => {
  const { serviceType } = await serviceTypeToEdit(ctx, params.id ?? "");
  return { serviceType, constraint: getZodConstraint(NewTaskLine), formKey: ctx.newId() };
});

export const action = formActions(taskCases(({ params }) => paths.serviceTypeTasks(params.id ?? "")));

export default function ServiceTypeTasks() {
  const { serviceType, constraint, formKey } = useLoaderData<typeof loader>();
  const { id, tasks } = serviceType;
  return (
    <div className="max-w-4xl">
      <RefusedAction except="addTask" />
      <Section
        key={id}
        title="Tasks"
        description="The checklist, in order. Jobs already booked keep theirs."
        action={
          <div className="flex flex-wrap justify-end gap-2">
            {tasks.length > 0 && <FileLink href={paths.apiServiceTaskFile(id)} />}
            <Button asChild variant="default">
              <Link to={paths.newServiceTypeTask(id)} preventScrollReset>
                <Plus />
                New task
              </Link>
            </Button>
          </div>
        }
        className="gap-6"
      >
        {tasks.length > 0 && <TaskOrder tasks={tasks} serviceTypeId={id} />}
        <AddTaskLine key={tasks.length} serviceTypeId={id} constraint={constraint} formKey={formKey} />
      </Section>
      <Outlet />
    </div>
  );
}
