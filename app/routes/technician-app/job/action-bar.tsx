import { Undo2 } from "lucide-react";
import { Button } from "~/components/ui/button";
import { Input } from "~/components/ui/input";
import { Label } from "~/components/ui/label";
import { Select } from "~/components/ui/select";
import { wordsOf } from "~/domain/technician-app/entries";
import { missingOf, nextStep, type PhoneJob } from "~/domain/technician-app/job";
import { canTakeBack } from "~/domain/technician-app/queue";
import { allowedTransitions } from "~/domain/work-orders/transitions";
import { HOLD_REASON_LABELS, HOLD_REASONS } from "~/domain/work-orders/work-order";
import { PhoneForm } from "~/routes/technician-app/mutation-form";
import { useThisPhone } from "~/routes/technician-app/technician-app";
import type { PartProps } from "./job-view";

const reasons = HOLD_REASONS.map((value) => ({ value, label: HOLD_REASON_LABELS[value] }));

/** The one next step under the thumb, the way back from a wrong tap, and what else may happen. */
export function ActionBar({ job, formKey }: PartProps) {
  const step = nextStep(job);
  const missing = step?.to === "completed" ? missingOf(job) : [];
  const [first] = missing;
  return (
    <>
      <TakeBack job={job} />
      {step && first && (
        <Button asChild size="lg" variant="default" className="min-h-16 text-lg">
          <a href={`#${first.part}`}>To complete: {missing.map((one) => one.words).join(", ")}</a>
        </Button>
      )}
      {step && !first && (
        <PhoneForm job={job} intent="move" formKey={formKey} fields={{ from: job.status, to: step.to }}>
          <Button type="submit" size="lg" variant="default" className="min-h-16 w-full text-lg">
            {step.label}
          </Button>
        </PhoneForm>
      )}
      <Otherwise job={job} formKey={formKey} />
    </>
  );
}

/** As long as it has not been sent, a step is taken back as if it had never been made. */
function TakeBack({ job }: { job: PhoneJob }) {
  const { entries, takeBack } = useThisPhone();
  const last = entries.findLast((entry) => entry.jobId === job.id && entry.act.kind === "move");
  if (last?.state !== "queued" || !canTakeBack(last, entries)) return null;
  return (
    <div role="status" className="flex min-h-12 items-center justify-between gap-3">
      {wordsOf(last.act)}
      <Button variant="outline" size="lg" onClick={() => takeBack(last.key)} className="border-2">
        <Undo2 aria-hidden="true" />
        Undo
      </Button>
    </div>
  );
}

function Otherwise({ job, formKey }: PartProps) {
  const allowed = allowedTransitions(job.status, job.kinds);
  const [back, hold] = [allowed.includes("dispatched"), allowed.includes("on_hold")];
  if (!hold && !(back && job.status === "en_route")) return null;
  return (
    <details className="group">
      <summary className="flex min-h-12 cursor-pointer items-center justify-center font-medium text-link underline underline-offset-4">
        Something else
      </summary>
      <div className="flex flex-col gap-4 pt-2">
        {back && job.status === "en_route" && (
          <PhoneForm job={job} intent="move" formKey={formKey} fields={{ from: job.status, to: "dispatched" }}>
            <Button variant="outline" type="submit" size="lg" className="w-full border-2">
              Turned back
            </Button>
          </PhoneForm>
        )}
        {hold && (
          <PhoneForm
            job={job}
            intent="move"
            formKey={formKey}
            fields={{ from: job.status, to: "on_hold" }}
            className="flex flex-col gap-3"
          >
            <div className="grid gap-1.5">
              <Label htmlFor="hold-reason">Why it has to wait</Label>
              <Select id="hold-reason" name="holdReason" required choices={reasons} />
            </div>
            <Input name="reason" maxLength={500} aria-label="More about it" placeholder="More about it" />
            <Button variant="outline" type="submit" size="lg" className="border-2">
              Put on hold
            </Button>
          </PhoneForm>
        )}
      </div>
    </details>
  );
}
