import { getZodConstraint } from "@conform-to/zod/v4";
import { useLoaderData } from "@remix-run/react";
import type { z } from "zod";
import { FormDialog } from "~/components/forms/form-dialog";
import { SelectField } from "~/components/forms/select-field";
import { TextAreaField } from "~/components/forms/text-area-field";
import { DateField, TextField, TimeField } from "~/components/forms/text-field";
import { useActionForm } from "~/components/forms/use-action-form";
import { leadDetail } from "~/domain/leads/detail.server";
import { leadOwners } from "~/domain/leads/list.server";
import { allow } from "~/domain/shared/permissions";
import { addDays } from "~/domain/shared/time/dates";
import { todayOf } from "~/domain/shared/time/time-zones";
import { createTodo } from "~/domain/todos/change.server";
import { TodoInput } from "~/domain/todos/schema";
import { formAction } from "~/http/form-action";
import { pageLoader } from "~/http/page-loader";
import { redirectWithToast } from "~/http/toast.server";
import { paths } from "~/paths";

export { DialogError as ErrorBoundary, dialogHandle as handle } from "~/components/feedback/dialog-error";
export { clientAction } from "~/lib/client-action";
export { shouldRevalidate } from "~/lib/revalidation";

export const loader = pageLoader(async ({ ctx, params }) => {
  const me = allow(ctx, "leads.read");
  const [{ id, name, ownerId }, people] = await Promise.all([leadDetail(ctx, params.id ?? ""), leadOwners(ctx)]);
  const tomorrow = addDays(todayOf(ctx, me), 1);
  // The owner may have left the business.
  const owner = people.find(({ value }) => value === ownerId);
  return {
    ...{ id, name, people, tomorrow, assigneeId: owner?.value ?? me.userId ?? "" },
    constraint: getZodConstraint(TodoInput),
    formKey: ctx.newId(),
  };
});

export const action = formAction(TodoInput, async ({ ctx, input, params, request }) => {
  allow(ctx, "leads.read");
  await createTodo(ctx, input);
  return redirectWithToast(request, paths.lead(params.id ?? ""), { tone: "success", text: `Added: ${input.title}` });
});

const labels = { title: "To-do", dueOn: "Due", dueAt: "Time", assigneeId: "Assigned to", notes: "Notes" };

export default function FollowUp() {
  const { id, name, people, tomorrow, assigneeId, constraint, formKey } = useLoaderData<typeof loader>();
  const actionForm = useActionForm<z.input<typeof TodoInput>>({
    id: "follow-up",
    constraint,
    defaultValue: { title: `Call ${name}`, dueOn: tomorrow, assigneeId },
  });
  const { fields } = actionForm;
  return (
    <FormDialog
      title="New follow-up"
      description="It shows up in the assignee's to-dos."
      actionForm={actionForm}
      labels={labels}
      formKey={formKey}
      submit="Add follow-up"
    >
      <input type="hidden" name="leadId" value={id} />
      <TextField field={fields.title} label={labels.title} autoComplete="off" autoFocus />
      <div className="grid gap-4 sm:grid-cols-2">
        <DateField field={fields.dueOn} label={labels.dueOn} />
        <TimeField field={fields.dueAt} label={labels.dueAt} />
        <SelectField field={fields.assigneeId} label={labels.assigneeId} choices={people} placeholder="Unassigned" />
      </div>
      <TextAreaField field={fields.notes} label={labels.notes} rows={3} />
    </FormDialog>
  );
}
