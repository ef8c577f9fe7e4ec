import { type SubmissionResult, useForm } from "@conform-to/react";
import { Form, Link, useNavigation } from "@remix-run/react";
import { Plus } from "lucide-react";
import { SelectField, TextField } from "~/components/forms/fields";
import { Button } from "~/components/ui/button";
import { TASK_KIND_LABELS, TASK_KINDS } from "~/domain/service-types/rules";
import { paths } from "~/paths";
import { taskLabels } from "./fields";

type AddTaskLineProps = { serviceTypeId: string; formKey: string; lastResult?: SubmissionResult<string[]> };

// A measurement needs its unit: it has the long form.
const kinds = TASK_KINDS.filter((kind) => kind !== "measurement").map((value) => ({
  value,
  label: TASK_KIND_LABELS[value],
}));

/** One more task in a line; what takes more to say has a page of its own. */
export function AddTaskLine({ serviceTypeId, formKey, lastResult }: AddTaskLineProps) {
  const busy = useNavigation().formData?.get("intent") === "addTask";
  const [form, fields] = useForm<{ title: string; kind: string }>({
    id: "add-task",
    constraint: { title: { required: true, maxLength: 200 } },
    lastResult: lastResult?.initialValue?.intent === "addTask" ? lastResult : undefined,
    defaultValue: { kind: "check" },
  });
  return (
    <Form method="post" id={form.id} preventScrollReset className="flex flex-col gap-2">
      <input type="hidden" name="intent" value="addTask" />
      <input type="hidden" name="idempotencyKey" value={formKey} />
      <div className="grid items-end gap-3 sm:grid-cols-[minmax(0,1fr)_12rem_auto]">
        <TextField field={fields.title} label={`Next task: ${taskLabels.title.toLowerCase()}`} autoComplete="off" />
        <SelectField field={fields.kind} label={taskLabels.kind} choices={kinds} />
        <Button variant="outline" type="submit" loading={busy}>
          <Plus />
          Add
        </Button>
      </div>
      <p className="text-muted-foreground text-sm">
        With a unit, limits or instructions?{" "}
        <Link to={paths.newServiceTypeTask(serviceTypeId)} className="text-link underline underline-offset-4">
          Describe it in full
        </Link>
      </p>
    </Form>
  );
}
