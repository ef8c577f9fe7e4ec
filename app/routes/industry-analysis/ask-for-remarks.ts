import type { RemarkEvent } from "~/domain/industries/remarks";
import { streamedEvents } from "~/lib/event-stream";
import { paths } from "~/paths";

/** Asks a language model about industries and hands on what it says as it says it. Ends without a word once `signal` says so. */
export function askForRemarks(codes: readonly string[], signal: AbortSignal): AsyncGenerator<RemarkEvent> {
  return streamedEvents<RemarkEvent>(paths.apiIndustryRemarks(), { body: { industries: codes }, signal });
}
