import { HiddenFields } from "~/components/forms/hidden-fields";
import { Section } from "~/components/section";
import { Button } from "~/components/ui/button";
import { Card } from "~/components/ui/card";
import { Checkbox } from "~/components/ui/checkbox";
import { Plus } from "~/components/ui/icons";
import { Input } from "~/components/ui/input";
import { ErrorLine } from "~/components/work-orders/error-line";
import { useInlineForm } from "~/components/work-orders/use-inline-form";
import { isOver } from "~/domain/work-order-basics/status";
import type { WorkOrderHeader, WorkOrderOverview } from "~/domain/work-orders/detail.server";
import { paths } from "~/paths";

import type { Limits } from "./limits.server";
import { TaskRow } from "./task-row";

type ChecklistProps = Pick<WorkOrderOverview, "tasks" | "equipment"> & {
  workOrder: WorkOrderHeader;
  /** Limits for a new task's title. */
  limits: Limits;
  formKey: string;
};

/** The job's checklist: checked off by the crew, arranged by the office, until the job is completed. */
export function Checklist({ workOrder, tasks, equipment, limits, formKey }: ChecklistProps) {
  const { number, status, rights } = workOrder;
  const settled = isOver(status);
  const left = tasks.filter((task) => task.doneAt === null).length;
  if (tasks.length === 0 && (!rights.office || settled)) return null;
  return (
    <Section
      title="Checklist"
      description={tasks.length > 0 ? `${tasks.length - left} of ${tasks.length} done` : "No tasks yet"}
    >
      {tasks.length > 0 && (
        <Card as="ul" className="divide-y divide-border">
          {tasks.map((task, index) => (
            <TaskRow
              key={task.id}
              task={task}
              workOrder={workOrder}
              equipment={equipment}
              formKey={formKey}
              tickable={rights.onWorkOrder && !settled}
              arranged={rights.office && !settled}
              first={index === 0}
              last={index === tasks.length - 1}
            />
          ))}
        </Card>
      )}
      {rights.office && !settled && <NewTask number={number} limits={limits} formKey={formKey} />}
    </Section>
  );
}

type NewTaskProps = { number: number; limits: Limits; formKey: string };

function NewTask({ number, limits, formKey }: NewTaskProps) {
  const { fetcher, form, sent, busy, error, sessionEnded } = useInlineForm("task");
  return (
    <fetcher.Form ref={form} method="post" action={paths.workOrderTasks(number)} className="flex flex-col gap-1.5">
      <HiddenFields {...sent} formKey={formKey} intent="addTask" />
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <Input name="title" {...limits} aria-label="New task" placeholder="Add a task" className="min-w-40 flex-1" />
        <label className="flex items-center gap-2 touch:py-3">
          <Checkbox name="required" defaultChecked />
          Required
        </label>
        <Button variant="outline" type="submit" loading={busy}>
          <Plus />
          Add
        </Button>
      </div>
      <ErrorLine>{error}</ErrorLine>
      {sessionEnded}
    </fetcher.Form>
  );
}
