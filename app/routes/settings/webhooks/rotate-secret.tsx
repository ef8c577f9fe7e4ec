import { getZodConstraint } from "@conform-to/zod/v4";
import { useLoaderData } from "@remix-run/react";
import type { z } from "zod";
import { FormDialog } from "~/components/forms/form-dialog";
import { PasswordField } from "~/components/forms/password-field";
import { useActionForm } from "~/components/forms/use-action-form";
import { allowAdmin, allowPerson } from "~/domain/shared/permissions";
import { formatDateTime } from "~/domain/shared/time/date-format";
import { readEndpoint, rotateSecret } from "~/domain/webhooks/change.server";
import { ConfirmRotation } from "~/domain/webhooks/schema";
import { formAction } from "~/http/form-action";
import { pageLoader } from "~/http/page-loader";
import { clientInfo } from "~/http/sign-in.server";
import { useActionAnswer } from "~/lib/use-action-answer";
import { endpointLabels } from "./endpoint-fields";
import { SigningSecret } from "./signing-secret";

export { DialogError as ErrorBoundary, dialogHandle as handle } from "~/components/feedback/dialog-error";
export { clientAction } from "~/lib/client-action";
export { shouldRevalidate } from "~/lib/revalidation";

export const loader = pageLoader(async ({ ctx, params }) => {
  const { timeZone } = allowAdmin(ctx);
  const { url, previousSignsUntil } = await readEndpoint(ctx, params.endpointId ?? "");
  const { email } = allowPerson(ctx);
  const bothUntil =
    previousSignsUntil && formatDateTime(Date.parse(previousSignsUntil), { zone: timeZone, year: true });
  return {
    host: new URL(url).host,
    bothUntil,
    email,
    constraint: getZodConstraint(ConfirmRotation),
    formKey: ctx.newId(),
  };
});

export const action = formAction(ConfirmRotation, async ({ ctx, input, params, request }) => {
  const { timeZone } = allowAdmin(ctx);
  const rotated = await rotateSecret(ctx, params.endpointId ?? "", {
    confirmation: input,
    browser: clientInfo(request, ctx),
  });
  const previousUntil = formatDateTime(Date.parse(rotated.previousSignsUntil), { zone: timeZone, year: true });
  return { made: { secret: rotated.secret, previousUntil } };
});

export default function RotateSecret() {
  const answer = useActionAnswer<typeof action>();
  return answer && "made" in answer ? <SigningSecret {...answer.made} /> : <RotateForm />;
}

function RotateForm() {
  const { host, bothUntil, email, constraint, formKey } = useLoaderData<typeof loader>();
  const actionForm = useActionForm<z.input<typeof ConfirmRotation>>({
    ...{ id: "rotate-secret", constraint, noun: "secret" },
  });
  return (
    <FormDialog
      title={bothUntil ? "Rotate the signing secret again?" : "Rotate the signing secret?"}
      description={
        bothUntil
          ? `${host} got a new secret already, and both sign until ${bothUntil}. Rotate again only if that secret was lost: it stops signing at once. The one used before it signs for another 24 hours.`
          : `${host} gets a new secret. Both sign for 24 hours, so you can switch over.`
      }
      {...{ actionForm, labels: endpointLabels, formKey }}
      submit={bothUntil ? "Rotate again" : "Rotate secret"}
    >
      {bothUntil && <input type="hidden" name="again" value="true" />}
      <input type="hidden" name="username" autoComplete="username" value={email} />
      <PasswordField
        field={actionForm.fields.currentPassword}
        label={endpointLabels.currentPassword}
        autoComplete="current-password"
      />
    </FormDialog>
  );
}
