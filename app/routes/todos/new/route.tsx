import { getZodConstraint } from "@conform-to/zod/v4";
import { useLoaderData } from "@remix-run/react";
import type { z } from "zod";
import { FormDialog } from "~/components/forms/form-dialog";
import { useActionForm } from "~/components/forms/use-action-form";
import { createTodo } from "~/domain/todos/change.server";
import { todoPeople } from "~/domain/todos/list.server";
import { TodoForm, TodoView } from "~/domain/todos/schema";
import { chosenSubject, subjectToName } from "~/domain/todos/subjects.server";
import { SUBJECT_KINDS } from "~/domain/todos/todo";
import { formAction } from "~/http/form-action";
import { safeRedirectPath } from "~/http/login-url";
import { pageLoader } from "~/http/page-loader";
import { redirectWithToast } from "~/http/toast.server";
import { paths } from "~/paths";
import { TodoFields, todoLabels } from "~/routes/todos/todo-fields";

export { DialogError as ErrorBoundary, dialogHandle as handle } from "~/components/feedback/dialog-error";
export { clientAction } from "~/lib/client-action";
export { shouldRevalidate } from "~/lib/revalidation";

export const loader = pageLoader(async ({ ctx, url }) => {
  const kind = SUBJECT_KINDS.find((each) => url.searchParams.has(each));
  const [people, subject] = await Promise.all([
    todoPeople(ctx),
    kind ? subjectToName(ctx, kind, url.searchParams.get(kind) ?? "") : null,
  ]);
  const me = ctx.actor.kind === "person" ? ctx.actor.person.userId : "";
  const from = safeRedirectPath(url.searchParams.get("from"), "");
  return { people, subject, me, from, constraint: getZodConstraint(TodoForm), formKey: ctx.newId() };
});

export const action = formAction(TodoForm, async ({ ctx, input: { about, ...input }, request, url }) => {
  await createTodo(ctx, { ...input, ...(await chosenSubject(ctx, about)) });
  const { list } = TodoView.parse(Object.fromEntries(url.searchParams));
  // Return to the record it is about.
  const to = safeRedirectPath(url.searchParams.get("from"), paths.todos({ list: list === "mine" ? undefined : list }));
  return redirectWithToast(request, to, { tone: "success", text: `Added: ${input.title}` });
});

export default function NewTodo() {
  const { people, subject, me, from, constraint, formKey } = useLoaderData<typeof loader>();
  const actionForm = useActionForm<z.input<typeof TodoForm>>({
    id: "todo",
    constraint,
    defaultValue: { assigneeId: me, repeatEvery: 1, repeatFrom: "due" },
  });
  return (
    <FormDialog
      title="New to-do"
      actionForm={actionForm}
      labels={todoLabels}
      formKey={formKey}
      returnTo={from || undefined}
      submit="Add to-do"
    >
      <TodoFields fields={actionForm.fields} people={people} subject={subject} />
    </FormDialog>
  );
}
