import { reviewRecording } from "~/domain/voice/sessions/hand-over.server";
import { RecordingChoice } from "~/domain/voice/sessions/schema";
import { formAction } from "~/http/form-action";

export { DialogError as ErrorBoundary, dialogHandle as handle } from "~/components/feedback/dialog-error";
export { default } from "~/components/no-dialog";
export { plainAction as clientAction } from "~/lib/unanswered-action";

/** Marks a recording that was left to the office as reviewed. */
export const action = formAction(RecordingChoice, async ({ ctx, input, params }) => {
  await reviewRecording(ctx, params.id ?? "", input.recordingId);
  return { done: true };
});
