import { getZodConstraint } from "@conform-to/zod/v4";
import { useLoaderData } from "@remix-run/react";
import type { z } from "zod";
import { CheckboxField } from "~/components/forms/checkbox-field";
import { FormDialog } from "~/components/forms/form-dialog";
import { SelectField } from "~/components/forms/select-field";
import { TextField } from "~/components/forms/text-field";
import { useActionForm } from "~/components/forms/use-action-form";
import { HOST_NAMES } from "~/domain/code-hosts/host";
import { RepositoryAt, RulesFields, RulesForm } from "~/domain/code-hosts/sync/schema";
import {
  CREATION_RULES,
  type CreationRule,
  DIRECTIONS,
  directionLabel,
  FIELD_RULES,
  SYNCED_FIELD_LABELS,
  SYNCED_FIELDS,
} from "~/domain/code-hosts/sync/sync-rules";
import { changeRules, syncedRepository, syncSettings } from "~/domain/code-hosts/sync/sync-settings.server";
import { choicesOf } from "~/domain/shared/choices";
import { notFound } from "~/domain/shared/errors";
import { formAction } from "~/http/form-action";
import { pageLoader } from "~/http/page-loader";
import { redirectWithToast } from "~/http/toast.server";
import { paths } from "~/paths";

export { DialogError as ErrorBoundary, dialogHandle as handle } from "~/components/feedback/dialog-error";
export { clientAction } from "~/lib/client-action";
export { shouldRevalidate } from "~/lib/revalidation";

function repositoryAt(params: unknown): RepositoryAt {
  const { data } = RepositoryAt.safeParse(params);
  if (!data) throw notFound();
  return data;
}

export const loader = pageLoader(async ({ ctx, params }) => {
  const [repository, { projects }] = await Promise.all([
    syncedRepository(ctx, repositoryAt(params)),
    syncSettings(ctx),
  ]);
  return { repository, projects, constraint: getZodConstraint(RulesFields), formKey: ctx.newId() };
});

export const action = formAction(RulesForm, async ({ ctx, input, params, request }) => {
  const { fullName } = await changeRules(ctx, repositoryAt(params), input);
  return redirectWithToast(request, paths.issueSync(), { tone: "success", text: `Rules for ${fullName} saved.` });
});

const creationLabels: Record<CreationRule, string> = {
  never: "Stay here",
  by_hand: "Are created there on request",
  project: "Are created there when they are in the project",
};

export default function SyncRules() {
  const { repository, projects, constraint, formKey } = useLoaderData<typeof loader>();
  const { host, fullName, direction, fieldRules, labels: names, includeConfidential, projectId, creates } = repository;
  const { labels: labelRule, ...rules } = fieldRules;
  const actionForm = useActionForm<z.input<typeof RulesFields>>({
    id: "rules",
    constraint,
    defaultValue: {
      ...{ direction, labels: names.join(", "), includeConfidential: includeConfidential ? "on" : undefined },
      ...{ projectId: projectId ?? "", creates, ...rules, labelRule },
    },
  });
  const { fields } = actionForm;
  const labels = {
    direction: "Direction",
    includeConfidential: "Sync confidential issues too",
    projectId: "Project",
    creates: "Issues added here",
    ...SYNCED_FIELD_LABELS,
    labels: "Synced labels",
    labelRule: SYNCED_FIELD_LABELS.labels,
  };
  const own = [
    { value: "", label: "Same as the repository" },
    ...FIELD_RULES.map((value) => ({ value, label: directionLabel(value, host) })),
  ];
  return (
    <FormDialog
      title={`Rules for ${fullName}`}
      description="They apply to changes from now on. What is not synced stays as it is on each side."
      size="large"
      actionForm={actionForm}
      labels={labels}
      formKey={formKey}
      version={repository.version}
      conflict={{ noun: "repository", discardHref: paths.issueSyncRules(host, repository.id) }}
      submit="Save rules"
    >
      <SelectField
        field={fields.direction}
        label={labels.direction}
        choices={DIRECTIONS.map((value) => ({ value, label: directionLabel(value, host) }))}
      />
      <TextField
        field={fields.labels}
        label={labels.labels}
        description="Separate with commas. Issues with any of these labels are synced. Leave blank for all issues."
        autoComplete="off"
      />
      {host === "gitlab" && (
        <CheckboxField
          field={fields.includeConfidential}
          label={labels.includeConfidential}
          description="Otherwise they are not read, and an issue that becomes confidential is no longer synced."
        />
      )}
      <div className="grid gap-4 sm:grid-cols-2">
        <SelectField
          field={fields.projectId}
          label={labels.projectId}
          description={`Issues that come from ${HOST_NAMES[host]} go into it.`}
          choices={projects.map(({ id, name }) => ({ value: id, label: name }))}
          placeholder="No project"
        />
        <SelectField
          field={fields.creates}
          label={labels.creates}
          choices={choicesOf(CREATION_RULES, creationLabels)}
        />
      </div>
      <fieldset className="grid gap-4 sm:grid-cols-2">
        <legend className="mb-2 font-medium">Fields with their own rule</legend>
        {SYNCED_FIELDS.map((field) => (
          <SelectField
            key={field}
            field={fields[field === "labels" ? "labelRule" : field]}
            label={SYNCED_FIELD_LABELS[field]}
            choices={own}
          />
        ))}
      </fieldset>
    </FormDialog>
  );
}
