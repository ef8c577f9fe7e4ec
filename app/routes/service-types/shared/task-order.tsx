import { type Active, closestCenter, DndContext, useDraggable, useDroppable } from "@dnd-kit/core";
import { Form, Link } from "@remix-run/react";
import { type KeyboardEvent, useCallback } from "react";
import { Badge } from "~/components/ui/badge";
import { Button } from "~/components/ui/button";
import { chipVariants } from "~/components/ui/chip";
import { Archive, ArchiveRestore, GripVertical, Pencil, Trash2 } from "~/components/ui/icons";
import type { ServiceTypeTask } from "~/domain/service-types/detail.server";
import { limitsText } from "~/domain/service-types/service-type";
import { dragAnnouncements, dropTarget, useDragSensors } from "~/lib/drag";
import { cn } from "~/lib/utils";
import { paths } from "~/paths";
import { KindLabel } from "./badges";
import { handleElementId, useOrder } from "./use-order";

type TaskOrderProps = { tasks: readonly ServiceTypeTask[]; serviceTypeId: string };

/** The tasks in order: dragged by their handle, moved with its arrow keys, or one step at a time without script. */
export function TaskOrder({ tasks, serviceTypeId }: TaskOrderProps) {
  const { shown, nudge, drop, announcement, refused, sessionEnded } = useOrder(tasks);
  const sensors = useDragSensors();
  return (
    <DndContext
      id="tasks"
      sensors={sensors}
      collisionDetection={closestCenter}
      accessibility={{ announcements, screenReaderInstructions: { draggable: "" } }}
      onDragEnd={(end) => {
        const on = dropTarget(end);
        if (on && on.id !== end.active.id) drop(String(end.active.id), String(on.id));
      }}
    >
      {refused && (
        <p role="alert" className="font-medium text-bad">
          {refused}
        </p>
      )}
      <ol className="list-frame divide-y divide-border">
        {shown.map((task, index) => (
          <TaskRow
            key={task.id}
            task={task}
            number={index + 1}
            count={shown.length}
            editHref={paths.editServiceTypeTask(serviceTypeId, task.id)}
            onNudge={(by) => nudge(task.id, by)}
          />
        ))}
      </ol>
      <p role="status" className="sr-only">
        {announcement}
      </p>
      {sessionEnded}
    </DndContext>
  );
}

/** Guarantee: only tasks are dragged, each identified by its number. */
const numberOf = ({ data }: Pick<Active, "data">): number => data.current?.number;

const announcements = dragAnnouncements({
  item: ({ data }) => data.current?.title,
  target: (over) => `position ${numberOf(over)}`,
});

type Mark = "dragging" | "above" | "below" | null;

/** Makes a row draggable by its handle, and marks where the dragged row would go. */
function useTaskDrag({ id, title }: ServiceTypeTask, number: number) {
  const data = { number, title };
  const draggable = useDraggable({ id, data });
  const { setNodeRef: setTargetRef, active, isOver } = useDroppable({ id, data });
  const { setNodeRef: setDragRef } = draggable;
  const setRowRef = useCallback(
    (element: HTMLElement | null) => {
      setDragRef(element);
      setTargetRef(element);
    },
    [setDragRef, setTargetRef],
  );
  const side = active && isOver ? (numberOf(active) > number ? "above" : "below") : null;
  const mark: Mark = draggable.isDragging ? "dragging" : side;
  return { setRowRef, setHandleRef: draggable.setActivatorNodeRef, listeners: draggable.listeners, mark };
}

const steps: Record<string, -1 | 1> = { ArrowUp: -1, ArrowDown: 1 };

type TaskRowProps = {
  task: ServiceTypeTask;
  number: number;
  count: number;
  editHref: string;
  onNudge: (by: -1 | 1) => void;
};

function TaskRow({ task, number, count, editHref, onNudge }: TaskRowProps) {
  const { setRowRef, setHandleRef, listeners, mark } = useTaskDrag(task, number);
  const { id, title, kind, active, required, instructions, skills } = task;
  const limits = limitsText(task);
  const pressed = (event: KeyboardEvent) => {
    const by = steps[event.key];
    if (!by) return;
    event.preventDefault();
    onNudge(by);
  };
  return (
    <li
      ref={setRowRef}
      className={cn(
        "flex items-start gap-3 px-2 py-3 sm:px-4",
        mark === "dragging" && "opacity-50",
        mark === "above" && "shadow-[inset_0_2px_var(--color-ring)]",
        mark === "below" && "shadow-[inset_0_-2px_var(--color-ring)]",
      )}
    >
      <button
        ref={setHandleRef}
        type="button"
        id={handleElementId(id)}
        {...listeners}
        className="grid size-10 shrink-0 cursor-grab touch-none place-items-center rounded-md text-subtle-foreground hover:bg-muted hover:text-foreground"
        aria-label={`Move ${title}, ${number} of ${count}`}
        aria-keyshortcuts="ArrowUp ArrowDown"
        title="Drag, or press the up and down arrow keys"
        onKeyDown={pressed}
      >
        <GripVertical aria-hidden="true" className="size-5" />
      </button>
      <span className="w-6 shrink-0 pt-2 text-right text-subtle-foreground tabular">{number}</span>
      <div className={cn("min-w-0 flex-1 pt-2", !active && "opacity-60")}>
        <p className="break-words font-medium">{title}</p>
        <p className="mt-0.5 flex flex-wrap items-center gap-x-3 gap-y-1">
          <KindLabel kind={kind} />
          {limits && <span className="text-muted-foreground text-sm tabular">{limits}</span>}
          {!required && <Badge>Optional</Badge>}
          {!active && <Badge tone="warn">Archived</Badge>}
          {skills.map((skill) => (
            <Badge key={skill}>{skill}</Badge>
          ))}
        </p>
        {instructions && <p className="mt-1 line-clamp-2 break-words text-muted-foreground text-sm">{instructions}</p>}
      </div>
      <TaskButtons task={task} number={number} count={count} editHref={editHref} />
    </li>
  );
}

/** Actions for a row; the up and down buttons are for browsers without script. */
function TaskButtons({ task: { id, title, active }, number, count, editHref }: Omit<TaskRowProps, "onNudge">) {
  const button = { type: "submit", name: "intent", variant: "ghost", size: "icon-sm" } as const;
  return (
    <Form method="post" preventScrollReset className="flex shrink-0 flex-wrap justify-end gap-1 pt-1">
      <input type="hidden" name="id" value={id} />
      <noscript>
        {number > 1 && (
          <button type="submit" name="intent" value="up" className={chipVariants()}>
            Up
          </button>
        )}
        {number < count && (
          <button type="submit" name="intent" value="down" className={chipVariants()}>
            Down
          </button>
        )}
      </noscript>
      <Button asChild variant="ghost" size="icon-sm" aria-label={`Edit ${title}`}>
        <Link to={editHref} preventScrollReset>
          <Pencil />
        </Link>
      </Button>
      {active ? (
        <Button {...button} value="archiveTask" aria-label={`Archive ${title}`} title="Archive">
          <Archive />
        </Button>
      ) : (
        <>
          <Button {...button} value="restoreTask" aria-label={`Restore ${title}`} title="Restore">
            <ArchiveRestore />
          </Button>
          <Button {...button} value="deleteTask" aria-label={`Delete ${title} permanently`} title="Delete permanently">
            <Trash2 />
          </Button>
        </>
      )}
    </Form>
  );
}
