import { Link } from "@remix-run/react";
import { HiddenFields } from "~/components/forms/hidden-fields";
import { Button } from "~/components/ui/button";
import { TriangleAlert } from "~/components/ui/icons";
import { Input } from "~/components/ui/input";
import { ErrorLine } from "~/components/work-orders/error-line";
import { useInlineForm } from "~/components/work-orders/use-inline-form";
import { followUpDraft } from "~/domain/service-types/follow-up";
import { doubtAbout, judge } from "~/domain/service-types/results";
import { limitsText } from "~/domain/service-types/service-type";
import { withUnit } from "~/domain/service-types/with-unit";
import type { Task, WorkOrderHeader, WorkOrderOverview } from "~/domain/work-orders/detail.server";
import { paths } from "~/paths";

type TaskResultProps = {
  task: Task;
  workOrder: WorkOrderHeader;
  equipment: WorkOrderOverview["equipment"];
  formKey: string;
  open: boolean;
};

/** What a task has to record, its result, and the follow-up if it failed. */
export function TaskResult({ task, workOrder, equipment, formKey, open }: TaskResultProps) {
  const { message } = judge(task, task.result);
  const limits = limitsText(task);
  return (
    <div className="flex flex-col gap-1.5 pb-2 pl-8 text-sm">
      {task.instructions && <p className="text-muted-foreground">{task.instructions}</p>}
      {limits && <p className="text-muted-foreground tabular">{limits}</p>}
      {task.result?.kind === "measurement" && !message && (
        <p className="tabular">Measured {withUnit(task.result.value, task.unit)}</p>
      )}
      {task.result?.kind === "note" && <p className="whitespace-pre-line">{task.result.text}</p>}
      {task.result?.kind === "check" && task.result.answer === "not_applicable" && (
        <p>Not applicable{task.result.remark && `: ${task.result.remark}`}</p>
      )}
      {task.outcome === "fail" && (
        <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
          <span className="inline-flex items-center gap-1.5 font-medium text-bad">
            <TriangleAlert aria-hidden="true" className="size-4" />
            {message ?? "Failed"}
          </span>
          <FollowUp task={task} workOrder={workOrder} equipment={equipment} />
        </p>
      )}
      {open && task.kind === "check" && (
        <details>
          <summary className="w-fit cursor-pointer text-muted-foreground hover:text-foreground touch:py-3">
            Fail
          </summary>
          <ResultForm task={task} number={workOrder.number} formKey={formKey} />
        </details>
      )}
      {open && task.kind === "check" && (
        <details>
          <summary className="w-fit cursor-pointer text-muted-foreground hover:text-foreground touch:py-3">
            Not applicable
          </summary>
          <ResultForm task={task} number={workOrder.number} formKey={formKey} answer="not_applicable" />
        </details>
      )}
      {open && task.kind !== "check" && <ResultForm task={task} number={workOrder.number} formKey={formKey} />}
    </div>
  );
}

function FollowUp({ task, workOrder, equipment }: Pick<TaskResultProps, "task" | "workOrder" | "equipment">) {
  const link = "text-link underline underline-offset-4";
  if (task.followUpId) {
    return (
      <Link to={paths.workOrder(task.followUpId)} className={link}>
        See the follow-up
      </Link>
    );
  }
  const { id: workOrderId, reference: label, customerId, siteAddressId } = workOrder;
  const source = { workOrderId, label, customerId, siteAddressId, equipmentIds: equipment.map(({ id }) => id) };
  const draft = workOrder.rights.office && task.result && followUpDraft(task, task.result, source);
  if (!draft) return null;
  const { title, description } = draft;
  const about = { customerId, siteAddressId, equipmentIds: draft.equipmentIds.join(",") };
  return (
    <Link to={paths.newWorkOrder({ ...about, title, description, workOrderId, taskId: task.id })} className={link}>
      Open a follow-up
    </Link>
  );
}

const CHECK_TEXTS = {
  fail: { hint: "What's wrong", submit: "Mark as failed" },
  not_applicable: { hint: "Why it does not apply", submit: "Mark as not applicable" },
} as const;

type ResultFormProps = Pick<TaskResultProps, "task" | "formKey"> & {
  number: number;
  /** For a check only; a check that passes is ticked instead. */
  answer?: keyof typeof CHECK_TEXTS;
};

/** A measurement, a note, or that a check failed or does not apply; photos, signatures and readings are recorded elsewhere. */
function ResultForm({ task, number, formKey, answer = "fail" }: ResultFormProps) {
  const { fetcher, form, sent, busy, error, sessionEnded } = useInlineForm("result");
  const { id, kind, title, unit, version } = task;
  if (kind !== "measurement" && kind !== "check" && kind !== "note") return null;
  return (
    <fetcher.Form
      ref={form}
      method="post"
      action={paths.workOrderTasks(number)}
      onSubmit={(event) => {
        const value = new FormData(event.currentTarget).get("value");
        const doubt = value === null ? null : doubtAbout(task, Number(value));
        if (doubt && !window.confirm(doubt)) event.preventDefault();
      }}
      className="flex flex-col gap-1.5"
    >
      <HiddenFields {...{ ...sent, formKey, version }} intent="taskResult" />
      <input type="hidden" name="taskId" value={id} />
      <input type="hidden" name="kind" value={kind} />
      {kind === "check" && <input type="hidden" name="answer" value={answer} />}
      <div className="flex flex-wrap items-center gap-2">
        {kind === "measurement" && (
          <>
            <span className="w-28">
              <Input name="value" type="number" step="any" required aria-label={title} className="text-right tabular" />
            </span>
            <span className="text-muted-foreground">{unit}</span>
          </>
        )}
        {kind === "check" && (
          <Input
            name="remark"
            aria-label={`${CHECK_TEXTS[answer].hint}: ${title}`}
            placeholder={CHECK_TEXTS[answer].hint}
            required={answer === "not_applicable" && task.required}
            className="min-w-40 flex-1"
          />
        )}
        {kind === "note" && <Input name="text" required aria-label={title} className="min-w-40 flex-1" />}
        <Button variant="outline" type="submit" size="sm" loading={busy}>
          {kind === "check" ? CHECK_TEXTS[answer].submit : "Save"}
        </Button>
      </div>
      <ErrorLine>{error}</ErrorLine>
      {sessionEnded}
    </fetcher.Form>
  );
}
