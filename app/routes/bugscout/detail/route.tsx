import { getZodConstraint } from "@conform-to/zod/v4";
import type { MetaFunction } from "@remix-run/cloudflare";
import { Form, Link, Outlet, useLoaderData, useSearchParams } from "@remix-run/react";
import { DateText } from "~/components/date-text";
import { RefusedAction } from "~/components/feedback/refused-action";
import { PageHeader } from "~/components/page-header";
import { Section } from "~/components/section";
import { AddTodoItem } from "~/components/todos/add-todo";
import { Button } from "~/components/ui/button";
import { DropdownMenuItem } from "~/components/ui/dropdown-menu";
import { issueOnHost } from "~/domain/code-hosts/issue-link.server";
import { issueChoices } from "~/domain/issues/choices.server";
import { addComment, deleteComment } from "~/domain/issues/comments.server";
import { listPriorities } from "~/domain/issues/config/priorities.server";
import { issueDetail } from "~/domain/issues/detail.server";
import { authorOf, formatIssueNumber } from "~/domain/issues/issue";
import { CommentChoice, CommentInput, FactForm } from "~/domain/issues/schema";
import { deleteIssue, restoreIssue } from "~/domain/issues/trash.server";
import { updateIssue } from "~/domain/issues/update.server";
import { Nothing } from "~/domain/shared/fields";
import { allow, can } from "~/domain/shared/permissions";
import { formActions, formCase } from "~/http/form-action";
import { pageLoader } from "~/http/page-loader";
import { redirectWithToast } from "~/http/toast.server";
import { paths } from "~/paths";
import { MarkdownView } from "~/routes/bugscout/shared/markdown-view";
import { IssuePriorityMark, IssueStateBadge } from "~/routes/bugscout/shared/marks";
import { activityEntries } from "./activity";
import { Attachments } from "./attachments";
import { Comments } from "./comments";
import { Facts } from "./facts";
import { OnHost } from "./on-host";

export { NestedError as ErrorBoundary } from "~/components/feedback/nested-error";
export { clientAction } from "~/lib/client-action";
export { shouldRevalidate } from "~/lib/revalidation";

export const meta: MetaFunction<typeof loader> = ({ data }) => [
  { title: data ? `${formatIssueNumber(data.issue.number)} ${data.issue.title} · Plenum` : "Issue · Plenum" },
];

export const loader = pageLoader(async ({ ctx, params, url }) => {
  const me = allow(ctx, "issues.read");
  const before = url.searchParams.get("before");
  const [issue, onHost, choices, priorities, { markdownToHtml }] = await Promise.all([
    issueDetail(ctx, params.id ?? "", { before }),
    issueOnHost(ctx, params.id ?? ""),
    issueChoices(ctx),
    listPriorities(ctx),
    import("~/routes/bugscout/shared/markdown"),
  ]);
  const mayManage = can(me, "issues.manage");
  const { body, comments, earlierThan, activity, attachments, ...facts } = issue;
  return {
    ...{ earlierThan, isEarlier: before !== null },
    issue: { ...facts, author: authorOf(issue) },
    html: markdownToHtml(body, "issue"),
    comments: comments.map(({ body: text, userId, ...comment }) => ({
      ...comment,
      html: markdownToHtml(text, comment.id),
      author: authorOf(comment),
      isMine: userId !== null && userId === me.userId,
    })),
    attachments: attachments.map(({ userId, firstName, lastName, ...attachment }) => ({
      ...attachment,
      by: firstName === null ? null : `${firstName} ${lastName ?? ""}`.trim(),
      mayRemove: mayManage || (userId !== null && userId === me.userId),
    })),
    activity: activityEntries(activity, { ...choices, priorities }),
    ...{ choices, priorities },
    onHost,
    constraint: getZodConstraint(CommentInput),
    formKey: ctx.newId(),
    zone: me.timeZone,
    mayWrite: can(me, "issues.write"),
    mayManage,
  };
});

export const action = formActions({
  change: formCase(FactForm, async ({ ctx, input, params }) => {
    await updateIssue(ctx, params.id ?? "", input);
    return { done: true };
  }),
  comment: formCase(CommentInput, async ({ ctx, input, params }) => {
    await addComment(ctx, params.id ?? "", input);
    return { done: true };
  }),
  deleteComment: formCase(CommentChoice, async ({ ctx, input, params }) => {
    await deleteComment(ctx, { ref: params.id ?? "", commentId: input.commentId });
    return { done: true };
  }),
  delete: formCase(Nothing, async ({ ctx, params, request }) => {
    const { id } = await deleteIssue(ctx, params.id ?? "");
    return redirectWithToast(request, paths.issues(), {
      ...{ tone: "success", text: "Issue moved to the trash." },
      undo: { action: paths.issue(id), fields: { intent: "restore" } },
    });
  }),
  restore: formCase(Nothing, async ({ ctx, params, request }) => {
    const { id } = await restoreIssue(ctx, params.id ?? "");
    return redirectWithToast(request, paths.issue(id), { tone: "success", text: "Issue restored." });
  }),
});

export default function Issue() {
  const data = useLoaderData<typeof loader>();
  const { issue, html, zone, mayWrite } = data;
  const { number, title, stateId, stateName, stateColor, category, priority, author, createdAt, deletedAt } = issue;
  const isDeleted = deletedAt !== null;
  const [search] = useSearchParams();
  const query = Object.fromEntries(search);
  return (
    <>
      <PageHeader
        title={title}
        facts={
          <>
            <span className="tabular">{formatIssueNumber(number)}</span>
            <IssueStateBadge {...{ stateId, stateName, stateColor, category }} />
            <IssuePriorityMark priority={priority} />
            <span>
              {author ? `by ${author}, ` : "Added by Plenum, "}
              <DateText at={createdAt} zone={zone} />
            </span>
          </>
        }
        action={
          mayWrite &&
          !isDeleted && (
            <Button asChild variant="default">
              <Link to={paths.editIssue(number, query)} preventScrollReset>
                Edit issue
              </Link>
            </Button>
          )
        }
        menu={
          !isDeleted && (
            <>
              <AddTodoItem about="issue" id={issue.id} />
              {mayWrite && !issue.original && (
                <DropdownMenuItem asChild>
                  <Link to={paths.markDuplicate(number, query)} preventScrollReset>
                    Mark as duplicate
                  </Link>
                </DropdownMenuItem>
              )}
              {mayWrite && (
                <Form method="post">
                  <input type="hidden" name="intent" value="delete" />
                  <DropdownMenuItem asChild>
                    <button type="submit">Move to trash</button>
                  </DropdownMenuItem>
                </Form>
              )}
            </>
          )
        }
      />
      {issue.original && (
        <p role="status" className="mb-4 rounded-md border border-border bg-muted p-3">
          This is a duplicate. Work continues in{" "}
          <Link className="text-link" to={paths.issue(issue.original.number)}>
            {formatIssueNumber(issue.original.number)} {issue.original.title}
          </Link>
          .
        </p>
      )}
      {isDeleted ? <RefusedAction /> : <RefusedAction except="comment" />}
      {isDeleted && <InTrash at={deletedAt} zone={zone} mayWrite={mayWrite} />}
      <div className="grid gap-8 lg:grid-cols-[minmax(0,1fr)_18rem]">
        <div className="flex min-w-0 flex-col gap-8">
          <Section title="Description">
            {html ? <MarkdownView html={html} /> : <p className="text-muted-foreground">No description</p>}
          </Section>
          <Attachments {...data} mayWrite={mayWrite && !isDeleted} />
          <Comments {...data} mayWrite={mayWrite && !isDeleted} />
        </div>
        <div className="min-w-0">
          <OnHost onHost={data.onHost} number={number} mayWrite={mayWrite && !isDeleted} />
          <Facts key={data.issue.id} {...data} mayWrite={mayWrite && !isDeleted} />
        </div>
      </div>
      <Outlet />
    </>
  );
}

function InTrash({ at, zone, mayWrite }: { at: string; zone: string; mayWrite: boolean }) {
  return (
    <div
      role="status"
      className="mb-4 flex flex-wrap items-center gap-3 rounded-md border border-warn bg-warn-soft p-3"
    >
      <p className="grow">
        In the trash since <DateText at={at} zone={zone} />
      </p>
      {mayWrite && (
        <Form method="post">
          <input type="hidden" name="intent" value="restore" />
          <Button type="submit" variant="outline" size="sm">
            Restore issue
          </Button>
        </Form>
      )}
    </div>
  );
}
