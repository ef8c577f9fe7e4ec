import { useEffect } from "react";
import type { DayTask, DayWorkOrder } from "~/domain/technician-app/day";
import { unconfirmedNote } from "~/domain/technician-app/figures";
import { draftsOf } from "~/routes/technician-app/drafts";
import { useTechnicianApp } from "~/routes/technician-app/technician-app";

/**
 * For a finished job: adds a doubtful figure that was typed and not confirmed to the job's notes, which the office and the
 * technician see. The recorded value does not change.
 */
export function UnansweredFigure({ workOrder, task }: { workOrder: DayWorkOrder; task: DayTask }) {
  const { day, isOpen, submit } = useTechnicianApp();

  // Drafts are stored on the device only.
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when the device is open
  useEffect(() => {
    if (!isOpen) return;
    const drafts = draftsOf(day.userId);
    const name = `${workOrder.id}:${task.id}`;
    const draft = drafts.read(name);
    const body = draft && unconfirmedNote(task, draft.value ?? "");
    if (!draft || !body) return;
    // Removed first, because another tab may read it at the same time.
    drafts.remove(name);
    const form = new FormData();
    form.set("intent", "addNote");
    form.set("body", body);
    submit(workOrder, form).catch(() => drafts.save(name, draft));
  }, [isOpen]);
  return null;
}
