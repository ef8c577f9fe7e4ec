import { type FormEvent, useEffect, useId, useRef, useState } from "react";
import { Button } from "~/components/ui/button";
import { CircleCheck, TriangleAlert, Undo2 } from "~/components/ui/icons";
import { Input } from "~/components/ui/input";
import { isUnsafe, judge, type TaskResult, type Verdict } from "~/domain/service-types/results";
import { limitsText } from "~/domain/service-types/rules";
import type { DayTask, DayWorkOrder } from "~/domain/technician-app/day";
import { readFigure } from "~/domain/technician-app/figures";
import { isMeasurement, lastOfTask } from "~/domain/technician-app/mutations";
import { cn } from "~/lib/utils";
import { draftsOf } from "../drafts";
import { HiddenFields, PlainForm, Question } from "../mutation-form";
import { canUndo } from "../outbox";
import { useTechnicianApp } from "../technician-app";

/** Delay after the last key press; leaving the field or the screen records immediately. */
const PAUSE_MS = 4000;

/** Maximum length of a unit shown inside the field; longer ones are shown next to it. */
const MAX_INSIDE = 9;

type FigureFormProps = { workOrder: DayWorkOrder; task: DayTask };

/** A figure that is saved automatically once typed; before the device is open, it is sent as a form. */
export function FigureForm({ workOrder, task }: FigureFormProps) {
  const { isOpen } = useTechnicianApp();
  const figure = useFigure({ workOrder, task });
  const id = useId();
  const { input, text, typed, question } = figure;
  const shown: TaskResult | null = typed === null ? task.result : { kind: "measurement", value: typed };
  const verdict = judge({ ...task, sequence: 1, skills: [] }, shown);
  // Without limits it would be only the unit, which the field already shows.
  const limits = task.min === null && task.max === null ? null : limitsText(task);
  const unit = task.unit ?? "";
  const isInside = unit.length <= MAX_INSIDE;
  return (
    <PlainForm onSubmit={figure.onSubmit} className="flex flex-col gap-2 px-2 pb-2">
      <HiddenFields
        intent="recordResult"
        fields={{ taskId: task.id, version: String(task.version), kind: "measurement" }}
      />
      {limits && (
        <p id={`${id}-limits`} className="text-muted-foreground tabular">
          {limits}
        </p>
      )}
      <div className="flex flex-wrap items-center gap-3">
        <span className="relative min-w-40 flex-1">
          <Input
            ref={input}
            name="value"
            type="number"
            step="any"
            inputMode="decimal"
            autoComplete="off"
            required={!isOpen}
            aria-label={task.title}
            aria-describedby={limits ? `${id}-limits` : undefined}
            aria-invalid={verdict.outcome === "fail" || undefined}
            value={text}
            onChange={figure.onChange}
            onBlur={figure.record}
            className={cn(
              "h-14 border-2 text-right text-lg tabular",
              verdict.outcome === "fail" && "border-destructive bg-bad-soft text-bad",
              verdict.outcome === "pass" && "border-ok text-ok",
              isInside && (unit.length > 4 ? "pr-24" : "pr-14"),
            )}
          />
          {isInside && (
            <span className="pointer-events-none absolute inset-y-0 right-3 flex items-center text-subtle-foreground">
              {unit}
            </span>
          )}
        </span>
        {!isInside && <span>{unit}</span>}
        {!isOpen && (
          <Button variant="outline" type="submit" size="lg" className="min-h-14 border-2">
            Save
          </Button>
        )}
      </div>
      <VerdictMessage verdict={verdict} isUnsafe={isUnsafe(task, shown)} />
      {question && <Question text={question} onChange={figure.onChangeIt} />}
      {figure.error && (
        <p role="alert" className="font-medium text-bad">
          {figure.error}
        </p>
      )}
      <FigureState workOrder={workOrder} task={task} isTyping={typed !== null} />
    </PlainForm>
  );
}

function useFigure({ workOrder, task }: FigureFormProps) {
  const { day, isOpen, submit } = useTechnicianApp();
  const drafts = draftsOf(day.userId);
  const draft = `${workOrder.id}:${task.id}`;
  const recorded = task.result?.kind === "measurement" ? String(task.result.value) : "";
  const input = useRef<HTMLInputElement>(null);
  /** Typed but not recorded; null: the field shows the recorded value. */
  const [text, setText] = useState<string | null>(null);
  const [question, setQuestion] = useState<string | null>(null);
  const [error, setError] = useState("");
  const storing = useRef<number | null>(null);

  // Text typed before hydration or in an earlier visit is not in the server's HTML.
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when the device is open
  useEffect(() => {
    const before = input.current?.value ?? "";
    const typedBefore = isOpen ? (drafts.read(draft)?.value ?? "") : "";
    if (text === null && before !== recorded) setText(before);
    else if (text === null && typedBefore !== "") setText(typedBefore);
  }, [isOpen]);

  async function store(value: number): Promise<void> {
    if (storing.current === value) return;
    storing.current = value;
    const form = new FormData();
    const fields = { intent: "recordResult", taskId: task.id, version: String(task.version), kind: "measurement" };
    for (const [name, one] of Object.entries({ ...fields, value: String(value) })) form.set(name, one);
    setQuestion(null);
    try {
      await submit(workOrder, form);
      drafts.remove(draft);
      // Text typed meanwhile is not the stored value and stays in the field.
      setText((now) => (now !== null && Number(now) === value ? null : now));
    } catch (cause) {
      setError(cause instanceof Error ? cause.message : String(cause));
    }
    storing.current = null;
  }

  function record(): void {
    if (!isOpen || !input.current) return;
    const found = readFigure(task, { text: input.current.value, isBadInput: input.current.validity.badInput });
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

  // The latest version, for callbacks that outlive a render.
  const recordNow = useRef(record);
  useEffect(() => {
    recordNow.current = record;
  });
  useEffect(() => {
    if (text === null) return;
    const timer = setTimeout(() => recordNow.current(), PAUSE_MS);
    return () => clearTimeout(timer);
  }, [text]);
  // Locking the phone or opening another screen of the app does not always blur the field first.
  useEffect(() => {
    const onHidden = () => document.visibilityState === "hidden" && recordNow.current();
    document.addEventListener("visibilitychange", onHidden);
    return () => document.removeEventListener("visibilitychange", onHidden);
  }, []);

  const value = text === null || text.trim() === "" ? null : Number(text);
  return {
    input,
    text: text ?? recorded,
    typed: value !== null && Number.isFinite(value) ? value : null,
    question,
    error,
    record,
    onChange: ({ currentTarget }: FormEvent<HTMLInputElement>) => {
      setText(currentTarget.value);
      setQuestion(null);
      setError("");
      drafts.save(draft, { value: currentTarget.value });
    },
    /** Handles Enter and the confirmation of a doubtful value. */
    onSubmit: (event: FormEvent<HTMLFormElement>) => {
      if (!isOpen) return;
      event.preventDefault();
      if (question !== null && value !== null) void store(value);
      else record();
    },
    onChangeIt: () => {
      setQuestion(null);
      input.current?.focus();
      input.current?.select();
    },
  };
}

/** Whether the figure is stored safely, with undo for a wrong one. */
function FigureState({ workOrder, task, isTyping }: FigureFormProps & { isTyping: boolean }) {
  const { discard, mutations, unpersisted } = useTechnicianApp();
  const last = lastOfTask(mutations, { workOrderId: workOrder.id, taskId: task.id });
  if (!last || !isMeasurement(last.change) || task.result?.kind !== "measurement" || isTyping) return null;
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

/** Why a result did not pass; unsafe results stand out. */
export function VerdictMessage({ verdict: { message }, isUnsafe: unsafe }: { verdict: Verdict; isUnsafe: boolean }) {
  if (message === null) return null;
  return (
    <p
      role={unsafe ? "alert" : undefined}
      className={cn(
        "flex gap-2 font-medium text-bad",
        unsafe && "rounded-md bg-destructive p-4 font-semibold text-destructive-foreground text-lg",
      )}
    >
      <TriangleAlert aria-hidden="true" className={cn("shrink-0", unsafe ? "size-7" : "size-5")} />
      {message}
    </p>
  );
}
