import { Button } from "~/components/ui/button";
import { CircleHelp } from "~/components/ui/icons";
import { isComplete } from "~/domain/finance/imports/formats";
import type { ImportPreview } from "~/domain/finance/imports/preview.server";
import type { Question } from "~/domain/finance/imports/questions";
import type { ImportOptions } from "~/domain/finance/imports/schema";
import { answerOf, choiceLabel } from "./import-labels";

type QuestionsProps = { preview: ImportPreview; onAnswer: (answer: ImportOptions) => void };

/** Questions about the file. Nothing is guessed: the import requires answers to the mandatory ones. */
export function Questions({ preview, onAnswer }: QuestionsProps) {
  const { questions, mapping } = preview;
  if (questions.length === 0) return null;
  return (
    <div className="flex flex-col gap-3">
      {questions.map((question) => (
        <fieldset
          key={question.kind}
          className="flex flex-col gap-3 rounded-md border border-link bg-link-soft p-4 text-foreground"
        >
          <legend className="sr-only">{question.text}</legend>
          <p aria-hidden="true" className="flex gap-2 font-medium">
            <CircleHelp className="mt-0.5 size-5 shrink-0 text-link" />
            {question.text}
          </p>
          {question.kind === "columns" ? (
            <ColumnsAnswer columns={mapping.columns} onAnswer={onAnswer} />
          ) : (
            <Choices question={question} onAnswer={onAnswer} />
          )}
        </fieldset>
      ))}
    </div>
  );
}

function Choices({ question, onAnswer }: { question: Question; onAnswer: (answer: ImportOptions) => void }) {
  const { kind, choices, labels } = question;
  return (
    <div className="flex flex-wrap gap-2">
      {choices.map((choice, at) => (
        <Button variant="outline" key={choice} onClick={() => onAnswer(answerOf(kind, choice))}>
          {labels?.[at] ?? choiceLabel(kind, choice)}
        </Button>
      ))}
    </div>
  );
}

type ColumnsAnswerProps = { columns: ImportOptions["columns"]; onAnswer: (answer: ImportOptions) => void };

function ColumnsAnswer({ columns = {}, onAnswer }: ColumnsAnswerProps) {
  if (!isComplete(columns)) return <p>Choose them under “Column mapping” below, then Apply.</p>;
  return (
    <>
      <p>The rows below show how they are read. If a column is wrong, change it under “Column mapping”.</p>
      <div>
        <Button variant="outline" onClick={() => onAnswer({ columns })}>
          Columns are right
        </Button>
      </div>
    </>
  );
}
