import { redirect } from "@remix-run/cloudflare";
import { useLoaderData, useOutletContext } from "@remix-run/react";
import { Button } from "~/components/ui/button";
import { Sparkles } from "~/components/ui/icons";
import { ErrorLine } from "~/components/work-orders/error-line";
import { askAssistant } from "~/domain/chat/ask.server";
import { subjectOf } from "~/domain/chat/conversations.server";
import { subjectQuery } from "~/domain/chat/message";
import { ChatView, Question } from "~/domain/chat/schema";
import { suggestedQuestions } from "~/domain/chat/suggestions";
import { toolsFor } from "~/domain/chat/tools.server";
import { allowPerson } from "~/domain/shared/permissions";
import { formAction } from "~/http/form-action";
import { memberLoader } from "~/http/page-loader";
import { paths } from "~/paths";
import { Composer } from "~/routes/chat/shared/composer";
import type { Answering } from "~/routes/chat/shared/use-answer";

export { NestedError as ErrorBoundary } from "~/components/feedback/nested-error";
export { shouldRevalidate } from "~/lib/revalidation";
export { plainAction as clientAction } from "~/lib/unanswered-action";

export const loader = memberLoader(({ ctx, url }) => {
  const person = allowPerson(ctx);
  const view = ChatView.parse(Object.fromEntries(url.searchParams));
  const about = person.member ? subjectOf(person, view.about) : ("household" as const);
  const suggestions = suggestedQuestions(about, toolsFor(ctx, about).read);
  return { about, suggestions, model: ctx.providers.assistant?.model ?? null, formKey: ctx.newId() };
});

/** Used without scripts: the page reloads with the answer. */
export const action = formAction(Question, async ({ ctx, input, request }) => {
  let conversationId = "";
  for await (const event of askAssistant(ctx, input, request.signal)) {
    if (event.type === "saved") conversationId = event.conversationId;
  }
  return redirect(paths.conversation(conversationId, subjectQuery(input.about)));
});

/** A new conversation, with examples of what to ask. */
export default function NewConversation() {
  const { about, suggestions, model, formKey } = useLoaderData<typeof loader>();
  const answering = useOutletContext<Answering>();
  const { running, isBusy } = answering;
  const isMine = running !== null && running.conversationId === null;
  return (
    <div className="flex h-full flex-col justify-center gap-6 px-4 py-8">
      <header className="mx-auto w-full max-w-3xl">
        <h1 className="flex items-center gap-2 font-semibold text-lg sm:text-xl">
          <Sparkles aria-hidden="true" className="size-5 text-subtle-foreground" />
          {about === "business" ? "Ask about your business" : "Ask about your household"}
        </h1>
        <p className="mt-1 text-muted-foreground">
          Answers come from your own records, with your own permissions, and link to each of them. Nothing is changed
          until you approve it.
        </p>
      </header>
      <Composer key={about} answering={answering} conversationId={null} about={about} formKey={formKey} />
      {isMine && running.state === "trouble" && (
        <div className="mx-auto w-full max-w-3xl">
          <ErrorLine>{running.trouble ?? ""}</ErrorLine>
        </div>
      )}
      <section aria-label="Suggested questions" className="mx-auto w-full max-w-3xl">
        <ul className="grid gap-2 sm:grid-cols-2">
          {suggestions.map((text) => (
            <li key={text}>
              <Button
                variant="outline"
                disabled={isBusy}
                onClick={() => answering.ask({ text, about })}
                className="h-auto min-h-control w-full justify-start whitespace-normal py-2 text-left font-normal"
              >
                {text}
              </Button>
            </li>
          ))}
        </ul>
        <p className="mt-4 text-muted-foreground text-sm">
          {model
            ? `${model} chooses what to look up and sees the rows it finds. Figures and links come from Plenum.`
            : "Questions are read by built-in rules, without a language model. Short, plain questions work best."}
        </p>
      </section>
    </div>
  );
}
