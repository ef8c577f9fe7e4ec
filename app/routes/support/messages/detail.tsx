import { getZodConstraint } from "@conform-to/zod/v4";
import { type MetaFunction, redirect } from "@remix-run/cloudflare";
import { Form, useLoaderData } from "@remix-run/react";
import type { z } from "zod";
import { DescriptionList } from "~/components/description-list";
import { RefusedAction } from "~/components/feedback/refused-action";
import { CheckboxField } from "~/components/forms/checkbox-field";
import { FormSummary } from "~/components/forms/form-summary";
import { HiddenFields } from "~/components/forms/hidden-fields";
import { TextAreaField } from "~/components/forms/text-area-field";
import { useActionForm } from "~/components/forms/use-action-form";
import { useClearedOnceSaved } from "~/components/forms/use-cleared-once-saved";
import { PageHeader } from "~/components/page-header";
import { RelativeTime } from "~/components/relative-time";
import { Section } from "~/components/section";
import { Badge } from "~/components/ui/badge";
import { Button } from "~/components/ui/button";
import { Card } from "~/components/ui/card";
import { changeSupportState, findSupport, replyToSupport } from "~/domain/support/inbox.server";
import { SupportReply, SupportStateChange } from "~/domain/support/schema";
import { CONTEXT_LABELS, SUPPORT_STATE_LABELS, type SupportContext } from "~/domain/support/support";
import { formActions, formCase } from "~/http/form-action";
import { memberLoader } from "~/http/page-loader";
import { paths } from "~/paths";

export { NestedError as ErrorBoundary } from "~/components/feedback/nested-error";
export { clientAction } from "~/lib/client-action";
export { shouldRevalidate } from "~/lib/revalidation";

export const meta: MetaFunction<typeof loader> = ({ data }) => [
  { title: `${data?.subject ?? "Message"} · Support · Plenum` },
];

export const loader = memberLoader(async ({ ctx, params }) => ({
  ...(await findSupport(ctx, params.id ?? "")),
  ...{ now: ctx.now.getTime(), formKey: ctx.newId(), constraint: getZodConstraint(SupportReply) },
}));

export const action = formActions({
  reply: formCase(SupportReply, async ({ ctx, input, params }) => {
    const id = params.id ?? "";
    await replyToSupport(ctx, id, input);
    return redirect(paths.supportMessage(id));
  }),
  state: formCase(SupportStateChange, async ({ ctx, input, params }) => {
    await changeSupportState(ctx, params.id ?? "", input);
    return { done: true };
  }),
});

const labels = { body: "Reply", close: "Close it with this reply" };

/** One message to support: its text, where it was sent from, and the replies. */
export default function SupportMessageDetail() {
  const { subject, state, senderName, senderEmail, context, messages, isStaff, now, formKey, constraint } =
    useLoaderData<typeof loader>();
  const { form, fields, sessionEnded, ...sent } = useActionForm<z.input<typeof SupportReply>>({
    id: "reply",
    constraint,
    intent: "reply",
    noun: "message",
  });
  const isClosed = state === "closed";
  return (
    <>
      <PageHeader
        title={subject}
        facts={
          <>
            <Badge tone={state === "open" ? "info" : "neutral"}>{SUPPORT_STATE_LABELS[state]}</Badge>
            {isStaff && (
              <span>
                {senderName} · <a href={`mailto:${senderEmail}`}>{senderEmail}</a>
              </span>
            )}
          </>
        }
        secondary={
          <Form method="post">
            <input type="hidden" name="state" value={isClosed ? "open" : "closed"} />
            <input type="hidden" name="idempotencyKey" value={`${formKey}-state`} />
            <Button type="submit" name="intent" value="state" variant="outline">
              {isClosed ? "Reopen" : "Close"}
            </Button>
          </Form>
        }
      />
      <RefusedAction except="reply" />
      <div className="grid max-w-5xl gap-6 lg:grid-cols-[1fr_18rem]">
        <div className="flex min-w-0 flex-col gap-4">
          <ol aria-label="Messages" className="flex flex-col gap-3">
            {messages.map(({ id, author, authorName, body, createdAt }) => (
              <Card as="li" key={id} className="px-4 py-3">
                <p className="flex flex-wrap items-baseline justify-between gap-2 text-sm">
                  <span className="font-medium">
                    {authorName}
                    {author === "support" && <span className="text-muted-foreground"> · Support</span>}
                  </span>
                  <span className="text-muted-foreground text-xs">
                    <RelativeTime at={Date.parse(createdAt)} now={now} />
                  </span>
                </p>
                <p className="mt-1 whitespace-pre-wrap break-words">{body}</p>
              </Card>
            ))}
          </ol>
          <Form ref={useClearedOnceSaved(sent)} method="post" id={form.id} className="flex flex-col gap-3">
            <FormSummary form={form} labels={labels} />
            <HiddenFields {...{ ...sent, formKey }} intent="reply" />
            <TextAreaField field={fields.body} label={isStaff ? "Reply" : "Write again"} rows={5} />
            {isStaff && <CheckboxField field={fields.close} label={labels.close} />}
            <div>
              <Button type="submit" loading={sent.isSaving}>
                {isStaff ? "Send reply" : "Send message"}
              </Button>
            </div>
          </Form>
          {sessionEnded}
        </div>
        {context && <Context context={context} />}
      </div>
    </>
  );
}

/** Shown only to support staff. */
function Context({ context }: { context: SupportContext }) {
  const known = Object.entries(CONTEXT_LABELS).flatMap(([name, label]) => {
    const value = new Map<string, string | null>(Object.entries(context)).get(name);
    return value ? [{ term: label, detail: value }] : [];
  });
  if (known.length === 0) return null;
  return (
    <Section title="Where it was written">
      <DescriptionList facts={known} />
    </Section>
  );
}
