import { getZodConstraint } from "@conform-to/zod/v4";
import { useLoaderData } from "@remix-run/react";
import type { z } from "zod";
import { FormDialog } from "~/components/forms/form-dialog";
import { PasswordField } from "~/components/forms/password-field";
import { PermissionTable } from "~/components/forms/permission-table";
import { SelectField } from "~/components/forms/select-field";
import { TextField } from "~/components/forms/text-field";
import { useActionForm } from "~/components/forms/use-action-form";
import { API_KEY_LIFETIMES, lifetimeLabels } from "~/domain/api-keys/api-key";
import { createApiKey } from "~/domain/api-keys/change.server";
import { ApiKeyInput } from "~/domain/api-keys/schema";
import { choicesOf } from "~/domain/shared/choices";
import { allowAdmin, allowPerson } from "~/domain/shared/permissions";
import { formAction } from "~/http/form-action";
import { pageLoader } from "~/http/page-loader";
import { clientInfo } from "~/http/sign-in.server";
import { useActionAnswer } from "~/lib/use-action-answer";
import { ShownOnce } from "~/routes/settings/shared/shown-once";

export { DialogError as ErrorBoundary, dialogHandle as handle } from "~/components/feedback/dialog-error";
export { clientAction } from "~/lib/client-action";
export { shouldRevalidate } from "~/lib/revalidation";

export const loader = pageLoader(({ ctx }) => {
  allowAdmin(ctx);
  return { email: allowPerson(ctx).email, constraint: getZodConstraint(ApiKeyInput), formKey: ctx.newId() };
});

export const action = formAction(ApiKeyInput, async ({ ctx, input, request }) => {
  const { key } = await createApiKey(ctx, input, clientInfo(request, ctx));
  return { made: { secret: key, name: input.name } };
});

const labels = { name: "Name", permissions: "Permissions", expires: "Expires", currentPassword: "Current password" };
const lifetimes = choicesOf(API_KEY_LIFETIMES, lifetimeLabels);

export default function NewApiKey() {
  const answer = useActionAnswer<typeof action>();
  return answer && "made" in answer ? <MadeKey {...answer.made} /> : <KeyForm />;
}

function KeyForm() {
  const { email, constraint, formKey } = useLoaderData<typeof loader>();
  const actionForm = useActionForm<z.input<typeof ApiKeyInput>>({
    id: "new-api-key",
    constraint,
    noun: "API key",
    defaultValue: { expires: "1_year" },
  });
  const { fields } = actionForm;
  const problem = fields.permissions.errors?.[0];
  return (
    <FormDialog
      title="New API key"
      description="For one program. It can do only what you choose here, and nothing in your own account."
      {...{ actionForm, labels, formKey }}
      submit="Create key"
    >
      <TextField field={fields.name} label={labels.name} description="The program that will use it." autoFocus />
      <fieldset aria-describedby={problem ? "permissions-problem" : undefined}>
        <legend className="font-medium text-sm">{labels.permissions}</legend>
        <p className="text-muted-foreground text-sm">Manage includes write, write includes read.</p>
        {problem && (
          <p id="permissions-problem" className="text-bad text-sm">
            {problem}
          </p>
        )}
        <PermissionTable has={() => false} />
      </fieldset>
      <SelectField field={fields.expires} label={labels.expires} choices={lifetimes} />
      <input type="hidden" name="username" autoComplete="username" value={email} />
      <PasswordField field={fields.currentPassword} label={labels.currentPassword} autoComplete="current-password" />
    </FormDialog>
  );
}

/** The new key, shown only once. */
function MadeKey({ name, secret }: { name: string; secret: string }) {
  return (
    <ShownOnce title={`API key for ${name}`} secret={secret} noun={{ name: "API key", short: "key" }}>
      <p>Store it with the program's other secrets. It is not shown again. If you lose it, create another.</p>
    </ShownOnce>
  );
}
