import { useId } from "react";
import { Badge } from "~/components/ui/badge";
import { Button } from "~/components/ui/button";
import {
  DropdownMenu,
  DropdownMenuContent,
  DropdownMenuItem,
  DropdownMenuTrigger,
} from "~/components/ui/dropdown-menu";
import { ArrowDown, ArrowUp, Check, Ellipsis, Trash2 } from "~/components/ui/icons";
import { ErrorLine } from "~/components/work-orders/error-line";
import { useInlineForm } from "~/components/work-orders/use-inline-form";
import type { Task, WorkOrderHeader, WorkOrderOverview } from "~/domain/work-orders/detail.server";
import { lazyWithRetry } from "~/lib/lazy-with-retry";
import { useInTurn } from "~/lib/use-in-turn";
import { cn } from "~/lib/utils";
import { paths } from "~/paths";
import { TaskPhotos } from "~/routes/work-orders/shared/photos";

// Most tasks are a checkmark; the code for others is loaded with the first one that records something.
const { Part: TaskResult } = lazyWithRetry(() => import("./task-result").then((module) => module.TaskResult));

type TaskRowProps = {
  task: Task;
  workOrder: WorkOrderHeader;
  equipment: WorkOrderOverview["equipment"];
  formKey: string;
  tickable: boolean;
  /** Whether it can be moved and removed from the list. */
  arranged?: boolean;
  first?: boolean;
  last?: boolean;
};

/** One task: clicking anywhere on the row ticks it, immediately on the screen and then on the server. */
export function TaskRow({ task, formKey, tickable, arranged, first, last, ...about }: TaskRowProps) {
  const { number } = about.workOrder;
  const { fetcher, error, sessionEnded } = useInlineForm();
  const menu = useInlineForm();
  const { pending, add } = useInTurn<boolean>(
    fetcher,
    (isDone) =>
      fetcher.submit(
        {
          intent: "tickTask",
          taskId: task.id,
          version: task.version,
          idempotencyKey: `${formKey}-${task.id}-${!isDone}`,
          ...(isDone && { done: "on" }),
        },
        { method: "post", action: paths.workOrderTasks(number) },
      ),
    () => true,
  );
  const done = pending.at(-1) ?? task.doneAt !== null;
  return (
    <li className="px-4 py-1">
      <div className="flex items-center gap-2">
        <fetcher.Form
          method="post"
          action={paths.workOrderTasks(number)}
          onSubmit={(event) => {
            event.preventDefault();
            add(!done);
          }}
          className="min-w-0 flex-1"
        >
          <input type="hidden" name="intent" value="tickTask" />
          <input type="hidden" name="taskId" value={task.id} />
          <input type="hidden" name="version" value={task.version} />
          <input type="hidden" name="idempotencyKey" value={`${formKey}-${task.id}-${done}`} />
          {!done && <input type="hidden" name="done" value="on" />}
          {/* biome-ignore lint/a11y/useSemanticElements: a submit button also works without scripts */}
          <button
            type="submit"
            role="checkbox"
            aria-checked={done}
            disabled={!tickable}
            className="flex min-h-row w-full items-center gap-3 text-left disabled:cursor-default"
          >
            <Box done={done} />
            <span
              className={cn(
                "min-w-0 flex-1",
                done && "text-muted-foreground",
                done && task.outcome === "pass" && "line-through",
              )}
            >
              {task.title}
            </span>
            {!task.required && <Badge>Optional</Badge>}
          </button>
        </fetcher.Form>
        {arranged && (
          <TaskMenu task={task} number={number} fetcher={menu.fetcher} formKey={formKey} first={first} last={last} />
        )}
      </div>
      {asksFor(task) && <TaskResult task={task} {...about} formKey={formKey} open={tickable && task.doneAt === null} />}
      <TaskPhotos taskId={task.id} />
      <ErrorLine>{error || menu.error}</ErrorLine>
      {sessionEnded ?? menu.sessionEnded}
    </li>
  );
}

/** Whether the task needs more than a checkmark: a figure, text, a photo, or instructions from its playbook. */
function asksFor({ kind, serviceTaskId, result }: Task): boolean {
  return kind !== "check" || serviceTaskId !== null || result !== null;
}

function Box({ done }: { done: boolean }) {
  return (
    <span
      aria-hidden="true"
      className={cn(
        "grid size-5 shrink-0 place-items-center rounded-sm border",
        done ? "border-link bg-link text-card" : "border-input bg-field",
      )}
    >
      {done && <Check className="size-4" />}
    </span>
  );
}

type TaskMenuProps = Pick<TaskRowProps, "task" | "formKey" | "first" | "last"> & {
  number: number;
  fetcher: ReturnType<typeof useInlineForm>["fetcher"];
};

function TaskMenu({ task, number, fetcher, formKey, first, last }: TaskMenuProps) {
  const id = useId();
  const { add } = useInTurn<{ intent: string; direction?: string }>(fetcher, ({ intent, direction }) =>
    fetcher.submit(
      {
        intent,
        taskId: task.id,
        idempotencyKey: `${formKey}-${task.id}-${intent}-${direction}`,
        ...(direction && { direction }),
      },
      { method: "post", action: paths.workOrderTasks(number) },
    ),
  );
  const send = (intent: string, direction?: string) => add({ intent, direction });
  return (
    <DropdownMenu>
      <DropdownMenuTrigger asChild>
        <Button id={id} variant="ghost" size="icon-sm" aria-label={`Reorder ${task.title}`}>
          <Ellipsis />
        </Button>
      </DropdownMenuTrigger>
      <DropdownMenuContent aria-label={`Reorder ${task.title}`}>
        <DropdownMenuItem disabled={first} onClick={() => send("moveTask", "up")}>
          <ArrowUp aria-hidden="true" />
          Move up
        </DropdownMenuItem>
        <DropdownMenuItem disabled={last} onClick={() => send("moveTask", "down")}>
          <ArrowDown aria-hidden="true" />
          Move down
        </DropdownMenuItem>
        <DropdownMenuItem variant="destructive" onClick={() => send("removeTask")}>
          <Trash2 aria-hidden="true" />
          Remove
        </DropdownMenuItem>
      </DropdownMenuContent>
    </DropdownMenu>
  );
}
