import { Form, Link, useLoaderData, useSearchParams } from "@remix-run/react";
import type { z } from "zod";
import { DateText } from "~/components/date-text";
import { FormSummary } from "~/components/forms/form-summary";
import { HiddenFields } from "~/components/forms/hidden-fields";
import { useActionForm } from "~/components/forms/use-action-form";
import { useClearedOnceSaved } from "~/components/forms/use-cleared-once-saved";
import { Section } from "~/components/section";
import { TextLink } from "~/components/text-link";
import { Button } from "~/components/ui/button";
import { Card } from "~/components/ui/card";
import { ErrorLine } from "~/components/work-orders/error-line";
import { useInlineForm } from "~/components/work-orders/use-inline-form";
import type { CommentInput } from "~/domain/issues/schema";
import { paths } from "~/paths";
import { MarkdownField } from "~/routes/bugscout/shared/markdown-field";
import { MarkdownView } from "~/routes/bugscout/shared/markdown-view";
import type { loader } from "./route";

type Data = ReturnType<typeof useLoaderData<typeof loader>>;
type CommentsProps = Pick<
  Data,
  "issue" | "comments" | "earlierThan" | "isEarlier" | "activity" | "zone" | "mayWrite" | "mayManage"
>;

/** Comments and activity in chronological order. */
export function Comments({ issue, comments, activity, zone, mayWrite, mayManage, ...page }: CommentsProps) {
  const entries = [
    ...comments.map((comment) => ({ at: comment.createdAt, id: comment.id, comment })),
    ...activity.map((event) => ({ at: event.at, id: event.id, event })),
  ].sort((a, b) => a.at.localeCompare(b.at) || a.id.localeCompare(b.id));
  return (
    <Section title="Activity">
      {page.earlierThan && (
        <TextLink to={paths.issue(issue.number, { before: page.earlierThan })} className="self-start">
          Show earlier comments
        </TextLink>
      )}
      {issue.isCut.activity && (
        <p className="text-muted-foreground text-sm">Only the latest {activity.length} changes are listed.</p>
      )}
      <ol className="flex flex-col gap-4">
        {entries.map((entry) => (
          <li key={entry.id}>
            {"comment" in entry ? (
              <CommentCard
                comment={entry.comment}
                number={issue.number}
                zone={zone}
                mayChange={mayWrite && (entry.comment.isMine || mayManage)}
              />
            ) : (
              <p className="px-3 text-muted-foreground text-sm">
                {entry.event.text}, <DateText at={entry.at} zone={zone} />
              </p>
            )}
          </li>
        ))}
      </ol>
      {page.isEarlier && (
        <TextLink to={paths.issue(issue.number)} className="self-start">
          Show latest comments
        </TextLink>
      )}
      {mayWrite && !page.isEarlier && <NewComment />}
    </Section>
  );
}

interface CommentCardProps {
  comment: Data["comments"][number];
  number: number;
  zone: string;
  mayChange: boolean;
}

function CommentCard({ comment, number, zone, mayChange }: CommentCardProps) {
  const { id, author, authorUrl, html, createdAt, version } = comment;
  const { fetcher, busy, error, sessionEnded } = useInlineForm();
  const [search] = useSearchParams();
  return (
    <Card as="article" aria-label={`Comment by ${author ?? "Plenum"}`}>
      <header className="flex flex-wrap items-center gap-x-3 border-border border-b px-3 py-1.5 text-sm">
        <span className="font-medium">
          {authorUrl ? (
            <a href={authorUrl} rel="nofollow noopener noreferrer" target="_blank" className="text-link">
              {author}
            </a>
          ) : (
            (author ?? "Plenum")
          )}
        </span>
        <span className="grow text-muted-foreground">
          <DateText at={createdAt} zone={zone} />
          {version > 1 && " (edited)"}
        </span>
        {mayChange && (
          <>
            <Button asChild variant="ghost" size="sm">
              <Link to={paths.issueComment(number, id, Object.fromEntries(search))} preventScrollReset>
                Edit<span className="sr-only"> comment</span>
              </Link>
            </Button>
            <fetcher.Form method="post">
              <input type="hidden" name="intent" value="deleteComment" />
              <input type="hidden" name="commentId" value={id} />
              <Button type="submit" variant="ghost" size="sm" loading={busy}>
                Delete<span className="sr-only"> comment</span>
              </Button>
            </fetcher.Form>
          </>
        )}
      </header>
      {error && (
        <div className="px-3 pt-3">
          <ErrorLine>{error}</ErrorLine>
        </div>
      )}
      <MarkdownView html={html} className="p-3" />
      {sessionEnded}
    </Card>
  );
}

function NewComment() {
  const { constraint, formKey } = useLoaderData<typeof loader>();
  const { form, fields, sessionEnded, ...state } = useActionForm<z.input<typeof CommentInput>>({
    id: "comment",
    constraint,
    intent: "comment",
    noun: "comment",
  });
  return (
    <Form
      ref={useClearedOnceSaved(state)}
      method="post"
      id={form.id}
      preventScrollReset
      replace
      className="flex flex-col gap-2"
    >
      <FormSummary form={form} labels={{ body: "Comment" }} />
      <HiddenFields {...{ ...state, formKey }} intent="comment" />
      <MarkdownField field={fields.body} label="Comment" rows={3} />
      <div>
        <Button type="submit" variant="outline" loading={state.isSaving}>
          Add comment
        </Button>
      </div>
      {sessionEnded}
    </Form>
  );
}
