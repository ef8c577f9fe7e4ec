import { type SubmissionResult, useForm } from "@conform-to/react";
import { Form, Link, useNavigation } from "@remix-run/react";
import { ConflictDialog } from "~/components/forms/conflict-dialog";
import { FormActions } from "~/components/forms/form-actions";
import { FormSummary } from "~/components/forms/form-summary";
import { type TaskTexts, taskLabels, taskLimits, taskTexts } from "~/components/service-types/fields";
import { TaskFieldset } from "~/components/service-types/task-fields";
import { Button } from "~/components/ui/button";
import { paths } from "~/paths";

type TaskFormProps = {
  serviceTypeId: string;
  task: TaskTexts;
  /** Of a task that is there already. */
  version?: number;
  /** The task as somebody else saved it meanwhile. */
  theirs: ({ version: number } & object) | null;
  knownSkills: readonly string[];
  formKey: string;
  lastResult?: SubmissionResult<string[]>;
  submit: string;
  here: string;
};

/** One task in full, new or old. */
export function TaskForm(props: TaskFormProps) {
  const { serviceTypeId, task, version, theirs, knownSkills, formKey, lastResult, submit, here } = props;
  const busy = useNavigation().formMethod === "POST";
  const [form, fields] = useForm<TaskTexts>({ id: "task", constraint: taskLimits, lastResult, defaultValue: task });
  const kept = theirs?.version ?? version;
  return (
    <Form method="post" id={form.id} className="flex flex-col gap-5">
      {theirs ? (
        <ConflictDialog
          title="Someone else changed this task in the meantime"
          labels={taskLabels}
          yours={taskTexts(lastResult?.initialValue ?? {})}
          current={taskTexts(theirs)}
          discardHref={here}
        />
      ) : (
        <FormSummary form={form} labels={taskLabels} />
      )}
      <input type="hidden" name="idempotencyKey" value={formKey} />
      {kept !== undefined && <input type="hidden" name="version" value={kept} />}
      <TaskFieldset fields={fields} knownSkills={knownSkills} />
      <FormActions>
        <Button type="submit" variant="default" loading={busy}>
          {theirs ? "Save mine over theirs" : submit}
        </Button>
        <Button variant="outline" asChild>
          <Link to={paths.serviceTypeTasks(serviceTypeId)}>Cancel</Link>
        </Button>
      </FormActions>
    </Form>
  );
}
