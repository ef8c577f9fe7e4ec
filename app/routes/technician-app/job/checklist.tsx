import { Check, TriangleAlert } from "lucide-react";
import { Button } from "~/components/ui/button";
import { Input } from "~/components/ui/input";
import { judge } from "~/domain/service-types/results";
import { limitsText } from "~/domain/service-types/rules";
import { type DayTask, type DayWorkOrder, isOver } from "~/domain/technician-app/day";
import { cn } from "~/lib/utils";
import { ConfirmButton, MutationForm } from "../mutation-form";
import { useTechnicianApp } from "../technician-app";
import { Section, TakePhoto } from "./evidence";

/** A tap on the whole line checks a task off; one that needs a figure or a text has its field. */
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
  const limits = limitsText(task);
  const { message } = judge({ ...task, sequence: 1, skills: [] }, task.result);
  return (
    <>
      {task.kind === "check" && task.result === null ? (
        <MutationForm
          workOrder={workOrder}
          intent="tickTask"
          fields={{ taskId: task.id, version: String(task.version), ...(done ? {} : { done: "on" }) }}
        >
          {/* biome-ignore lint/a11y/useSemanticElements: a button, so that it also works as a form without scripts */}
          <button
            type="submit"
            role="checkbox"
            aria-checked={done}
            disabled={over}
            className="flex min-h-14 w-full items-center gap-4 px-2 text-left"
          >
            <Box done={done} />
            <Title task={task} />
          </button>
        </MutationForm>
      ) : (
        <p className="flex min-h-14 items-center gap-4 px-2">
          <Box done={done} />
          <Title task={task} />
        </p>
      )}
      {task.instructions && !done && <p className="px-2">{task.instructions}</p>}
      {limits && !done && <p className="px-2 text-muted-foreground tabular">{limits}</p>}
      {task.result?.kind === "measurement" && (
        <p className="px-2 font-semibold tabular">
          {task.result.value} {task.unit}
        </p>
      )}
      {task.result?.kind === "note" && <p className="whitespace-pre-line px-2">{task.result.text}</p>}
      {message && (
        <p className="flex gap-2 px-2 font-medium text-bad">
          <TriangleAlert aria-hidden="true" className="size-5 shrink-0" />
          {message}
        </p>
      )}
      {!done && !over && <ResultForm workOrder={workOrder} task={task} />}
      {done && !over && task.result && <Correction workOrder={workOrder} task={task} />}
    </>
  );
}

function Title({ task }: { task: DayTask }) {
  return (
    <span className={cn("min-w-0 flex-1 text-lg", task.doneAt !== null && "text-muted-foreground line-through")}>
      {task.title}
      {!task.required && <span className="text-base text-muted-foreground"> (optional)</span>}
    </span>
  );
}

function Box({ done }: { done: boolean }) {
  return (
    <span
      aria-hidden="true"
      className={cn(
        "grid size-8 shrink-0 place-items-center rounded-sm border-2",
        done ? "border-link bg-link text-card" : "border-input bg-field",
      )}
    >
      {done && <Check className="size-6" />}
    </span>
  );
}

/** A wrong figure or text is entered again; a failed check is cleared, remark included. */
function Correction({ workOrder, task }: TaskProps) {
  const { id, kind, version } = task;
  if (kind === "check") {
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
  if (kind !== "measurement" && kind !== "note") return null;
  return (
    <details>
      <summary className="flex min-h-12 cursor-pointer items-center px-2 text-link underline underline-offset-4">
        Correct
      </summary>
      <ResultForm workOrder={workOrder} task={task} />
    </details>
  );
}

/** A figure, a text, a photo, or a failed check; a signature and readings have their own place. */
function ResultForm({ workOrder, task }: TaskProps) {
  const { maxLengths } = useTechnicianApp();
  const { id, kind, title, unit } = task;
  const version = String(task.version);
  if (kind === "photo") return <TakePhoto workOrder={workOrder} taskId={id} label={`Take a photo: ${title}`} />;
  if (kind !== "measurement" && kind !== "note" && kind !== "check") return null;
  const form = (
    <MutationForm
      workOrder={workOrder}
      intent="recordResult"
      fields={{ taskId: id, version, kind, ...(kind === "check" ? { answer: "fail" } : {}) }}
      className="flex items-center gap-3 px-2 pb-2"
    >
      {kind === "measurement" && (
        <>
          <Input
            name="value"
            type="number"
            step="any"
            inputMode="decimal"
            required
            aria-label={title}
            className="h-14 min-w-0 flex-1 text-right text-lg tabular"
          />
          <span className="text-lg">{unit}</span>
        </>
      )}
      {kind === "note" && (
        <Input name="text" required maxLength={maxLengths.text} aria-label={title} className="h-14 flex-1" />
      )}
      {kind === "check" && (
        <Input
          name="remark"
          maxLength={maxLengths.remark}
          aria-label={`What’s wrong: ${title}`}
          placeholder="What’s wrong"
          className="h-14 flex-1"
        />
      )}
      <Button variant="outline" type="submit" size="lg" className="min-h-14 border-2">
        {kind === "check" ? "Failed" : "Save"}
      </Button>
    </MutationForm>
  );
  if (kind !== "check") return form;
  return (
    <details>
      <summary className="flex min-h-12 cursor-pointer items-center px-2 text-link underline underline-offset-4">
        Mark as failed
      </summary>
      {form}
    </details>
  );
}
