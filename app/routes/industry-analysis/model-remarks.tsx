import { type ReactNode, useEffect, useRef, useState } from "react";
import { Section } from "~/components/section";
import { Badge } from "~/components/ui/badge";
import { Button } from "~/components/ui/button";
import { Sparkles } from "~/components/ui/icons";
import { findIndustry } from "~/domain/industries/industry";
import type { RemarkEvent, Remarks, SignedRemarks } from "~/domain/industries/remarks";
import { streamedEvents } from "~/lib/event-stream";
import { paths } from "~/paths";

type RemarksRequest =
  | { state: "idle" }
  | { state: "asking"; texts: string[] }
  | { state: "done"; answer: Remarks }
  | { state: "stopped"; message: string };

/** A model's remarks, with what is needed to save them. */
export type RemarksAnswer = Pick<SignedRemarks, "model" | "answer">;

type ModelRemarksProps = { model: string | null; codes: readonly string[]; onAnswer: (answer: RemarksAnswer) => void };

/** A language model's remarks on the comparison, on request; labeled as such and stored only if the analysis is saved. */
export function ModelRemarks({ model, codes, onAnswer }: ModelRemarksProps) {
  const [request, setRequest] = useState<RemarksRequest>({ state: "idle" });
  const question = useRef<AbortController | null>(null);
  // Leaving the screen cancels the request.
  useEffect(() => () => question.current?.abort(), []);

  const ask = async () => {
    const current = new AbortController();
    question.current = current;
    setRequest({ state: "asking", texts: [] });
    for await (const event of askForRemarks(codes, current.signal)) {
      if (current.signal.aborted) return;
      if (event.type === "text") setRequest({ state: "asking", texts: event.texts });
      else if (event.type === "done") {
        setRequest({ state: "done", answer: event });
        onAnswer(event);
      } else setRequest({ state: "stopped", message: event.message });
    }
  };
  const cancel = () => {
    question.current?.abort();
    setRequest({ state: "stopped", message: "Stopped. Nothing was saved." });
  };

  return (
    <Section
      title="Remarks from a language model"
      description={
        model
          ? `${model} receives the figures on this page, no names. No one checks its answer, and it is stored only if you save the analysis with it.`
          : "No language model is set up here. Everything on this page is computed from its figures."
      }
      action={
        model &&
        (request.state === "asking" ? (
          <Button variant="outline" onClick={cancel}>
            Stop
          </Button>
        ) : (
          <Button variant="outline" onClick={ask}>
            <Sparkles />
            {request.state === "idle" ? "Ask the model" : "Ask again"}
          </Button>
        ))
      }
    >
      <div aria-live="polite" className="max-w-3xl empty:hidden">
        {request.state === "asking" && (
          <>
            <p className="mb-2 text-muted-foreground">The model is answering…</p>
            <RemarkList remarks={request.texts.map((text) => ({ industry: null, text }))} />
          </>
        )}
        {request.state === "stopped" && <p>{request.message}</p>}
        {request.state === "done" && <Answer answer={request.answer} />}
      </div>
    </Section>
  );
}

/** A model's remarks, under its label. */
export function Answer({ answer, answeredAt }: { answer: Remarks; answeredAt?: ReactNode }) {
  const { remarks, leftOut, model, inputTokens, outputTokens, cost } = answer;
  const tokens =
    inputTokens === null || outputTokens === null
      ? "The service does not say how many tokens it took."
      : `${(inputTokens + outputTokens).toLocaleString("en-US")} tokens${cost === null ? "; their price is not set." : `, $${cost.toFixed(4)}.`}`;
  return (
    <>
      <p className="mb-2 flex flex-wrap items-center gap-2">
        <Badge>From a language model</Badge>
        <span className="text-muted-foreground text-sm">
          {model}
          {answeredAt && <>, {answeredAt}</>}. {tokens}
        </span>
      </p>
      <RemarkList remarks={remarks} />
      {leftOut > 0 && (
        <p className="mt-2 text-muted-foreground text-sm">
          {leftOut === 1 ? "One remark is" : `${leftOut} remarks are`} left out for naming a figure that is not in the
          data.
        </p>
      )}
    </>
  );
}

function RemarkList({ remarks }: { remarks: Remarks["remarks"] }) {
  return (
    <ul className="flex list-disc flex-col gap-1.5 pl-5">
      {remarks.map(({ industry, text }, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: remarks keep their position while text streams in
        <li key={at}>
          {industry !== null && <span className="font-medium">{findIndustry(industry)?.label}: </span>}
          {text}
        </li>
      ))}
    </ul>
  );
}

/** Requests a language model's remarks on industries and streams them. Ends silently when `signal` is aborted. */
function askForRemarks(codes: readonly string[], signal: AbortSignal): AsyncGenerator<RemarkEvent> {
  return streamedEvents<RemarkEvent>(paths.apiIndustryRemarks(), { body: { industries: codes }, signal });
}
