import { OctagonAlert } from "~/components/ui/icons";
import { isUnsafe, judge } from "~/domain/service-types/results";
import type { Task } from "~/domain/work-orders/detail.server";

/** Rendered only if a checklist reading shows that the equipment must not run. */
export function SafetyStop({ tasks }: { tasks: readonly Task[] }) {
  const unsafe = tasks.filter((task) => isUnsafe(task, task.result));
  if (unsafe.length === 0) return null;
  return (
    <div role="alert" className="mb-6 flex gap-3 rounded-md border border-destructive bg-bad-soft p-4 text-bad">
      <OctagonAlert aria-hidden="true" className="size-5 shrink-0" />
      <div>
        <p className="font-semibold">Unsafe reading</p>
        {unsafe.map((task) => (
          <p key={task.id}>{judge(task, task.result).message}</p>
        ))}
      </div>
    </div>
  );
}
