import { type MetaFunction, redirect } from "@remix-run/cloudflare";
import { Link, Outlet, useLoaderData, useOutletContext, useSearchParams } from "@remix-run/react";
import { useEffect, useRef } from "react";
import { TextLink } from "~/components/text-link";
import { Button } from "~/components/ui/button";
import { ArrowLeft, Trash2 } from "~/components/ui/icons";
import { Spinner } from "~/components/ui/spinner";
import { ErrorLine } from "~/components/work-orders/error-line";
import { askAssistant } from "~/domain/chat/ask.server";
import { findConversation, subjectOf } from "~/domain/chat/conversations.server";
import { type ChatMessage, subjectQuery } from "~/domain/chat/message";
import { confirmProposal, declineProposal } from "~/domain/chat/proposals.server";
import { ChatView, ProposalToken, Question } from "~/domain/chat/schema";
import { allowPerson } from "~/domain/shared/permissions";
import { formActions, formCase } from "~/http/form-action";
import { memberLoader } from "~/http/page-loader";
import { paths } from "~/paths";
import { Composer } from "~/routes/chat/shared/composer";
import { AnswerView, QuestionView } from "~/routes/chat/shared/message-view";
import type { Answering } from "~/routes/chat/shared/use-answer";

export { NestedError as ErrorBoundary } from "~/components/feedback/nested-error";
export { shouldRevalidate } from "~/lib/revalidation";
export { plainAction as clientAction } from "~/lib/unanswered-action";

export const meta: MetaFunction<typeof loader> = ({ data }) => [
  { title: data ? `${data.title} · Assistant · Plenum` : "Assistant · Plenum" },
];

const PAGE = 40;

export const loader = memberLoader(async ({ ctx, params, url }) => {
  const { before, about } = ChatView.parse(Object.fromEntries(url.searchParams));
  const found = await findConversation(ctx, params.conversationId ?? "", { limit: PAGE, cursor: before });
  // The list beside it is the one that it is in.
  if (subjectOf(allowPerson(ctx), about) !== found.about)
    throw redirect(paths.conversation(found.id, { ...subjectQuery(found.about), before }));
  return { ...found, isEarlier: before !== undefined, formKey: ctx.newId() };
});

export const action = formActions({
  confirm: formCase(ProposalToken, async ({ ctx, input }) => {
    await confirmProposal(ctx, input);
    return { done: true };
  }),
  decline: formCase(ProposalToken, async ({ ctx, input }) => {
    await declineProposal(ctx, input);
    return { done: true };
  }),
  ask: formCase(Question, async ({ ctx, input, params, request }) => {
    const question = { ...input, conversationId: params.conversationId };
    for await (const event of askAssistant(ctx, question, request.signal)) if (event.type === "done") break;
    return { done: true };
  }),
});

/** One conversation, from the oldest message on the page to the question being answered. */
export default function ConversationPage() {
  const { id, title, about, messages, earlierCursor, isEarlier, formKey } = useLoaderData<typeof loader>();
  const answering = useOutletContext<Answering>();
  const end = useRef<HTMLDivElement>(null);
  const [params] = useSearchParams();
  // The page of the list beside it.
  const list = { ...subjectQuery(about), cursor: params.get("cursor") ?? undefined };
  const { running } = answering;
  const mine = running?.conversationId === id ? running : null;
  const known = new Set(messages.map((message) => message.id));
  const isRead = mine?.answer != null && known.has(mine.answer.id);
  // A question that has been stored since the page was read.
  const unread = mine?.question && !known.has(mine.question.id) ? mine.question : null;
  const last = unread ?? messages.at(-1);

  // Scrolls new content into view.
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs for each message and sentence
  useEffect(() => {
    if (!isEarlier) end.current?.scrollIntoView({ block: "end" });
  }, [id, last?.id, mine?.reply, mine?.looking, mine?.answer?.id, mine?.state]);

  const isOpen = last?.author === "person" && (!mine || mine.question?.id !== last.id || mine.state !== "answering");
  return (
    <article aria-label={title} className="flex h-full min-w-0 flex-col">
      <header className="flex items-center gap-2 border-border border-b px-4 py-2">
        <Button asChild variant="ghost" size="icon" className="lg:hidden">
          <Link to={paths.chat(list)} aria-label="All conversations">
            <ArrowLeft />
          </Link>
        </Button>
        <h1 className="min-w-0 flex-1 truncate font-semibold">{title}</h1>
        <Button asChild variant="ghost" size="icon">
          <Link to={paths.deleteConversation(id, list)} aria-label="Delete the conversation" preventScrollReset>
            <Trash2 />
          </Link>
        </Button>
      </header>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: scrollable areas must be reachable by keyboard */}
      <section aria-label="Messages" tabIndex={0} className="min-h-0 flex-1 overflow-y-auto px-4 py-4">
        <div className="mx-auto flex max-w-3xl flex-col gap-5">
          <p className="flex justify-between gap-4 text-sm empty:hidden">
            {earlierCursor && (
              <TextLink to={paths.conversation(id, { ...list, before: earlierCursor })}>Earlier messages</TextLink>
            )}
            {isEarlier && <TextLink to={paths.conversation(id, list)}>Newest messages</TextLink>}
          </p>
          {messages.map((message) => (
            <MessageView
              key={message.id}
              message={message}
              question={messages.find(({ id }) => id === message.questionId)?.text ?? null}
            />
          ))}
          <div aria-live="polite" className="flex flex-col gap-5 empty:hidden">
            {unread && <QuestionView text={unread.text} />}
            {mine?.answer && !isRead && <AnswerView message={mine.answer} question={mine.text} />}
            {mine?.state === "answering" && !mine.answer && (
              <div className="flex items-start gap-3">
                <Spinner className="mt-0.5 size-5 flex-none" />
                <p className="min-w-0 whitespace-pre-wrap text-muted-foreground">
                  {mine.reply || (mine.looking ? `Looking at ${mine.looking.toLowerCase()}…` : "Looking it up…")}
                </p>
              </div>
            )}
          </div>
          {isOpen && (!isEarlier || unread) && last && (
            <div className="flex flex-wrap items-center gap-3">
              {mine?.state === "trouble" ? (
                <ErrorLine>{mine.trouble ?? ""}</ErrorLine>
              ) : (
                <p className="text-muted-foreground text-sm">
                  {mine?.state === "stopped" ? "Stopped. Your question is saved." : "No answer arrived."}
                </p>
              )}
              <Button size="sm" variant="outline" onClick={() => answering.retry(id, last)}>
                Try again
              </Button>
            </div>
          )}
          <div ref={end} />
        </div>
      </section>
      <footer className="border-border border-t px-4 py-3">
        {mine?.state === "trouble" && !mine.question && <ErrorLine>{mine.trouble ?? ""}</ErrorLine>}
        <Composer answering={answering} conversationId={id} about={about} formKey={formKey} />
      </footer>
      <Outlet />
    </article>
  );
}

function MessageView({ message, question }: { message: ChatMessage; question: string | null }) {
  if (message.author === "person") return <QuestionView text={message.text} />;
  return <AnswerView message={message} question={question} />;
}
