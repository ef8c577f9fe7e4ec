import { useEffect } from "react";
import type { DayTask, DayWorkOrder } from "~/domain/technician-app/day";
import { unconfirmedNote } from "~/domain/technician-app/figures";
import { draftsOf } from "../drafts";
import { useTechnicianApp } from "../technician-app";

/**
 * Of a job that is over: a doubtful figure that was typed and never confirmed goes to the job's notes, where the office and
 * whoever opens the job read it. What is recorded stands.
 */
export function UnansweredFigure({ workOrder, task }: { workOrder: DayWorkOrder; task: DayTask }) {
  const { day, isOpen, submit } = useTechnicianApp();

  // What was typed is on this device alone.
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when the device is open
  useEffect(() => {
    if (!isOpen) return;
    const drafts = draftsOf(day.userId);
    const name = `${workOrder.id}:${task.id}`;
    const draft = drafts.read(name);
    const body = draft && unconfirmedNote(task, draft.value ?? "");
    if (!draft || !body) return;
    // Taken first: another tab may look at the same moment.
    drafts.remove(name);
    const form = new FormData();
    form.set("intent", "addNote");
    form.set("body", body);
    submit(workOrder, form).catch(() => drafts.save(name, draft));
  }, [isOpen]);
  return null;
}
