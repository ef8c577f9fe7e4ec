import { Button } from "~/components/ui/button";
import { Textarea } from "~/components/ui/textarea";
import type { DayTask, DayWorkOrder } from "~/domain/technician-app/day";
import { readNote } from "~/domain/technician-app/figures";
import { HiddenFields, PlainForm } from "~/routes/technician-app/mutation-form";
import { useTechnicianApp } from "~/routes/technician-app/technician-app";
import { RecordedState, useSelfRecording } from "./self-recording";

/** A text that is recorded automatically, as figures are; before hydration it is submitted as a form. */
export function NoteForm({ workOrder, task }: { workOrder: DayWorkOrder; task: DayTask }) {
  const { maxLengths } = useTechnicianApp();
  const recorded = task.result?.kind === "note" ? task.result.text : "";
  const note = useSelfRecording<HTMLTextAreaElement, string>({
    workOrder,
    task,
    recorded,
    read: ({ text }) => readNote(task, text),
    fieldsOf: (text) => ({ kind: "note", text }),
    // A trailing space stays in the field for the next word.
    says: (text, value) => text === value,
  });
  return (
    <PlainForm onSubmit={note.onSubmit} className="flex flex-col gap-2 px-2 pb-2">
      <HiddenFields intent="recordResult" fields={{ taskId: task.id, version: String(task.version), kind: "note" }} />
      <Textarea
        ref={note.input}
        name="text"
        rows={2}
        required={!note.isOpen}
        maxLength={maxLengths.text}
        aria-label={task.title}
        value={note.text}
        onChange={note.onChange}
        onBlur={note.record}
        className="min-h-14 border-2 text-lg touch:text-lg"
      />
      {!note.isOpen && (
        <Button variant="outline" type="submit" size="lg" className="min-h-14 self-start border-2">
          Save
        </Button>
      )}
      {note.error && (
        <p role="alert" className="font-medium text-bad">
          {note.error}
        </p>
      )}
      <RecordedState workOrder={workOrder} task={task} isTyping={note.text.trim() !== recorded.trim()} />
    </PlainForm>
  );
}
