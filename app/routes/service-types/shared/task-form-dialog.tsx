import { Form } from "@remix-run/react";
import type { z } from "zod";
import { ConflictDialog } from "~/components/forms/conflict-dialog";
import { FormSummary } from "~/components/forms/form-summary";
import { type ActionFormOptions, useActionForm } from "~/components/forms/use-action-form";
import { Button } from "~/components/ui/button";
import { Dialog } from "~/components/ui/dialog";
import { ModalBody, ModalFooter } from "~/components/ui/modal";
import type { NewTaskForm } from "~/domain/service-types/schema";
import { useCloseDialog } from "~/lib/use-close-dialog";
import { taskLabels, taskValues } from "./form-values";
import { TaskFieldset } from "./task-fields";

type TaskInput = z.input<typeof NewTaskForm>;

type TaskFormProps = {
  title: string;
  description: string;
  submit: string;
  /** The task's own address, which shows it as it is now. */
  here: string;
  constraint: ActionFormOptions<TaskInput>["constraint"];
  task: ActionFormOptions<TaskInput>["defaultValue"];
  /** Of a task that is there already. */
  version?: number;
  knownSkills: readonly string[];
  formKey: string;
};

/** One task in full, new or old, over the list of tasks. */
export function TaskFormDialog(props: TaskFormProps) {
  const { title, description, submit, here, constraint, task, version, knownSkills, formKey } = props;
  const close = useCloseDialog();
  const { form, fields, current, isSaving, sessionEnded } = useActionForm<TaskInput>({
    id: "task",
    constraint,
    defaultValue: task,
  });
  return (
    <Dialog open onOpenChange={close} title={title} description={description}>
      <Form method="post" id={form.id} preventScrollReset className="contents">
        <ModalBody className="flex flex-col gap-5">
          {current ? (
            <ConflictDialog
              title="Someone else changed this task while you were editing"
              labels={taskLabels}
              yours={form.value ?? {}}
              current={taskValues(current)}
              discardHref={here}
            />
          ) : (
            <FormSummary form={form} labels={taskLabels} />
          )}
          <input type="hidden" name="idempotencyKey" value={formKey} />
          {version !== undefined && <input type="hidden" name="version" value={current?.version ?? version} />}
          <TaskFieldset fields={fields} knownSkills={knownSkills} />
        </ModalBody>
        <ModalFooter>
          <Button variant="outline" onClick={close}>
            Cancel
          </Button>
          <Button type="submit" variant="default" loading={isSaving}>
            {current ? "Replace with mine" : submit}
          </Button>
        </ModalFooter>
      </Form>
      {sessionEnded}
    </Dialog>
  );
}
