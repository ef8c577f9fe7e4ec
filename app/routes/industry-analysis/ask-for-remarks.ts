import type { RemarkEvent } from "~/domain/industries/remarks";
import { streamedEvents } from "~/lib/event-stream";
import { paths } from "~/paths";

/** Requests a language model's remarks on industries and streams them. Ends silently when `signal` is aborted. */
export function askForRemarks(codes: readonly string[], signal: AbortSignal): AsyncGenerator<RemarkEvent> {
  return streamedEvents<RemarkEvent>(paths.apiIndustryRemarks(), { body: { industries: codes }, signal });
}
