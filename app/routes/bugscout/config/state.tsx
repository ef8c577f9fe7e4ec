import { getZodConstraint } from "@conform-to/zod/v4";
import { Link, useLoaderData } from "@remix-run/react";
import type { z } from "zod";
import { CheckboxField } from "~/components/forms/checkbox-field";
import { FormDialog } from "~/components/forms/form-dialog";
import { SelectField } from "~/components/forms/select-field";
import { TextField } from "~/components/forms/text-field";
import { useActionForm } from "~/components/forms/use-action-form";
import { Button } from "~/components/ui/button";
import { createState, findState, updateState } from "~/domain/issues/config/states.server";
import { STATE_KIND_LABELS, STATE_KINDS } from "~/domain/issues/issue";
import { StateForm, StateInput } from "~/domain/issues/schema";
import { choicesOf } from "~/domain/shared/choices";
import { allow } from "~/domain/shared/permissions";
import { formActions, formCase } from "~/http/form-action";
import { pageLoader } from "~/http/page-loader";
import { redirectWithToast } from "~/http/toast.server";
import { paths } from "~/paths";

export { DialogError as ErrorBoundary, dialogHandle as handle } from "~/components/feedback/dialog-error";
export { clientAction } from "~/lib/client-action";
export { shouldRevalidate } from "~/lib/revalidation";

export const loader = pageLoader(async ({ ctx, params }) => {
  allow(ctx, "issues.manage");
  const state = params.stateId ? await findState(ctx, params.stateId) : null;
  return { state, constraint: getZodConstraint(StateInput), formKey: ctx.newId() };
});

const saved = (request: Request, text: string) =>
  redirectWithToast(request, paths.issueConfig(), { tone: "success", text });

export const action = formActions({
  create: formCase(StateInput, async ({ ctx, input, request }) => {
    await createState(ctx, input);
    return saved(request, `${input.name} added.`);
  }),
  change: formCase(StateForm, async ({ ctx, input: { isDefaultColor, color, ...input }, params, request }) => {
    await updateState(ctx, params.stateId ?? "", { ...input, color: isDefaultColor ? null : color });
    return saved(request, `${input.name} saved.`);
  }),
});

const labels = {
  name: "Name",
  kind: "On a code host",
  color: "Color",
  isDefaultColor: "Use the default color",
};
const DEFAULT_COLOR = "#64748b";

export default function StateDialog() {
  const { state, constraint, formKey } = useLoaderData<typeof loader>();
  const actionForm = useActionForm<Partial<z.input<typeof StateForm>> & z.input<typeof StateInput>>({
    id: "state",
    constraint,
    noun: "state",
    defaultValue: state
      ? { name: state.name, color: state.color ?? DEFAULT_COLOR, isDefaultColor: state.color === null }
      : { kind: "open", color: DEFAULT_COLOR },
  });
  const { fields } = actionForm;
  return (
    <FormDialog
      title={state ? "Edit state" : "New state"}
      size="small"
      actionForm={actionForm}
      labels={labels}
      formKey={formKey}
      intent={state ? "change" : "create"}
      version={state?.version}
      conflict={state ? { noun: "state", discardHref: paths.issueConfig() } : undefined}
      submit={state ? "Save state" : "Add state"}
      aside={
        state && (
          <Button asChild variant="ghost" className="mr-auto">
            <Link to={paths.removeIssueState(state.id)} preventScrollReset>
              Remove state
            </Link>
          </Button>
        )
      }
    >
      <TextField field={fields.name} label={labels.name} autoComplete="off" />
      {!state && (
        <SelectField
          field={fields.kind}
          label={labels.kind}
          choices={choicesOf(STATE_KINDS, STATE_KIND_LABELS)}
          description="This can't be changed later. To open or close an issue, move it to another state."
        />
      )}
      <TextField field={fields.color} label={labels.color} type="color" />
      {state && <CheckboxField field={fields.isDefaultColor} label={labels.isDefaultColor} />}
    </FormDialog>
  );
}
