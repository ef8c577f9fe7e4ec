import { getZodConstraint } from "@conform-to/zod/v4";
import { useLoaderData } from "@remix-run/react";
import type { z } from "zod";
import { FormDialog } from "~/components/forms/form-dialog";
import { PasswordField } from "~/components/forms/password-field";
import { useActionForm } from "~/components/forms/use-action-form";
import { findPasskeyName, isLastSecondStep, removePasskey } from "~/domain/auth/passkeys/change.server";
import { askForOwnPasskey } from "~/domain/auth/second-step/accept-second-step.server";
import { SecondStepChangeForm } from "~/domain/auth/second-step/schema";
import { allowPerson } from "~/domain/shared/permissions";
import { formAction } from "~/http/form-action";
import { memberLoader } from "~/http/page-loader";
import { clientInfo } from "~/http/sign-in.server";
import { redirectWithToast } from "~/http/toast.server";
import { paths } from "~/paths";
import { PasswordAndCode } from "./password-and-code";

export { DialogError as ErrorBoundary, dialogHandle as handle } from "~/components/feedback/dialog-error";
export { clientAction } from "~/lib/client-action";
export { shouldRevalidate } from "~/lib/revalidation";

export const loader = memberLoader(async ({ ctx, params }) => {
  const id = params.id ?? "";
  const [name, isLast, prompt] = await Promise.all([
    findPasskeyName(ctx, id),
    isLastSecondStep(ctx, id),
    askForOwnPasskey(ctx),
  ]);
  return {
    ...{ name, isLast, prompt, email: allowPerson(ctx).email },
    constraint: getZodConstraint(SecondStepChangeForm),
    formKey: ctx.newId(),
  };
});

export const action = formAction(SecondStepChangeForm, async ({ ctx, input, params, request }) => {
  await removePasskey(ctx, params.id ?? "", { ...input, browser: clientInfo(request, ctx) });
  return redirectWithToast(request, paths.profile(), { tone: "success", text: "Passkey deleted." });
});

const labels = { currentPassword: "Current password" };

export default function DeletePasskey() {
  const { name, isLast, prompt, email, constraint, formKey } = useLoaderData<typeof loader>();
  const actionForm = useActionForm<z.input<typeof SecondStepChangeForm>>({ id: "delete-passkey", constraint });
  const dialog = { title: `Delete ${name}?`, tone: "destructive" } as const;
  if (isLast)
    return (
      <PasswordAndCode {...{ ...dialog, email, prompt, constraint }} confirm="Delete passkey" onlyRecoveryCodes>
        It no longer signs you in, and two-step verification turns off: your password alone is enough. You can remove it
        from your device or password manager afterward.
      </PasswordAndCode>
    );
  return (
    <FormDialog size="small" {...{ ...dialog, actionForm, labels, formKey }} submit="Delete passkey">
      <p className="text-muted-foreground">
        It no longer signs you in. You can remove it from your device or password manager afterward.
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
