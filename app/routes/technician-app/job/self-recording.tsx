import { type FormEvent, useEffect, useRef, useState } from "react";
import { Button } from "~/components/ui/button";
import { CircleCheck, Undo2 } from "~/components/ui/icons";
import type { DayTask, DayWorkOrder } from "~/domain/technician-app/day";
import type { TypedText, TypedValue } from "~/domain/technician-app/figures";
import { lastOfTask, recordsItself } from "~/domain/technician-app/mutations";
import { draftsOf } from "../drafts";
import { canUndo } from "../outbox";
import { useTechnicianApp } from "../technician-app";

/** After the last key; leaving the field, or the screen, records at once. */
const PAUSE_MS = 4000;

type OfTask = { workOrder: DayWorkOrder; task: DayTask };

type SelfRecording<Value> = OfTask & {
  /** What is recorded, as the field shows it. */
  recorded: string;
  /** What becomes of what is typed. */
  read: (typed: TypedText) => TypedValue<Value>;
  /** The result's fields for a value. */
  fieldsOf: (value: Value) => Record<string, string>;
  /** Whether a text says what was recorded, so that the field may show that again. */
  says: (text: string, value: Value) => boolean;
};

/** A field whose value is recorded once it is typed: after a pause, as it is left, and as the screen goes away. */
export function useSelfRecording<Control extends HTMLInputElement | HTMLTextAreaElement, Value extends string | number>(
  options: SelfRecording<Value>,
) {
  const { workOrder, task, recorded, read, fieldsOf, says } = options;
  const { day, isOpen, submit } = useTechnicianApp();
  const drafts = draftsOf(day.userId);
  const draft = `${workOrder.id}:${task.id}`;
  const input = useRef<Control>(null);
  /** What is typed and not recorded; null: the field shows what is. */
  const [text, setText] = useState<string | null>(null);
  const [question, setQuestion] = useState<string | null>(null);
  const [error, setError] = useState("");
  const storing = useRef<Value | null>(null);

  // Typed before the code was here, or before the page ended: neither is in what the server rendered.
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when the device is open
  useEffect(() => {
    const before = input.current?.value ?? "";
    const typedBefore = isOpen ? (drafts.read(draft)?.value ?? "") : "";
    if (text === null && before !== recorded) setText(before);
    else if (text === null && typedBefore !== "") setText(typedBefore);
  }, [isOpen]);

  async function store(value: Value): Promise<void> {
    if (storing.current === value) return;
    storing.current = value;
    const form = new FormData();
    const fields = { intent: "recordResult", taskId: task.id, version: String(task.version), ...fieldsOf(value) };
    for (const [name, one] of Object.entries(fields)) form.set(name, one);
    setQuestion(null);
    try {
      await submit(workOrder, form);
      drafts.remove(draft);
      // What was typed since is not what is stored.
      setText((now) => (now !== null && says(now, value) ? null : now));
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
        setText(null);
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

  // The newest, for what outlives a render.
  const recordNow = useRef(record);
  useEffect(() => {
    recordNow.current = record;
  });
  useEffect(() => {
    if (text === null) return;
    const timer = setTimeout(() => recordNow.current(), PAUSE_MS);
    return () => clearTimeout(timer);
  }, [text]);
  // A phone that is put away, or another screen of the app, does not always take the focus first.
  useEffect(() => {
    const onHidden = () => document.visibilityState === "hidden" && recordNow.current();
    document.addEventListener("visibilitychange", onHidden);
    return () => document.removeEventListener("visibilitychange", onHidden);
  }, []);

  return {
    input,
    isOpen,
    text: text ?? recorded,
    /** Null where the field shows what is recorded. */
    typed: text,
    question,
    error,
    record,
    onChange: ({ currentTarget }: FormEvent<Control>) => {
      setText(currentTarget.value);
      setQuestion(null);
      setError("");
      drafts.save(draft, { value: currentTarget.value });
    },
    /** Enter, and the answer to the question. */
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

/** Whether what was typed is safe against the page's end, and the way back from what is wrong. */
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
      {last.state !== "refused" && canUndo(last, mutations) && (
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
