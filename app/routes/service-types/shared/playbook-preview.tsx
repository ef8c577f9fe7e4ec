import { Badge } from "~/components/ui/badge";
import { CircleAlert } from "~/components/ui/icons";
import type { ServiceTypeTask } from "~/domain/service-types/detail.server";
import { limitsText } from "~/domain/service-types/service-type";
import { KindLabel } from "./badges";

/** The checklist a job booked now would get. */
export function PlaybookPreview({ tasks }: { tasks: readonly ServiceTypeTask[] }) {
  const active = tasks.filter((task) => task.active);
  if (active.length === 0) {
    return (
      <p className="flex items-center gap-2 text-muted-foreground">
        <CircleAlert aria-hidden="true" className="size-4" />
        No tasks yet. Jobs get an empty checklist.
      </p>
    );
  }
  return (
    <ol className="list-frame divide-y divide-border">
      {active.map((task, index) => (
        <li key={task.id} className="flex gap-3 px-4 py-2.5">
          <span className="w-5 shrink-0 text-right text-subtle-foreground tabular">{index + 1}</span>
          <div className="min-w-0">
            <p className="break-words font-medium">{task.title}</p>
            <p className="mt-0.5 flex flex-wrap items-center gap-x-3 gap-y-1">
              <KindLabel kind={task.kind} />
              <span className="text-muted-foreground text-sm tabular">{limitsText(task)}</span>
              {!task.required && <Badge>Optional</Badge>}
            </p>
            {task.instructions && (
              <p className="mt-1 whitespace-pre-line break-words text-muted-foreground text-sm">{task.instructions}</p>
            )}
          </div>
        </li>
      ))}
    </ol>
  );
}
