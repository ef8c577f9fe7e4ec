import { getZodConstraint } from "@conform-to/zod/v4";
import { useLoaderData } from "@remix-run/react";
import type { z } from "zod";
import { FormDialog } from "~/components/forms/form-dialog";
import { useActionForm } from "~/components/forms/use-action-form";
import { updateTodo } from "~/domain/todos/change.server";
import { findTodo, todoPeople } from "~/domain/todos/list.server";
import { TodoChangeForm } from "~/domain/todos/schema";
import { chosenSubject } from "~/domain/todos/subjects.server";
import { formAction } from "~/http/form-action";
import { pageLoader } from "~/http/page-loader";
import { redirectWithToast } from "~/http/toast.server";
import { paths } from "~/paths";
import { TodoFields, todoLabels } from "~/routes/todos/todo-fields";

export { DialogError as ErrorBoundary, dialogHandle as handle } from "~/components/feedback/dialog-error";
export { clientAction } from "~/lib/client-action";
export { shouldRevalidate } from "~/lib/revalidation";

export const loader = pageLoader(async ({ ctx, params, url }) => {
  const [todo, people] = await Promise.all([findTodo(ctx, params.id ?? ""), todoPeople(ctx)]);
  return {
    todo,
    people,
    query: Object.fromEntries(url.searchParams),
    constraint: getZodConstraint(TodoChangeForm),
    formKey: ctx.newId(),
  };
});

export const action = formAction(TodoChangeForm, async ({ ctx, input: { about, ...input }, params, request, url }) => {
  await updateTodo(ctx, params.id ?? "", { ...input, ...(await chosenSubject(ctx, about)) });
  const to = paths.todos(Object.fromEntries(url.searchParams));
  return redirectWithToast(request, to, { tone: "success", text: "Saved." });
});

export default function EditTodo() {
  const { todo, people, query, constraint, formKey } = useLoaderData<typeof loader>();
  const { repeat, assignee, version } = todo;
  // A person who left the business remains the assignee until someone else is chosen.
  const left = assignee && !people.some(({ value }) => value === assignee.id);
  const actionForm = useActionForm<z.input<typeof TodoChangeForm>>({
    id: "todo",
    constraint,
    defaultValue: {
      ...{ title: todo.title, notes: todo.notes ?? "", dueOn: todo.dueOn ?? "", dueAt: todo.dueAt ?? "" },
      ...{ assigneeId: assignee?.id ?? "", repeatUnit: repeat?.unit ?? "" },
      reminderMinutes: todo.reminderMinutes === null ? "" : String(todo.reminderMinutes),
      ...{ repeatEvery: repeat?.every ?? 1, repeatFrom: repeat?.from ?? "due" },
    },
  });
  return (
    <FormDialog
      title="Edit to-do"
      actionForm={actionForm}
      labels={todoLabels}
      formKey={formKey}
      version={version}
      conflict={{ noun: "to-do", discardHref: paths.editTodo(todo.id, query) }}
      submit="Save"
    >
      <TodoFields
        fields={actionForm.fields}
        people={left ? [...people, { value: assignee.id, label: assignee.name }] : people}
        subject={todo.subject}
      />
    </FormDialog>
  );
}
