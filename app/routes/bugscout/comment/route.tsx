import { getZodConstraint } from "@conform-to/zod/v4";
import { useLoaderData } from "@remix-run/react";
import type { z } from "zod";
import { FormDialog } from "~/components/forms/form-dialog";
import { useActionForm } from "~/components/forms/use-action-form";
import { changeComment, commentDetail } from "~/domain/issues/comments.server";
import { CommentChange } from "~/domain/issues/schema";
import { allow } from "~/domain/shared/permissions";
import { formAction } from "~/http/form-action";
import { pageLoader } from "~/http/page-loader";
import { redirectWithToast } from "~/http/toast.server";
import { paths } from "~/paths";
import { MarkdownField } from "~/routes/bugscout/shared/markdown-field";

export { DialogError as ErrorBoundary, dialogHandle as handle } from "~/components/feedback/dialog-error";
export { clientAction } from "~/lib/client-action";
export { shouldRevalidate } from "~/lib/revalidation";

export const loader = pageLoader(async ({ ctx, params: { id = "", commentId = "" }, url }) => {
  allow(ctx, "issues.write");
  const { body, version } = await commentDetail(ctx, { ref: id, commentId });
  const issueHref = paths.issue(id, Object.fromEntries(url.searchParams));
  return { issueHref, body, version, constraint: getZodConstraint(CommentChange), formKey: ctx.newId() };
});

export const action = formAction(
  CommentChange,
  async ({ ctx, input, params: { id = "", commentId = "" }, request, url }) => {
    await changeComment(ctx, { ref: id, commentId }, input);
    const issueHref = paths.issue(id, Object.fromEntries(url.searchParams));
    return redirectWithToast(request, issueHref, { tone: "success", text: "Comment saved." });
  },
);

export default function EditComment() {
  const { issueHref, body, version, constraint, formKey } = useLoaderData<typeof loader>();
  const actionForm = useActionForm<z.input<typeof CommentChange>>({
    id: "edit-comment",
    constraint,
    defaultValue: { body },
  });
  return (
    <FormDialog
      title="Edit comment"
      size="large"
      actionForm={actionForm}
      labels={{ body: "Comment" }}
      formKey={formKey}
      version={version}
      conflict={{ noun: "comment", discardHref: issueHref }}
      submit="Save comment"
    >
      <MarkdownField field={actionForm.fields.body} label="Comment" rows={8} />
    </FormDialog>
  );
}
