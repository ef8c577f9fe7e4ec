import { getZodConstraint } from "@conform-to/zod/v4";
import { useLoaderData } from "@remix-run/react";
import type { z } from "zod";
import { FormDialog } from "~/components/forms/form-dialog";
import { PasswordField } from "~/components/forms/password-field";
import { useActionForm } from "~/components/forms/use-action-form";
import { findPasskeyName, removePasskey } from "~/domain/auth/passkeys/change.server";
import { RemovePasskey } from "~/domain/auth/passkeys/schema";
import { allowPerson } from "~/domain/shared/permissions";
import { formAction } from "~/http/form-action";
import { memberLoader } from "~/http/page-loader";
import { clientInfo } from "~/http/sign-in.server";
import { redirectWithToast } from "~/http/toast.server";
import { paths } from "~/paths";

export { DialogError as ErrorBoundary, dialogHandle as handle } from "~/components/feedback/dialog-error";
export { clientAction } from "~/lib/client-action";
export { shouldRevalidate } from "~/lib/revalidation";

export const loader = memberLoader(async ({ ctx, params }) => ({
  name: await findPasskeyName(ctx, params.id ?? ""),
  email: allowPerson(ctx).email,
  constraint: getZodConstraint(RemovePasskey),
  formKey: ctx.newId(),
}));

export const action = formAction(RemovePasskey, async ({ ctx, input, params, request }) => {
  await removePasskey(ctx, params.id ?? "", { password: input.currentPassword, browser: clientInfo(request, ctx) });
  return redirectWithToast(request, paths.profile(), { tone: "success", text: "Passkey deleted." });
});

const labels = { currentPassword: "Current password" };

export default function DeletePasskey() {
  const { name, email, constraint, formKey } = useLoaderData<typeof loader>();
  const actionForm = useActionForm<z.input<typeof RemovePasskey>>({ id: "delete-passkey", constraint });
  return (
    <FormDialog
      size="small"
      title={`Delete ${name}?`}
      {...{ actionForm, labels, formKey }}
      submit="Delete passkey"
      tone="destructive"
    >
      <p className="text-muted-foreground">
        It no longer signs you in. Without another passkey or an authenticator app, your password alone is enough. You
        can remove it from your device or password manager afterward.
      </p>
      <input type="hidden" name="username" autoComplete="username" value={email} />
      <PasswordField
        field={actionForm.fields.currentPassword}
        label={labels.currentPassword}
        autoComplete="current-password"
      />
    </FormDialog>
  );
}
