import { HiddenFields } from "~/components/forms/hidden-fields";
import { Button } from "~/components/ui/button";
import { ErrorLine } from "~/components/work-orders/error-line";
import { useInlineForm } from "~/components/work-orders/use-inline-form";
import { paths } from "~/paths";

interface ReviewRecordingProps {
  number: number;
  recording: { id: string; by: string | null };
  formKey: string;
}

/** What somebody said who was no longer on the job: nothing of it is in the record until the office adds it. */
export function ReviewRecording({ number, recording: { id, by }, formKey }: ReviewRecordingProps) {
  const { fetcher, form, sent, busy, error, sessionEnded } = useInlineForm("recording");
  return (
    <fetcher.Form ref={form} method="post" action={paths.workOrderRecordings(number)} className="flex flex-col gap-2">
      <HiddenFields {...sent} formKey={formKey} />
      <input type="hidden" name="recordingId" value={id} />
      <p className="text-warn">
        {by ?? "The speaker"} was no longer on this job, so nothing was saved from these words. Add what belongs to the
        job.
      </p>
      <ErrorLine>{error}</ErrorLine>
      <div>
        <Button variant="outline" type="submit" loading={busy}>
          Mark as reviewed
        </Button>
      </div>
      {sessionEnded}
    </fetcher.Form>
  );
}
