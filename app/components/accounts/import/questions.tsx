import { CircleHelp } from "lucide-react";
import type { Question } from "~/domain/finance/imports/questions.rules";
import type { Reading } from "~/domain/finance/imports/reading.schema";
import { Button } from "../../ui/button";
import { answerOf, choiceLabel } from "./answers";

type QuestionsProps = { questions: readonly Question[]; onAnswer: (answer: Reading) => void };

/** What the file leaves open. Nothing is guessed: the import waits for the needed answers. */
export function Questions({ questions, onAnswer }: QuestionsProps) {
  if (questions.length === 0) return null;
  return (
    <div className="flex flex-col gap-3">
      {questions.map((question) => (
        <fieldset
          key={question.kind}
          className="flex flex-col gap-3 rounded-md border border-frost bg-frost-soft p-4 text-ink"
        >
          <legend className="sr-only">{question.text}</legend>
          <p aria-hidden="true" className="flex gap-2 font-medium">
            <CircleHelp className="mt-0.5 size-5 shrink-0 text-frost" />
            {question.text}
          </p>
          {question.kind === "columns" ? (
            <p>Say so below, under 'How the file is read', and choose 'Read again'.</p>
          ) : (
            <div className="flex flex-wrap gap-2">
              {question.choices.map((choice) => (
                <Button key={choice} onClick={() => onAnswer(answerOf(question.kind, choice))}>
                  {choiceLabel(question.kind, choice)}
                </Button>
              ))}
            </div>
          )}
        </fieldset>
      ))}
    </div>
  );
}
