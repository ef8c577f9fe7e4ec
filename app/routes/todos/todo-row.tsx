import { Link, useFetcher, useSearchParams } from "@remix-run/react";
import { useEffect, useRef } from "react";
import { useShell } from "~/components/app-shell/use-shell";
import { DateText } from "~/components/date-text";
import { useFormRefusal } from "~/components/feedback/session-ended";
import { TextLink } from "~/components/text-link";
import { Button } from "~/components/ui/button";
import { Checkbox } from "~/components/ui/checkbox";
import { Repeat, Trash2 } from "~/components/ui/icons";
import { toast } from "~/components/ui/toast-store";
import { formatClock } from "~/domain/shared/time/date-format";
import type { Todo } from "~/domain/todos/list.server";
import type { Subject } from "~/domain/todos/subjects.server";
import { type DueGroup, repetitionText, type TodoList } from "~/domain/todos/todo";
import { cn } from "~/lib/utils";
import { paths } from "~/paths";
import { dueText } from "./due-text";

interface TodoRowProps {
  todo: Todo;
  list: TodoList;
  today: string;
  /** The heading of its group. */
  group: DueGroup | null;
  offerUndo: (title: string, intent: "reopen" | "restore", id: string) => void;
}

/** One to-do: its checkbox completes it, its title opens it for editing. */
export function TodoRow({ todo, list, today, group, offerUndo }: TodoRowProps) {
  const fetcher = useFetcher<{ done?: boolean }>();
  const [search] = useSearchParams();
  const { lastResult, sessionEnded } = useFormRefusal(fetcher.data);
  const latest = useRef<"complete" | "reopen" | "delete" | null>(null);
  const sent = fetcher.state === "idle" ? null : fetcher.formData?.get("intent");
  const wasDone = todo.doneAt !== null;
  const isDone = sent === "complete" || (wasDone && sent !== "reopen");
  const failed = lastResult?.error?.[""]?.join(" ");

  // A refused change leaves the row in place and shows the reason. The list without the row is read after the response.
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs once per response
  useEffect(() => {
    if (failed) toast({ title: todo.title, text: failed, tone: "bad" });
    else if (fetcher.data?.done && latest.current === "complete") offerUndo("Done", "reopen", todo.id);
    else if (fetcher.data?.done && latest.current === "delete") offerUndo("Deleted", "restore", todo.id);
  }, [fetcher.data]);

  const send = (intent: "complete" | "reopen" | "delete") => {
    if (sent) return;
    latest.current = intent;
    fetcher.submit(
      { intent, id: todo.id, idempotencyKey: crypto.randomUUID() },
      { method: "post", action: paths.todos() },
    );
  };
  return (
    <li className={cn("flex items-start gap-3 px-3 py-2.5 sm:px-4", sent === "delete" && "opacity-50")}>
      <Checkbox
        checked={isDone}
        onChange={() => send(wasDone ? "reopen" : "complete")}
        aria-label={`Done: ${todo.title}`}
        className="mt-0.5"
      />
      <div className="min-w-0 grow">
        <Link
          to={paths.editTodo(todo.id, Object.fromEntries(search))}
          preventScrollReset
          className={cn("break-words font-medium hover:underline", isDone && "text-muted-foreground line-through")}
        >
          {todo.title}
        </Link>
        <p className="flex flex-wrap items-center gap-x-3 gap-y-0.5 text-muted-foreground text-sm empty:hidden">
          <When todo={todo} today={today} group={group} />
          {todo.repeat && !wasDone && (
            <span className="inline-flex items-center gap-1">
              <Repeat className="size-3.5" />
              {repetitionText(todo.repeat)}
            </span>
          )}
          {todo.subject?.label && <TextLink to={subjectPath(todo.subject)}>{todo.subject.label}</TextLink>}
          {list === "team" && <span>{todo.assignee?.name ?? "Unassigned"}</span>}
        </p>
        {todo.notes && (
          <p className="mt-0.5 line-clamp-2 whitespace-pre-line text-muted-foreground text-sm">{todo.notes}</p>
        )}
      </div>
      <Button variant="ghost" size="icon" aria-label={`Delete: ${todo.title}`} onClick={() => send("delete")}>
        <Trash2 />
      </Button>
      {sessionEnded}
    </li>
  );
}

/** When it was completed, or the due date as far as the heading does not show it. */
function When({ todo, today, group }: Pick<TodoRowProps, "todo" | "today" | "group">) {
  const zone = useShell()?.person?.member?.timeZone;
  if (todo.doneAt !== null) {
    return (
      <span>
        {todo.doneByName ? `${todo.doneByName}, ` : ""}
        {zone && <DateText at={todo.doneAt} zone={zone} />}
      </span>
    );
  }
  const isDayInGroup = group === "Today" || group === "Tomorrow";
  const text = isDayInGroup ? todo.dueAt && formatClock(todo.dueAt) : dueText(todo, today);
  return text ? <span className={group === "Overdue" ? "font-medium text-bad" : "tabular"}>{text}</span> : null;
}

function subjectPath({ kind, id }: Subject): string {
  switch (kind) {
    case "customer":
      return paths.customer(id);
    case "workOrder":
      return paths.workOrder(id);
    case "equipment":
      return paths.equipment(id);
    case "invoice":
      return paths.invoice(id);
    case "lead":
      return paths.lead(id);
    case "site":
      return paths.property(id);
    case "estimate":
      return paths.estimate(id);
    case "item":
      return paths.item(id);
    case "purchaseOrder":
      return paths.purchaseOrder(id);
    case "supplier":
      return paths.supplier(id);
    case "location":
      return paths.location(id);
    case "technician":
      return paths.technician(id);
    case "serviceType":
      return paths.serviceType(id);
    case "issue":
      return paths.issue(id);
    case "design":
      return paths.design(id);
    case "receipt":
      return paths.receipt(id);
    case "thread":
      return paths.thread(id);
    case "cylinder":
      return paths.cylinder(id);
    case "count":
      return paths.count(id);
    case "movement":
      return paths.movement(id);
    case "reservation":
      return paths.reservation(id);
    case "analysis":
      return paths.savedIndustryAnalysis(id);
  }
}
