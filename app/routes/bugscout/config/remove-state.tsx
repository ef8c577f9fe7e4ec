import { getZodConstraint } from "@conform-to/zod/v4";
import { useLoaderData } from "@remix-run/react";
import type { z } from "zod";
import { FormDialog } from "~/components/forms/form-dialog";
import { SelectField } from "~/components/forms/select-field";
import { useActionForm } from "~/components/forms/use-action-form";
import { findState, listStates, removeState } from "~/domain/issues/config/states.server";
import { StateReplacement } from "~/domain/issues/schema";
import { allow } from "~/domain/shared/permissions";
import { formAction } from "~/http/form-action";
import { pageLoader } from "~/http/page-loader";
import { redirectWithToast } from "~/http/toast.server";
import { paths } from "~/paths";

export { DialogError as ErrorBoundary, dialogHandle as handle } from "~/components/feedback/dialog-error";
export { clientAction } from "~/lib/client-action";
export { shouldRevalidate } from "~/lib/revalidation";

export const loader = pageLoader(async ({ ctx, params }) => {
  allow(ctx, "issues.manage");
  const [state, all] = await Promise.all([findState(ctx, params.stateId ?? ""), listStates(ctx)]);
  const others = all.filter(({ id, category }) => id !== state.id && category === state.category);
  return { state, others, constraint: getZodConstraint(StateReplacement), formKey: ctx.newId() };
});

export const action = formAction(StateReplacement, async ({ ctx, input, params, request }) => {
  await removeState(ctx, params.stateId ?? "", input);
  return redirectWithToast(request, paths.issueConfig(), { tone: "success", text: "State removed." });
});

const labels = { replacement: "Move its issues to" };

export default function RemoveState() {
  const { state, others, constraint, formKey } = useLoaderData<typeof loader>();
  const { name, count, category } = state;
  const actionForm = useActionForm<z.input<typeof StateReplacement>>({
    id: "remove-state",
    constraint,
    noun: "choice",
    defaultValue: { replacement: others[0]?.id },
  });
  return (
    <FormDialog
      title={`Remove ${name}?`}
      size="small"
      actionForm={actionForm}
      labels={labels}
      formKey={formKey}
      tone="destructive"
      submit="Remove state"
    >
      <p>
        {count === 0
          ? "No issue outside the trash is in this state."
          : `${count.toLocaleString("en-US")} ${count === 1 ? "issue is" : "issues are"} in this state.`}
      </p>
      {others.length === 0 ? (
        <p className="text-muted-foreground">
          It is the only state that is {category}. Add another one first, so that its issues have somewhere to go.
        </p>
      ) : (
        <SelectField
          field={actionForm.fields.replacement}
          label={labels.replacement}
          choices={others.map(({ id, name: label }) => ({ value: id, label }))}
        />
      )}
    </FormDialog>
  );
}
