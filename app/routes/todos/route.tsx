import { getZodConstraint } from "@conform-to/zod/v4";
import type { MetaFunction } from "@remix-run/cloudflare";
import { Link, Outlet, useFetcher, useLoaderData, useSearchParams } from "@remix-run/react";
import { useEffect } from "react";
import { FileLink } from "~/components/data-table/filter-bar";
import { CursorPagination } from "~/components/data-table/pagination";
import { EmptyState } from "~/components/feedback/empty-state";
import { useFormRefusal } from "~/components/feedback/session-ended";
import { PageHeader } from "~/components/page-header";
import { TabsNav } from "~/components/tabs-nav";
import { Button } from "~/components/ui/button";
import { Card } from "~/components/ui/card";
import { ListChecks } from "~/components/ui/icons";
import { toast } from "~/components/ui/toast-store";
import { isOfTodo } from "~/domain/live/channel";
import { RecordId } from "~/domain/shared/fields";
import { counted } from "~/domain/shared/text/counted";
import { completeTodo, deleteTodo, quickAddTodo, reopenTodo, restoreTodo } from "~/domain/todos/change.server";
import { listTodos } from "~/domain/todos/list.server";
import { QuickAdd, TodoView } from "~/domain/todos/schema";
import { DUE_GROUPS, dueGroup, seesEveryTodo, type TodoList } from "~/domain/todos/todo";
import { formActions, formCase } from "~/http/form-action";
import { pageLoader } from "~/http/page-loader";
import { useLiveRevalidation } from "~/lib/live/use-live-events";
import { paths } from "~/paths";
import { QuickAddForm } from "./quick-add-form";
import { TodoRow } from "./todo-row";

export { NestedError as ErrorBoundary } from "~/components/feedback/nested-error";
export { shouldRevalidate } from "~/lib/revalidation";
export { plainAction as clientAction } from "~/lib/unanswered-action";

export const meta: MetaFunction = () => [{ title: "To-dos · Plenum" }];

export const loader = pageLoader(async ({ ctx, url }) => {
  const view = TodoView.parse(Object.fromEntries(url.searchParams));
  const member = ctx.actor.kind === "person" ? ctx.actor.person.member : null;
  const isOffice = member !== null && seesEveryTodo(member);
  // A colleague from the office may have sent the link.
  const list: TodoList = view.list === "team" && !isOffice ? "mine" : view.list;
  const maxLength = getZodConstraint(QuickAdd).text?.maxLength;
  return { list, isOffice, maxLength, formKey: ctx.newId(), ...(await listTodos(ctx, { ...view, list })) };
});

export const action = formActions({
  quick: formCase(QuickAdd, async ({ ctx, input }) => {
    const { id, title, dueOn, dueAt } = await quickAddTodo(ctx, input);
    return { done: true, added: { id, title, dueOn, dueAt } };
  }),
  complete: formCase(RecordId, async ({ ctx, input }) => {
    const { nextDueOn } = await completeTodo(ctx, input.id);
    return { done: true, nextDueOn };
  }),
  reopen: formCase(RecordId, async ({ ctx, input }) => {
    await reopenTodo(ctx, input.id);
    return { done: true };
  }),
  delete: formCase(RecordId, async ({ ctx, input }) => {
    await deleteTodo(ctx, input.id);
    return { done: true };
  }),
  restore: formCase(RecordId, async ({ ctx, input }) => {
    await restoreTodo(ctx, input.id);
    return { done: true };
  }),
});

const empty: Record<TodoList, { title: string; text: string }> = {
  mine: { title: "Nothing to do", text: "To-dos assigned to you show up here by due date." },
  unassigned: {
    title: "Nothing unassigned",
    text: "To-dos without an assignee show up here until someone takes them.",
  },
  team: { title: "No open team to-dos", text: "Everyone's open to-dos show up here by due date." },
  done: { title: "Nothing done yet", text: "Finished to-dos show up here, most recent first." },
};

/** To-dos by due date: the user's own, unassigned, the team's, and completed ones. */
export default function Todos() {
  const { list, isOffice, maxLength, formKey, today, ...page } = useLoaderData<typeof loader>();
  const { items } = page;
  const undo = useUndo();
  const [search] = useSearchParams();
  useLiveRevalidation(isOfTodo);
  const tab = (to: TodoList, label: string) => ({
    to: paths.todos({ list: to === "mine" ? undefined : to }),
    label,
    current: list === to,
  });
  const groups =
    list === "done"
      ? [{ name: null, rows: items }]
      : DUE_GROUPS.map((name) => ({ name, rows: items.filter(({ dueOn }) => dueGroup(dueOn, today) === name) })).filter(
          ({ rows }) => rows.length > 0,
        );
  return (
    <>
      <PageHeader
        title="To-dos"
        secondary={<FileLink href={paths.apiListFile("todos", { list })} />}
        action={
          <Button asChild>
            <Link to={paths.newTodo(Object.fromEntries(search))} preventScrollReset>
              New to-do
            </Link>
          </Button>
        }
      />
      <div className="max-w-3xl">
        <TabsNav
          label="To-dos"
          tabs={[
            tab("mine", "Mine"),
            tab("unassigned", "Unassigned"),
            ...(isOffice ? [tab("team", "Team")] : []),
            tab("done", "Done"),
          ]}
        />
        {list === "mine" && <QuickAddForm {...{ today, maxLength, formKey }} />}
        {items.length === 0 && (
          <EmptyState icon={ListChecks} title={empty[list].title}>
            {empty[list].text}
          </EmptyState>
        )}
        {groups.map(({ name, rows }) => (
          <section key={name ?? "done"} aria-label={name ?? "Done"} className="mt-5 first-of-type:mt-0">
            {name && (
              <h2 className={name === "Overdue" ? "mb-1 font-semibold text-bad text-sm" : "mb-1 font-semibold text-sm"}>
                {name}
              </h2>
            )}
            <Card as="ul" className="divide-y divide-border">
              {rows.map((todo) => (
                <TodoRow key={todo.id} {...{ todo, list, today }} group={name} offerUndo={undo.offer} />
              ))}
            </Card>
          </section>
        ))}
        <CursorPagination page={page} href={(at) => paths.todos({ list, ...at })}>
          {counted(items.length, "to-do")}
        </CursorPagination>
      </div>
      {undo.sessionEnded}
      <Outlet />
    </>
  );
}

/** Offers to undo the latest change to a to-do, even after its row has left the list. */
function useUndo() {
  const fetcher = useFetcher();
  const { lastResult, sessionEnded } = useFormRefusal(fetcher.data);
  const failed = lastResult?.error?.[""]?.join(" ");

  // Toasts are outside the page.
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs once per response
  useEffect(() => {
    if (failed) toast({ title: "Not undone", text: failed, tone: "bad" });
  }, [fetcher.data]);

  const offer = (title: string, intent: "reopen" | "restore", id: string) => {
    const run = () =>
      fetcher.submit({ intent, id, idempotencyKey: crypto.randomUUID() }, { method: "post", action: paths.todos() });
    toast({ title, tone: "ok", action: { label: "Undo", run } });
  };
  return { offer, sessionEnded };
}
