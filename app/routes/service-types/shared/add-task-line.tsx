import { Form, Link } from "@remix-run/react";
import type { z } from "zod";
import { HiddenFields } from "~/components/forms/hidden-fields";
import { SelectField } from "~/components/forms/select-field";
import { TextField } from "~/components/forms/text-field";
import { type ActionFormOptions, useActionForm } from "~/components/forms/use-action-form";
import { Button } from "~/components/ui/button";
import { Plus } from "~/components/ui/icons";
import type { NewTaskLine } from "~/domain/service-types/schema";
import { TASK_KIND_LABELS, TASK_KINDS } from "~/domain/service-types/service-type";
import { paths } from "~/paths";
import { taskLabels } from "./form-values";

type LineInput = z.input<typeof NewTaskLine>;

export type LineConstraint = ActionFormOptions<LineInput>["constraint"];

type AddTaskLineProps = { serviceTypeId: string; constraint: LineConstraint; formKey: string };

// A measurement needs a unit, so it has to be added with the full form.
const kinds = TASK_KINDS.filter((kind) => kind !== "measurement").map((value) => ({
  value,
  label: TASK_KIND_LABELS[value],
}));

/** Adds a task with a single-line form; tasks with more details use the dialog. */
export function AddTaskLine({ serviceTypeId, constraint, formKey }: AddTaskLineProps) {
  const { form, fields, isSaving, isInDoubt, sessionEnded } = useActionForm<LineInput>({
    id: "add-task",
    intent: "addTask",
    constraint,
    defaultValue: { kind: "check" },
  });
  return (
    <Form method="post" id={form.id} preventScrollReset className="flex flex-col gap-2">
      <HiddenFields {...{ formKey, isSaving, isInDoubt }} intent="addTask" />
      <div className="grid items-end gap-3 sm:grid-cols-[minmax(0,1fr)_12rem_auto]">
        <TextField field={fields.title} label="Next task" autoComplete="off" />
        <SelectField field={fields.kind} label={taskLabels.kind} choices={kinds} />
        <Button variant="outline" type="submit" loading={isSaving}>
          <Plus />
          Add
        </Button>
      </div>
      {form.errors && (
        <p role="alert" className="font-medium text-bad text-sm">
          {form.errors.join(" ")}
        </p>
      )}
      <p className="text-muted-foreground text-sm">
        Measurement, limits or instructions?{" "}
        <Link
          to={paths.newServiceTypeTask(serviceTypeId)}
          preventScrollReset
          className="text-link underline underline-offset-4"
        >
          Add details
        </Link>
      </p>
      {sessionEnded}
    </Form>
  );
}
