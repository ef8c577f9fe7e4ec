import { TextLink } from "~/components/text-link";
import { Badge } from "~/components/ui/badge";
import { Info, Sparkles } from "~/components/ui/icons";
import type { ChatMessage } from "~/domain/chat/message";
import { paths } from "~/paths";
import { FindingCard } from "./finding-card";
import { ProposalCard } from "./proposal-card";

export function QuestionView({ text }: { text: string }) {
  return (
    <div className="ml-auto max-w-[85%] rounded-lg bg-muted px-4 py-2">
      <p className="whitespace-pre-wrap break-words">
        <span className="sr-only">You: </span>
        {text}
      </p>
    </div>
  );
}

type AnswerViewProps = {
  message: ChatMessage;
  /** The question, if it is on the page. */
  question: string | null;
};

/** An answer: its text, the records it is based on, and notices about problems. */
export function AnswerView({ message, question }: AnswerViewProps) {
  const { text, findings, notices, proposal, model } = message;
  // Empty findings are covered by the text.
  const found = findings.filter(({ rows, figures }) => rows.length > 0 || figures.length > 0);
  return (
    <div className="flex flex-col gap-3">
      <div className="flex gap-3">
        <Sparkles aria-hidden="true" className="mt-0.5 size-5 flex-none text-subtle-foreground" />
        <div className="min-w-0 flex-1">
          <p className="whitespace-pre-wrap break-words">
            <span className="sr-only">Assistant: </span>
            {text}
          </p>
          {model && (
            <p className="mt-1 flex flex-wrap items-center gap-2 text-muted-foreground text-xs">
              <Badge>From a language model</Badge>
              {model}
            </p>
          )}
        </div>
      </div>
      {notices.map((notice) => (
        <p key={notice} className="flex gap-2 pl-8 text-muted-foreground text-sm">
          <Info aria-hidden="true" className="mt-0.5 size-4 flex-none" />
          {notice}
        </p>
      ))}
      {/* 'No job is late.' is an answer; a question that was not understood has no findings at all. */}
      {findings.length === 0 && !proposal && question && (
        <p className="pl-8 text-sm">
          <TextLink to={paths.contact({ question: question.slice(0, 500) })}>Send this to support</TextLink>
        </p>
      )}
      {(found.length > 0 || proposal) && (
        <div className="flex flex-col gap-3 sm:pl-8">
          {found.map((finding) => (
            <FindingCard key={finding.title} finding={finding} />
          ))}
          {proposal && <ProposalCard proposal={proposal} />}
        </div>
      )}
    </div>
  );
}
