import { getZodConstraint } from "@conform-to/zod/v4";
import { useLoaderData } from "@remix-run/react";
import type { z } from "zod";
import { FormDialog } from "~/components/forms/form-dialog";
import { SelectField } from "~/components/forms/select-field";
import { TextField } from "~/components/forms/text-field";
import { useActionForm } from "~/components/forms/use-action-form";
import { HOST_KINDS, HOST_NAMES } from "~/domain/code-hosts/host";
import { hostMembers, mapPerson } from "~/domain/code-hosts/people.server";
import { PersonForm } from "~/domain/code-hosts/sync/schema";
import { choicesOf } from "~/domain/shared/choices";
import { formAction } from "~/http/form-action";
import { pageLoader } from "~/http/page-loader";
import { redirectWithToast } from "~/http/toast.server";
import { paths } from "~/paths";

export { DialogError as ErrorBoundary, dialogHandle as handle } from "~/components/feedback/dialog-error";
export { clientAction } from "~/lib/client-action";
export { shouldRevalidate } from "~/lib/revalidation";

export const loader = pageLoader(async ({ ctx }) => ({
  members: await hostMembers(ctx),
  constraint: getZodConstraint(PersonForm),
  formKey: ctx.newId(),
}));

export const action = formAction(PersonForm, async ({ ctx, input, request }) => {
  const { userId, ...at } = input;
  await mapPerson(ctx, at, { userId });
  return redirectWithToast(request, paths.issueSyncPeople(), { tone: "success", text: `${at.login} saved.` });
});

const labels = { host: "Code host", login: "User name", userId: "Member" };

export default function SyncPerson() {
  const { members, constraint, formKey } = useLoaderData<typeof loader>();
  const actionForm = useActionForm<z.input<typeof PersonForm>>({ id: "person", constraint, noun: "account" });
  const { fields } = actionForm;
  return (
    <FormDialog
      title="Add account"
      size="small"
      actionForm={actionForm}
      labels={labels}
      formKey={formKey}
      submit="Add account"
    >
      <SelectField field={fields.host} label={labels.host} choices={choicesOf(HOST_KINDS, HOST_NAMES)} />
      <TextField field={fields.login} label={labels.login} autoComplete="off" autoCapitalize="none" />
      <SelectField
        field={fields.userId}
        label={labels.userId}
        choices={members.map(({ userId, name }) => ({ value: userId, label: name }))}
        placeholder="No one here"
      />
    </FormDialog>
  );
}
