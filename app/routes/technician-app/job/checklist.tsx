import { Check, TriangleAlert } from "lucide-react";
import { Button } from "~/components/ui/button";
import { Input } from "~/components/ui/input";
import { judge } from "~/domain/service-types/results";
import { limitsText } from "~/domain/service-types/rules";
import { isOver, type PhoneTask } from "~/domain/technician-app/job";
import { cn } from "~/lib/utils";
import { TwoTaps } from "~/routes/technician-app/confirm-button";
import { PhoneForm } from "~/routes/technician-app/mutation-form";
import { Part, type PartProps } from "./job-view";
import { TakePhoto } from "./photos";

/** The steps of the job: a tap on the whole line ticks it; what asks for a figure or words has its field. */
export function Checklist({ job, formKey }: PartProps) {
  if (job.tasks.length === 0) return null;
  const done = job.tasks.filter((task) => task.doneAt !== null).length;
  return (
    <Part id="checklist" title="Checklist" aside={`${done} of ${job.tasks.length}`}>
      <ul className="flex flex-col divide-y-2 divide-border rounded-md border-2 border-input bg-card">
        {job.tasks.map((task) => (
          <li key={task.id} className="flex flex-col gap-2 p-2">
            <Task job={job} task={task} formKey={formKey} />
          </li>
        ))}
      </ul>
    </Part>
  );
}

type TaskProps = PartProps & { task: PhoneTask };

function Task({ job, task, formKey }: TaskProps) {
  const done = task.doneAt !== null;
  const over = isOver(job.status) || job.kinds.length === 0;
  const limits = limitsText(task);
  const { message } = judge({ ...task, sequence: 1, skills: [] }, task.result);
  return (
    <>
      {task.kind === "check" && task.result === null ? (
        <PhoneForm
          job={job}
          intent="tickTask"
          formKey={formKey}
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
        </PhoneForm>
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
      {!done && !over && <ResultForm job={job} task={task} formKey={formKey} />}
      {done && !over && task.result && <Correct job={job} task={task} formKey={formKey} />}
    </>
  );
}

function Title({ task }: { task: PhoneTask }) {
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

/** A figure or words put down wrong are put down anew; a check that failed is taken back, remark and all. */
function Correct({ job, task, formKey }: TaskProps) {
  const { id, kind, version } = task;
  if (kind === "check") {
    return (
      <PhoneForm
        job={job}
        intent="tickTask"
        formKey={formKey}
        fields={{ taskId: id, version: String(version) }}
        className="px-2 pb-2"
      >
        <TwoTaps label="Take this result back" sure="Take it back" />
      </PhoneForm>
    );
  }
  if (kind !== "measurement" && kind !== "note") return null;
  return (
    <details>
      <summary className="flex min-h-12 cursor-pointer items-center px-2 text-link underline underline-offset-4">
        Correct it
      </summary>
      <ResultForm job={job} task={task} formKey={formKey} />
    </details>
  );
}

/** A figure, words, a picture, or that a check failed; a signature and readings are taken in their own place. */
function ResultForm({ job, task, formKey }: TaskProps) {
  const { id, kind, title, unit } = task;
  const version = String(task.version);
  if (kind === "photo") return <TakePhoto job={job} formKey={formKey} taskId={id} label={`Take a photo: ${title}`} />;
  if (kind !== "measurement" && kind !== "note" && kind !== "check") return null;
  const form = (
    <PhoneForm
      job={job}
      intent="taskResult"
      formKey={formKey}
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
      {kind === "note" && <Input name="text" required maxLength={4000} aria-label={title} className="h-14 flex-1" />}
      {kind === "check" && (
        <Input
          name="remark"
          maxLength={500}
          aria-label={`What is wrong: ${title}`}
          placeholder="What is wrong"
          className="h-14 flex-1"
        />
      )}
      <Button variant="outline" type="submit" size="lg" className="min-h-14 border-2">
        {kind === "check" ? "Failed" : "Put down"}
      </Button>
    </PhoneForm>
  );
  if (kind !== "check") return form;
  return (
    <details>
      <summary className="flex min-h-12 cursor-pointer items-center px-2 text-link underline underline-offset-4">
        It failed
      </summary>
      {form}
    </details>
  );
}
