import { getZodConstraint } from "@conform-to/zod/v4";
import { redirect } from "@remix-run/cloudflare";
import { Form, useLoaderData } from "@remix-run/react";
import type { z } from "zod";
import type { ShellHandle } from "~/components/app-shell/handle";
import { FormSummary } from "~/components/forms/form-summary";
import { TextAreaField } from "~/components/forms/text-area-field";
import { TextField } from "~/components/forms/text-field";
import { useActionForm } from "~/components/forms/use-action-form";
import { publicMeta } from "~/components/page-meta";
import { TextLink } from "~/components/text-link";
import { Button } from "~/components/ui/button";
import { Card } from "~/components/ui/card";
import { CircleCheck } from "~/components/ui/icons";
import { SupportMessage } from "~/domain/support/schema";
import { sendToSupport, supportForm } from "~/domain/support/send.server";
import { formAction } from "~/http/form-action";
import { pageLoader } from "~/http/page-loader";
import { paths } from "~/paths";

export { NestedError as ErrorBoundary } from "~/components/feedback/nested-error";
export { clientAction } from "~/lib/client-action";
export { shouldRevalidate } from "~/lib/revalidation";

export const handle: ShellHandle = { roomy: true };
export const meta = () => publicMeta("Chat with us · Plenum", "Write to the people behind Plenum.");

export const loader = pageLoader(async ({ ctx, url }) => {
  const person = ctx.actor.kind === "person" ? ctx.actor.person : null;
  return {
    ...(await supportForm(ctx)),
    email: person?.email ?? null,
    question: url.searchParams.get("question")?.slice(0, 500) ?? "",
    page: url.searchParams.get("page")?.slice(0, 300) ?? "",
    isSent: url.searchParams.has("sent"),
    constraint: getZodConstraint(SupportMessage),
  };
});

export const action = formAction(SupportMessage, async ({ ctx, input }) => {
  await sendToSupport(ctx, input);
  return redirect(paths.contact({ sent: 1 }));
});

const labels: Record<string, string> = { name: "Name", email: "Email", body: "Message" };

/** 'Chat with us' for everyone, also without script. */
export default function Contact() {
  const { email, isSent } = useLoaderData<typeof loader>();
  return (
    <div className="mx-auto flex w-full max-w-2xl flex-col gap-6 py-6">
      <header>
        <h1 className="font-semibold text-2xl">Chat with us</h1>
        <p className="mt-1 text-muted-foreground">
          Tell us what you were trying to do. A person replies by email
          {email ? `, to ${email}.` : "."}
        </p>
      </header>
      {isSent ? (
        <Card role="status" className="flex items-start gap-3 p-4">
          <CircleCheck aria-hidden="true" className="mt-1 size-5 shrink-0 text-ok" />
          <p>
            Your message was sent. {email ? <TextLink to={paths.supportMessages()}>See your messages</TextLink> : null}
          </p>
        </Card>
      ) : (
        <MessageForm />
      )}
    </div>
  );
}

/** By itself, so that a message that was sent no longer counts as unsaved. */
function MessageForm() {
  const { started, email, question, page, constraint } = useLoaderData<typeof loader>();
  const { form, fields, isSaving } = useActionForm<z.input<typeof SupportMessage>>({
    id: "support-message",
    constraint,
    defaultValue: { body: question },
  });
  return (
    <Form method="post" id={form.id} className="flex flex-col gap-4">
      <FormSummary form={form} labels={labels} />
      {!email && (
        <div className="grid gap-4 sm:grid-cols-2">
          <TextField field={fields.name} label="Name" autoComplete="name" />
          <TextField field={fields.email} label="Email" type="email" autoComplete="email" required />
        </div>
      )}
      <TextAreaField field={fields.body} label="Message" rows={6} />
      <input type="hidden" name="started" value={started} />
      <input type="hidden" name="page" value={page} />
      <input type="hidden" name="question" value={question} />
      <div className="hidden" aria-hidden="true">
        <label htmlFor="website">Leave this empty</label>
        <input id="website" name="website" tabIndex={-1} autoComplete="off" />
      </div>
      <div>
        <Button type="submit" loading={isSaving}>
          Send message
        </Button>
      </div>
    </Form>
  );
}
