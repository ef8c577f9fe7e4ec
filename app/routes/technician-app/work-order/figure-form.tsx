import { useId } from "react";
import { Button } from "~/components/ui/button";
import { TriangleAlert } from "~/components/ui/icons";
import { Input } from "~/components/ui/input";
import { isUnsafe, judge, type TaskResult, type Verdict } from "~/domain/service-types/results";
import { limitsText } from "~/domain/service-types/service-type";
import type { DayTask, DayWorkOrder } from "~/domain/technician-app/day";
import { readFigure } from "~/domain/technician-app/figures";
import { cn } from "~/lib/utils";
import { HiddenFields, PlainForm, Question } from "~/routes/technician-app/mutation-form";
import { RecordedState, useSelfRecording } from "./self-recording";

/** Maximum length of a unit shown inside the field; longer ones are shown next to it. */
const MAX_INSIDE = 9;

type FigureFormProps = { workOrder: DayWorkOrder; task: DayTask };

/** A figure that is saved automatically once typed; before the device is open, it is sent as a form. */
export function FigureForm({ workOrder, task }: FigureFormProps) {
  const figure = useSelfRecording<HTMLInputElement, number>({
    workOrder,
    task,
    recorded: task.result?.kind === "measurement" ? String(task.result.value) : "",
    read: (typed) => readFigure(task, typed),
    fieldsOf: (value) => ({ kind: "measurement", value: String(value) }),
    says: (text, value) => Number(text) === value,
  });
  const id = useId();
  const { input, isOpen, text, question } = figure;
  const typed = figureIn(figure.typed);
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
              "h-14 border-2 text-right text-lg tabular touch:text-lg",
              verdict.outcome === "fail" && "bg-bad-soft text-bad aria-invalid:border-destructive",
              verdict.outcome === "pass" && "border-ok text-ok hover:border-ok focus-visible:border-ok",
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
      <RecordedState workOrder={workOrder} task={task} isTyping={typed !== null} />
    </PlainForm>
  );
}

function figureIn(text: string | null): number | null {
  const value = text === null || text.trim() === "" ? null : Number(text);
  return value !== null && Number.isFinite(value) ? value : null;
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
