import type { z } from "zod";
import { FormDialog } from "~/components/forms/form-dialog";
import { type ActionFormOptions, useActionForm } from "~/components/forms/use-action-form";
import type { NewTaskForm } from "~/domain/service-types/schema";
import { taskLabels, taskValues } from "./form-values";
import { TaskFieldset } from "./task-fields";

type TaskInput = z.input<typeof NewTaskForm>;

type TaskFormProps = {
  title: string;
  description: string;
  submit: string;
  /** URL of the task's form with its saved values. */
  here: string;
  constraint: ActionFormOptions<TaskInput>["constraint"];
  task: ActionFormOptions<TaskInput>["defaultValue"];
  /** Version of an existing task. */
  version?: number;
  knownSkills: readonly string[];
  formKey: string;
};

/** The full form of a new or existing task, over the list of tasks. */
export function TaskFormDialog(props: TaskFormProps) {
  const { title, description, submit, here, constraint, task, version, knownSkills, formKey } = props;
  const actionForm = useActionForm<TaskInput>({ id: "task", constraint, defaultValue: task });
  const { fields, current } = actionForm;
  return (
    <FormDialog
      {...{ title, description, actionForm, formKey, version, submit }}
      labels={taskLabels}
      conflict={{ noun: "task", discardHref: here, current: current && taskValues(current) }}
    >
      <TaskFieldset fields={fields} knownSkills={knownSkills} />
    </FormDialog>
  );
}
