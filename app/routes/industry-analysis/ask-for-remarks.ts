import type { RemarkEvent, RemarkTrouble } from "~/domain/industries/remarks";
import { paths } from "~/paths";

const UNREACHABLE: RemarkTrouble = { type: "trouble", message: "Plenum cannot be reached just now. Try again." };

/** Asks a language model about industries and hands on what it says as it says it. Ends without a word once `signal` says so. */
export async function* askForRemarks(codes: readonly string[], signal: AbortSignal): AsyncGenerator<RemarkEvent> {
  try {
    const answer = await fetch(paths.apiIndustryRemarks(), {
      method: "POST",
      signal,
      credentials: "same-origin",
      headers: { "Content-Type": "application/json" },
      body: JSON.stringify({ industries: codes }),
    });
    const reader = answer.body?.getReader();
    if (!answer.ok || !reader) {
      const refusal: unknown = await answer.json().catch(() => null);
      const hasMessage = typeof refusal === "object" && refusal !== null && "message" in refusal;
      yield hasMessage ? { type: "trouble", message: String(refusal.message) } : UNREACHABLE;
      return;
    }
    const decoder = new TextDecoder();
    for (let rest = ""; ; ) {
      const { done, value } = await reader.read();
      if (done) return;
      const events = (rest + decoder.decode(value, { stream: true })).split("\n\n");
      rest = events.pop() ?? "";
      for (const event of events) yield JSON.parse(event.slice(event.indexOf("data: ") + 6));
    }
  } catch {
    if (!signal.aborted) yield UNREACHABLE;
  }
}
