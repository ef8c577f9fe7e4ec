import { getZodConstraint } from "@conform-to/zod/v4";
import type { MetaFunction } from "@remix-run/cloudflare";
import { Link, useLoaderData } from "@remix-run/react";
import { ChoiceListField } from "~/components/forms/choice-list-field";
import { FormDialog } from "~/components/forms/form-dialog";
import { SelectField } from "~/components/forms/select-field";
import { TextField } from "~/components/forms/text-field";
import { useActionForm } from "~/components/forms/use-action-form";
import { issueChoices } from "~/domain/issues/choices.server";
import { createIssue } from "~/domain/issues/create.server";
import { formatIssueNumber } from "~/domain/issues/issue";
import { NewIssueForm } from "~/domain/issues/schema";
import { allow } from "~/domain/shared/permissions";
import { formAction } from "~/http/form-action";
import { pageLoader } from "~/http/page-loader";
import { redirectWithToast } from "~/http/toast.server";
import { useSearch } from "~/lib/use-search";
import { paths } from "~/paths";
import { MarkdownField } from "~/routes/bugscout/shared/markdown-field";
import { usePriorityChoices } from "~/routes/bugscout/shared/use-priorities";

export { DialogError as ErrorBoundary, dialogHandle as handle } from "~/components/feedback/dialog-error";
export { clientAction } from "~/lib/client-action";
export { shouldRevalidate } from "~/lib/revalidation";

export const meta: MetaFunction = () => [{ title: "New issue · Plenum" }];

export const loader = pageLoader(async ({ ctx, url }) => {
  allow(ctx, "issues.write");
  return {
    choices: await issueChoices(ctx),
    constraint: getZodConstraint(NewIssueForm),
    formKey: ctx.newId(),
    about: { workOrderId: url.searchParams.get("workOrderId"), equipmentId: url.searchParams.get("equipmentId") },
  };
});

export const action = formAction(NewIssueForm, async ({ ctx, input, request }) => {
  const { id } = await createIssue(ctx, input);
  return redirectWithToast(request, paths.issue(id), { tone: "success", text: "Issue added." });
});

const labels = {
  title: "Title",
  body: "Description",
  stateId: "State",
  priority: "Priority",
  projectId: "Project",
  assigneeId: "Assignee",
  labelIds: "Labels",
  workOrderId: "Work order",
  equipmentId: "Equipment",
};

const options = (rows: readonly { id: string; name: string }[]) =>
  rows.map(({ id, name }) => ({ value: id, label: name }));

interface Similar {
  similar: { number: number; title: string; isClosed: boolean }[];
}

export default function NewIssue() {
  const { choices, constraint, formKey, about } = useLoaderData<typeof loader>();
  const priorities = usePriorityChoices();
  const actionForm = useActionForm<NewIssueForm>({
    id: "issue",
    constraint,
    noun: "issue",
    defaultValue: { stateId: choices.states[0]?.id, priority: "none" },
  });
  const { fields } = actionForm;
  const { data, search } = useSearch<Similar>(paths.similarIssues);
  return (
    <FormDialog
      title="New issue"
      size="large"
      actionForm={actionForm}
      labels={labels}
      formKey={formKey}
      submit="Add issue"
    >
      <TextField
        field={fields.title}
        label={labels.title}
        autoComplete="off"
        onChange={(event) => search(event.target.value)}
      />
      <SimilarIssues similar={data?.similar ?? []} />
      <MarkdownField field={fields.body} label={labels.body} rows={6} />
      <div className="grid gap-4 sm:grid-cols-2">
        <SelectField field={fields.stateId} label={labels.stateId} choices={options(choices.states)} />
        <SelectField field={fields.priority} label={labels.priority} choices={priorities} />
        <SelectField
          field={fields.projectId}
          label={labels.projectId}
          choices={options(choices.projects)}
          placeholder="No project"
        />
        <SelectField
          field={fields.assigneeId}
          label={labels.assigneeId}
          choices={options(choices.people)}
          placeholder="Unassigned"
        />
      </div>
      {choices.labels.length > 0 && (
        <ChoiceListField
          field={fields.labelIds}
          label={labels.labelIds}
          choices={options(choices.labels)}
          type="checkbox"
          className="sm:columns-2"
        />
      )}
      {about.workOrderId && <input type="hidden" name="workOrderId" value={about.workOrderId} />}
      {about.equipmentId && <input type="hidden" name="equipmentId" value={about.equipmentId} />}
    </FormDialog>
  );
}

/** Possible duplicates, shown while the title is being typed. */
function SimilarIssues({ similar }: Similar) {
  return (
    <div role="status">
      {similar.length > 0 && (
        <div className="rounded-md border border-border bg-muted p-3 text-sm">
          <p className="font-medium">Possible duplicates</p>
          <ul className="mt-1 flex flex-col gap-1">
            {similar.map(({ number, title, isClosed }) => (
              <li key={number}>
                <Link to={paths.issue(number)} target="_blank" className="text-link underline-offset-4 hover:underline">
                  {formatIssueNumber(number)} {title}
                </Link>
                {isClosed && <span className="text-muted-foreground"> (closed)</span>}
              </li>
            ))}
          </ul>
        </div>
      )}
    </div>
  );
}
