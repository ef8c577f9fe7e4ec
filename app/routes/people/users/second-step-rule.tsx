import { getZodConstraint } from "@conform-to/zod/v4";
import { useLoaderData } from "@remix-run/react";
import type { z } from "zod";
import { FormDialog } from "~/components/forms/form-dialog";
import { PasswordField } from "~/components/forms/password-field";
import { useActionForm } from "~/components/forms/use-action-form";
import { SecondStepRule } from "~/domain/auth/schema";
import { readSecondStepRule, setSecondStepRule } from "~/domain/people/second-step-rule.server";
import { allowPerson } from "~/domain/shared/permissions";
import { formAction } from "~/http/form-action";
import { pageLoader } from "~/http/page-loader";
import { clientInfo } from "~/http/sign-in.server";
import { redirectWithToast } from "~/http/toast.server";
import { paths } from "~/paths";

export { DialogError as ErrorBoundary, dialogHandle as handle } from "~/components/feedback/dialog-error";
export { clientAction } from "~/lib/client-action";
export { shouldRevalidate } from "~/lib/revalidation";

export const loader = pageLoader(async ({ ctx }) => ({
  ...(await readSecondStepRule(ctx)),
  email: allowPerson(ctx).email,
  constraint: getZodConstraint(SecondStepRule),
  formKey: ctx.newId(),
}));

export const action = formAction(SecondStepRule, async ({ ctx, input, request, url }) => {
  await setSecondStepRule(ctx, input, clientInfo(request, ctx));
  const text = input.required
    ? "Admins now need two-step verification."
    : "Admins can sign in without two-step verification.";
  const list = paths.users(Object.fromEntries(url.searchParams));
  return redirectWithToast(request, list, { tone: "success", text });
});

const labels = { currentPassword: "Current password" };

export default function SecondStepRuleDialog() {
  const { required, adminsWithout, email, constraint, formKey } = useLoaderData<typeof loader>();
  const actionForm = useActionForm<z.input<typeof SecondStepRule>>({ id: "second-step-rule", constraint });
  return (
    <FormDialog
      size="small"
      title={required ? "Let Admins in without two-step verification?" : "Require two-step verification for Admins?"}
      {...{ actionForm, labels, formKey }}
      submit={required ? "Stop requiring it" : "Require it"}
    >
      <p className="text-muted-foreground">{required ? WHAT_STOPS : whatFollows(adminsWithout)}</p>
      <input type="hidden" name="required" value={String(!required)} />
      <input type="hidden" name="username" autoComplete="username" value={email} />
      <PasswordField
        field={actionForm.fields.currentPassword}
        label={labels.currentPassword}
        autoComplete="current-password"
      />
    </FormDialog>
  );
}

const WHAT_STOPS = "Admins who have it on keep it and can turn it off. The others need only a password.";

function whatFollows(adminsWithout: number): string {
  if (adminsWithout === 0) return "Every Admin has it on already. None of them can turn it off anymore.";
  const who = adminsWithout === 1 ? "One Admin has" : `${adminsWithout} Admins have`;
  return `${who} not turned it on yet and must do so before opening the business.`;
}
