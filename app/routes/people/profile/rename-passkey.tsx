import { getZodConstraint } from "@conform-to/zod/v4";
import { useLoaderData } from "@remix-run/react";
import type { z } from "zod";
import { FormDialog } from "~/components/forms/form-dialog";
import { TextField } from "~/components/forms/text-field";
import { useActionForm } from "~/components/forms/use-action-form";
import { findPasskeyName, renamePasskey } from "~/domain/auth/passkeys/change.server";
import { PasskeyName } from "~/domain/auth/passkeys/schema";
import { formAction } from "~/http/form-action";
import { memberLoader } from "~/http/page-loader";
import { redirectWithToast } from "~/http/toast.server";
import { paths } from "~/paths";

export { DialogError as ErrorBoundary, dialogHandle as handle } from "~/components/feedback/dialog-error";
export { clientAction } from "~/lib/client-action";
export { shouldRevalidate } from "~/lib/revalidation";

export const loader = memberLoader(async ({ ctx, params }) => ({
  name: await findPasskeyName(ctx, params.id ?? ""),
  constraint: getZodConstraint(PasskeyName),
  formKey: ctx.newId(),
}));

export const action = formAction(PasskeyName, async ({ ctx, input, params, request }) => {
  await renamePasskey(ctx, params.id ?? "", input.name);
  return redirectWithToast(request, paths.profile(), { tone: "success", text: "Passkey renamed." });
});

const labels = { name: "Name" };

export default function RenamePasskey() {
  const { name, constraint, formKey } = useLoaderData<typeof loader>();
  const actionForm = useActionForm<z.input<typeof PasskeyName>>({
    ...{ id: "rename-passkey", constraint, defaultValue: { name } },
  });
  return (
    <FormDialog size="small" title="Rename passkey" {...{ actionForm, labels, formKey }} submit="Save name">
      <TextField field={actionForm.fields.name} label={labels.name} autoFocus />
    </FormDialog>
  );
}
