import { useState } from "react";
import { Button } from "~/components/ui/button";
import { Check, Minus, X } from "~/components/ui/icons";
import { Input } from "~/components/ui/input";
import { isUnsafe, judge } from "~/domain/service-types/results";
import { withUnit } from "~/domain/service-types/with-unit";
import { type DayTask, type DayWorkOrder, hasReadings } from "~/domain/technician-app/day";
import { isOver } from "~/domain/work-order-basics/status";
import { cn } from "~/lib/utils";
import { ConfirmButton, MutationForm } from "~/routes/technician-app/mutation-form";
import { useTechnicianApp } from "~/routes/technician-app/technician-app";
import { Section, TakePhoto } from "./evidence";
import { FigureForm, VerdictMessage } from "./figure-form";
import { NoteForm } from "./note-form";
import { UnansweredFigure } from "./unanswered-figure";

/** The checklist: three buttons for a check, an input for a figure or text, which is recorded automatically. */
export function Checklist({ workOrder }: { workOrder: DayWorkOrder }) {
  if (workOrder.tasks.length === 0) return null;
  const done = workOrder.tasks.filter((task) => task.doneAt !== null).length;
  return (
    <Section id="checklist" title="Checklist" aside={`${done} of ${workOrder.tasks.length}`}>
      <ul className="flex flex-col divide-y-2 divide-border rounded-md border-2 border-input bg-card">
        {workOrder.tasks.map((task) => (
          <li key={task.id} className="flex flex-col gap-2 p-2">
            <Task workOrder={workOrder} task={task} />
          </li>
        ))}
      </ul>
    </Section>
  );
}

type TaskProps = { workOrder: DayWorkOrder; task: DayTask };

function Task({ workOrder, task }: TaskProps) {
  const done = task.doneAt !== null;
  const over = isOver(workOrder.status) || workOrder.roles.length === 0;
  const isFigure = task.kind === "measurement";
  const isNote = task.kind === "note";
  const verdict = judge({ ...task, sequence: 1, skills: [] }, task.result);
  return (
    <>
      <p className="flex min-h-14 items-center gap-4 px-2">
        <Mark task={task} hasFailed={verdict.outcome === "fail"} />
        <Title task={task} hasFailed={verdict.outcome === "fail"} />
      </p>
      {task.instructions && !done && <p className="px-2">{task.instructions}</p>}
      {isFigure && over && task.result?.kind === "measurement" && (
        <p className={cn("px-2 font-semibold tabular", verdict.outcome === "fail" ? "text-bad" : "text-ok")}>
          {withUnit(task.result.value, task.unit)}
        </p>
      )}
      {task.result?.kind === "note" && over && <p className="whitespace-pre-line px-2">{task.result.text}</p>}
      {task.result?.kind === "check" && task.result.answer === "not_applicable" && (
        <p className="px-2">Not applicable{task.result.remark && `: ${task.result.remark}`}</p>
      )}
      {(!isFigure || over) && (
        <div className="px-2">
          <VerdictMessage verdict={verdict} isUnsafe={isUnsafe(task, task.result)} />
        </div>
      )}
      {task.kind === "check" && task.result === null && !over && <CheckKeys workOrder={workOrder} task={task} />}
      {isFigure && !over && <FigureForm workOrder={workOrder} task={task} />}
      {isFigure && over && <UnansweredFigure workOrder={workOrder} task={task} />}
      {isNote && !over && <NoteForm workOrder={workOrder} task={task} />}
      {task.kind === "photo" && !done && !over && (
        <TakePhoto workOrder={workOrder} taskId={task.id} label={`Take a photo: ${task.title}`} />
      )}
      {task.kind === "reading" && !done && !over && <ReadingKeys workOrder={workOrder} task={task} />}
      {(task.kind === "check" || task.kind === "reading") && done && !over && task.result && (
        <Clearing workOrder={workOrder} task={task} />
      )}
    </>
  );
}

/** Only passed tasks are struck through: a failed one still needs attention. */
function Title({ task, hasFailed }: { task: DayTask; hasFailed: boolean }) {
  const done = task.doneAt !== null;
  return (
    <span
      className={cn(
        "min-w-0 flex-1 text-lg",
        done && !hasFailed && "text-muted-foreground line-through",
        hasFailed && "font-semibold text-bad",
      )}
    >
      {task.title}
      {!task.required && <span className="text-base text-muted-foreground"> (optional)</span>}
    </span>
  );
}

function Mark({ task, hasFailed }: { task: DayTask; hasFailed: boolean }) {
  const done = task.doneAt !== null;
  const isLeftOut = task.result?.kind === "check" && task.result.answer === "not_applicable";
  const Icon = hasFailed ? X : isLeftOut ? Minus : Check;
  return (
    <span
      aria-hidden="true"
      className={cn(
        "grid size-8 shrink-0 place-items-center rounded-sm border-2",
        !done && "border-input bg-field",
        done && (hasFailed ? "border-destructive bg-bad-soft text-bad" : "border-link bg-link text-card"),
      )}
    >
      {done && <Icon className="size-6" />}
    </span>
  );
}

const keyStyle =
  "check-key flex min-h-14 w-full cursor-pointer items-center justify-center rounded-md border-2 border-input bg-card px-2 font-semibold text-lg has-[:checked]:border-ring has-[:checked]:bg-muted has-[:focus-visible]:outline-2 has-[:focus-visible]:outline-ring aria-pressed:border-link aria-pressed:bg-link-soft aria-pressed:text-link";

/** Pass is saved with one tap; the other two have room for a reason, which is required for tasks that do not apply. */
function CheckKeys({ workOrder, task: { id, doneAt, required, title, version } }: TaskProps) {
  const [answer, setAnswer] = useState("");
  const isPassed = doneAt !== null;
  const fields = { taskId: id, version: String(version) };
  const why = answer === "not_applicable" ? "Why it does not apply" : "What’s wrong";
  return (
    <fieldset aria-label={title} className="grid grid-cols-3 gap-2 px-2 pb-2">
      <MutationForm
        workOrder={workOrder}
        intent="tickTask"
        fields={{ ...fields, ...(isPassed ? {} : { done: "on" }) }}
        className="contents"
      >
        <button type="submit" aria-pressed={isPassed} className={keyStyle}>
          Pass
        </button>
      </MutationForm>
      <MutationForm
        workOrder={workOrder}
        intent="recordResult"
        fields={{ ...fields, kind: "check" }}
        className="contents"
        onSaved={() => setAnswer("")}
      >
        {[
          ["fail", "Fail"],
          ["not_applicable", "N/A"],
        ].map(([value, label]) => (
          <label key={value} className={keyStyle}>
            <input
              type="radio"
              name="answer"
              value={value}
              required
              className="sr-only"
              onChange={(event) => setAnswer(event.currentTarget.value)}
            />
            {label}
          </label>
        ))}
        <Remark label={`${why}: ${title}`} hint={why} required={answer === "not_applicable" && required} />
      </MutationForm>
    </fieldset>
  );
}

/** A reading completes its task; one that does not apply is marked so, with a reason. */
function ReadingKeys({ workOrder, task: { id, required, title, version } }: TaskProps) {
  const why = "Why it does not apply";
  return (
    <fieldset aria-label={title} className="grid grid-cols-3 gap-2 px-2 pb-2">
      {hasReadings(workOrder) && (
        <a href="#readings" className={cn(keyStyle, "col-span-2")}>
          Add readings
        </a>
      )}
      <MutationForm
        workOrder={workOrder}
        intent="recordResult"
        fields={{ taskId: id, version: String(version), kind: "check" }}
        className="contents"
      >
        <label className={keyStyle}>
          <input type="radio" name="answer" value="not_applicable" required className="sr-only" />
          N/A
        </label>
        <Remark label={`${why}: ${title}`} hint={why} required={required} />
      </MutationForm>
    </fieldset>
  );
}

/** Shown once an answer that has a reason is chosen. */
function Remark({ label, hint, required }: { label: string; hint: string; required: boolean }) {
  const { maxLengths } = useTechnicianApp();
  return (
    <div className="col-span-3 hidden flex-wrap gap-3 [.check-key:has(:checked)~&]:flex">
      <Input
        name="remark"
        required={required}
        maxLength={maxLengths.remark}
        aria-label={label}
        placeholder={hint}
        className="h-14 min-w-40 flex-1"
      />
      <Button variant="outline" type="submit" size="lg" className="min-h-14 border-2">
        Save
      </Button>
    </div>
  );
}

/** Clears a failed check along with its remark, or that a reading completed the task; a wrong figure or text is corrected in its own field. */
function Clearing({ workOrder, task: { id, version } }: TaskProps) {
  return (
    <MutationForm
      workOrder={workOrder}
      intent="tickTask"
      fields={{ taskId: id, version: String(version) }}
      className="px-2 pb-2"
    >
      <ConfirmButton label="Clear this result" confirmLabel="Clear" />
    </MutationForm>
  );
}
