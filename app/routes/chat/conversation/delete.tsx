import { redirect } from "@remix-run/cloudflare";
import { useLoaderData } from "@remix-run/react";
import { ConfirmForm } from "~/components/feedback/confirm-form";
import { deleteConversation, findConversation } from "~/domain/chat/conversations.server";
import { subjectQuery } from "~/domain/chat/message";
import { ChatView } from "~/domain/chat/schema";
import { Nothing } from "~/domain/shared/fields";
import { formAction } from "~/http/form-action";
import { memberLoader } from "~/http/page-loader";
import { paths } from "~/paths";

export { DialogError as ErrorBoundary, dialogHandle as handle } from "~/components/feedback/dialog-error";
export { clientAction } from "~/lib/client-action";
export { shouldRevalidate } from "~/lib/revalidation";

export const loader = memberLoader(async ({ ctx, params }) => {
  const { title } = await findConversation(ctx, params.conversationId ?? "", { limit: 1 });
  return { title, formKey: ctx.newId() };
});

export const action = formAction(Nothing, async ({ ctx, params, url }) => {
  await deleteConversation(ctx, params.conversationId ?? "");
  const { about } = ChatView.parse(Object.fromEntries(url.searchParams));
  return redirect(paths.chat(subjectQuery(about)));
});

export default function DeleteConversation() {
  const { title, formKey } = useLoaderData<typeof loader>();
  return (
    <ConfirmForm
      title="Delete this conversation?"
      confirm="Delete conversation"
      confirmBusy="Deleting..."
      tone="destructive"
      formKey={formKey}
    >
      “{title}” and all its answers are permanently deleted. Records that it links to stay as they are.
    </ConfirmForm>
  );
}
