import { type FormEvent, useEffect, useRef, useState } from "react";
import { Button } from "~/components/ui/button";
import { CircleCheck, Undo2 } from "~/components/ui/icons";
import type { DayTask, DayWorkOrder } from "~/domain/technician-app/day";
import type { TypedText, TypedValue } from "~/domain/technician-app/figures";
import { lastOfTask, recordsItself } from "~/domain/technician-app/mutations";
import { useBeforePaint } from "~/lib/use-before-paint";
import { draftsOf } from "~/routes/technician-app/drafts";
import { canUndo, isToReview } from "~/routes/technician-app/outbox";
import { useTechnicianApp } from "~/routes/technician-app/technician-app";

/** Delay after the last key press; leaving the field or the screen records immediately. */
const PAUSE_MS = 4000;

type OfTask = { workOrder: DayWorkOrder; task: DayTask };

type SelfRecording<Value> = OfTask & {
  /** The recorded value, as shown in the field. */
  recorded: string;
  /** How to record the typed text. */
  read: (typed: TypedText) => TypedValue<Value>;
  /** Form fields of the result with this value. */
  fieldsOf: (value: Value) => Record<string, string>;
  /** Whether the typed text equals the stored value, so that the field can show that instead. */
  says: (text: string, value: Value) => boolean;
};

/** Records a field's value automatically: after a pause in typing, on blur, and when the page is hidden. */
export function useSelfRecording<Control extends HTMLInputElement | HTMLTextAreaElement, Value extends string | number>(
  options: SelfRecording<Value>,
) {
  const { workOrder, task, recorded, read, fieldsOf, says } = options;
  const { day, isOpen, submit } = useTechnicianApp();
  const drafts = draftsOf(day.userId);
  const draft = `${workOrder.id}:${task.id}`;
  const input = useRef<Control>(null);
  /** Typed but not recorded, and the task's version shown then; null: the field shows the recorded value. */
  const [typed, setTyped] = useState<{ text: string; version: number } | null>(null);
  const text = typed?.text ?? null;
  const [question, setQuestion] = useState<string | null>(null);
  const [error, setError] = useState("");
  const storing = useRef<Value | null>(null);

  // Text typed before hydration or in an earlier visit is not in the server's HTML.
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when the device is open
  useEffect(() => {
    const before = input.current?.value ?? "";
    const { value: typedBefore = "", version = task.version } = (isOpen && drafts.read(draft)) || {};
    if (text === null && before !== recorded) setTyped({ text: before, version: task.version });
    else if (text === null && typedBefore !== "") setTyped({ text: typedBefore, version: Number(version) });
  }, [isOpen]);

  async function store(value: Value): Promise<void> {
    if (storing.current === value) return;
    storing.current = value;
    const form = new FormData();
    const version = typed?.version ?? task.version;
    const fields = { intent: "recordResult", taskId: task.id, version: String(version), ...fieldsOf(value) };
    for (const [name, one] of Object.entries(fields)) form.set(name, one);
    setQuestion(null);
    try {
      await submit(workOrder, form);
      drafts.remove(draft);
      // Text typed meanwhile is not the stored value and stays in the field.
      setTyped((now) => (now === null || says(now.text, value) ? null : { ...now, version: version + 1 }));
    } catch (cause) {
      setError(cause instanceof Error ? cause.message : String(cause));
    }
    storing.current = null;
  }

  function record(): void {
    if (!isOpen || !input.current) return;
    const found = read({ text: input.current.value, isBadInput: input.current.validity.badInput });
    switch (found.kind) {
      case "unchanged":
        drafts.remove(draft);
        setQuestion(null);
        setTyped(null);
        break;
      case "wrong":
        setError(found.message);
        break;
      case "doubtful":
        setQuestion(found.question);
        break;
      case "ready":
        void store(found.value);
        break;
    }
  }

  const recordNow = useRef(record);
  // The latest version, for callbacks that outlive a render.
  useEffect(() => {
    recordNow.current = record;
  });
  // A figure is recorded once the typing pauses.
  useEffect(() => {
    if (text === null) return;
    const timer = setTimeout(() => recordNow.current(), PAUSE_MS);
    return () => clearTimeout(timer);
  }, [text]);
  // Going back to another screen of the app removes the field without a blur.
  useBeforePaint(() => () => recordNow.current(), []);
  // Locking the phone does not always blur the field first.
  useEffect(() => {
    const onHidden = () => document.visibilityState === "hidden" && recordNow.current();
    document.addEventListener("visibilitychange", onHidden);
    return () => document.removeEventListener("visibilitychange", onHidden);
  }, []);

  return {
    input,
    isOpen,
    text: text ?? recorded,
    /** Null if the field shows the recorded value. */
    typed: text,
    question,
    error,
    record,
    onChange: ({ currentTarget }: FormEvent<Control>) => {
      const version = typed?.version ?? task.version;
      setTyped({ text: currentTarget.value, version });
      setQuestion(null);
      setError("");
      drafts.save(draft, { value: currentTarget.value, version: String(version) });
    },
    /** Handles Enter and the confirmation of a doubtful value. */
    onSubmit: (event: FormEvent<HTMLFormElement>) => {
      if (!isOpen) return;
      event.preventDefault();
      const found = input.current && read({ text: input.current.value, isBadInput: input.current.validity.badInput });
      if (question !== null && found?.kind === "doubtful") void store(found.value);
      else record();
    },
    onChangeIt: () => {
      setQuestion(null);
      input.current?.focus();
      input.current?.select();
    },
  };
}

/** Whether the value is stored safely, with undo for a wrong one. */
export function RecordedState({ workOrder, task, isTyping }: OfTask & { isTyping: boolean }) {
  const { discard, mutations, unpersisted } = useTechnicianApp();
  const last = lastOfTask(mutations, { workOrderId: workOrder.id, taskId: task.id });
  if (!last || !recordsItself(last.change) || task.result?.kind !== task.kind || isTyping) return null;
  const label = unpersisted.has(last.id)
    ? "On this open page only"
    : last.state === "confirmed"
      ? "Synced"
      : "Saved on this device";
  return (
    <p role="status" className="flex min-h-12 flex-wrap items-center justify-between gap-x-3 text-muted-foreground">
      <span className="flex items-center gap-2">
        <CircleCheck aria-hidden="true" className="size-5 shrink-0 text-ok" />
        {label}
      </span>
      {!isToReview(last) && canUndo(last, mutations) && (
        <Button
          variant="outline"
          size="lg"
          className="border-2 px-3"
          aria-label={`Undo: ${task.title}`}
          onClick={() => void discard(last.id)}
        >
          <Undo2 aria-hidden="true" />
          Undo
        </Button>
      )}
    </p>
  );
}
