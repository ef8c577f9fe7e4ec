import { getZodConstraint } from "@conform-to/zod/v4";
import { useLoaderData } from "@remix-run/react";
import type { z } from "zod";
import { FormDialog } from "~/components/forms/form-dialog";
import { TextField } from "~/components/forms/text-field";
import { useActionForm } from "~/components/forms/use-action-form";
import { findState, renameState } from "~/domain/issues/projects.server";
import { StateChange } from "~/domain/issues/schema";
import { formAction } from "~/http/form-action";
import { pageLoader } from "~/http/page-loader";
import { redirectWithToast } from "~/http/toast.server";
import { paths } from "~/paths";

export { DialogError as ErrorBoundary, dialogHandle as handle } from "~/components/feedback/dialog-error";
export { clientAction } from "~/lib/client-action";
export { shouldRevalidate } from "~/lib/revalidation";

export const loader = pageLoader(async ({ ctx, params }) => ({
  state: await findState(ctx, params.stateId ?? ""),
  constraint: getZodConstraint(StateChange),
  formKey: ctx.newId(),
}));

export const action = formAction(StateChange, async ({ ctx, input, params, request }) => {
  await renameState(ctx, params.stateId ?? "", input);
  return redirectWithToast(request, paths.issueConfig(), { tone: "success", text: `${input.name} saved.` });
});

export default function StateDialog() {
  const { state, constraint, formKey } = useLoaderData<typeof loader>();
  const actionForm = useActionForm<z.input<typeof StateChange>>({
    id: "state",
    constraint,
    defaultValue: { name: state.name },
  });
  return (
    <FormDialog
      title="Rename state"
      size="small"
      actionForm={actionForm}
      labels={{ name: "Name" }}
      formKey={formKey}
      version={state.version}
      conflict={{ noun: "state", discardHref: paths.issueConfig() }}
      submit="Save state"
    >
      <TextField field={actionForm.fields.name} label="Name" autoComplete="off" />
    </FormDialog>
  );
}
