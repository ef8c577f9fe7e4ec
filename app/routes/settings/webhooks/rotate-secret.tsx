import { getZodConstraint } from "@conform-to/zod/v4";
import { useActionData, useLoaderData } from "@remix-run/react";
import type { z } from "zod";
import { FormDialog } from "~/components/forms/form-dialog";
import { PasswordField } from "~/components/forms/password-field";
import { useActionForm } from "~/components/forms/use-action-form";
import { formatDateTime } from "~/domain/shared/date-format";
import { allowAdmin, allowPerson } from "~/domain/shared/permissions";
import { readEndpoint, rotateSecret } from "~/domain/webhooks/change.server";
import { ConfirmRotation } from "~/domain/webhooks/schema";
import { formAction } from "~/http/form-action";
import { pageLoader } from "~/http/page-loader";
import { clientInfo } from "~/http/sign-in.server";
import { endpointLabels } from "./endpoint-fields";
import { SigningSecret } from "./signing-secret";

export { DialogError as ErrorBoundary, dialogHandle as handle } from "~/components/feedback/dialog-error";
export { clientAction } from "~/lib/client-action";
export { shouldRevalidate } from "~/lib/revalidation";

export const loader = pageLoader(async ({ ctx, params }) => {
  const { url } = await readEndpoint(ctx, params.endpointId ?? "");
  const { email } = allowPerson(ctx);
  return { host: new URL(url).host, email, constraint: getZodConstraint(ConfirmRotation), formKey: ctx.newId() };
});

export const action = formAction(ConfirmRotation, async ({ ctx, input, params, request }) => {
  const { timeZone } = allowAdmin(ctx);
  const rotated = await rotateSecret(ctx, params.endpointId ?? "", input, clientInfo(request, ctx));
  const previousUntil = formatDateTime(Date.parse(rotated.previousSignsUntil), { zone: timeZone, year: true });
  return { made: { secret: rotated.secret, previousUntil } };
});

export default function RotateSecret() {
  const answer = useActionData<typeof action>();
  return answer && "made" in answer ? <SigningSecret {...answer.made} /> : <RotateForm />;
}

function RotateForm() {
  const { host, email, constraint, formKey } = useLoaderData<typeof loader>();
  const actionForm = useActionForm<z.input<typeof ConfirmRotation>>({
    ...{ id: "rotate-secret", constraint, noun: "secret" },
  });
  return (
    <FormDialog
      title="Rotate the signing secret?"
      description={`${host} gets a new secret. Both sign for 24 hours, so you can switch over.`}
      {...{ actionForm, labels: endpointLabels, formKey }}
      submit="Rotate secret"
    >
      <input type="hidden" name="username" autoComplete="username" value={email} />
      <PasswordField
        field={actionForm.fields.currentPassword}
        label={endpointLabels.currentPassword}
        autoComplete="current-password"
      />
    </FormDialog>
  );
}
