import { getZodConstraint } from "@conform-to/zod/v4";
import { useLoaderData, useLocation } from "@remix-run/react";
import type { z } from "zod";
import { FormDialog } from "~/components/forms/form-dialog";
import { TextAreaField } from "~/components/forms/text-area-field";
import { TextField } from "~/components/forms/text-field";
import { useActionForm } from "~/components/forms/use-action-form";
import { changeSiteAccess, readSiteAccess } from "~/domain/sites/access.server";
import { AccessChange } from "~/domain/sites/schema";
import { ACCESS_LABELS } from "~/domain/sites/site";
import { formAction } from "~/http/form-action";
import { pageLoader } from "~/http/page-loader";
import { redirectWithToast } from "~/http/toast.server";
import { paths } from "~/paths";

export { DialogError as ErrorBoundary, dialogHandle as handle } from "~/components/feedback/dialog-error";
export { clientAction } from "~/lib/client-action";
export { shouldRevalidate } from "~/lib/revalidation";

export const loader = pageLoader(async ({ ctx, params }) => ({
  access: await readSiteAccess(ctx, params.id ?? ""),
  constraint: getZodConstraint(AccessChange),
  formKey: ctx.newId(),
}));

export const action = formAction(AccessChange, async ({ ctx, input, params: { id = "" }, request }) => {
  await changeSiteAccess(ctx, id, input);
  return redirectWithToast(request, paths.property(id), { tone: "success", text: "Access notes saved." });
});

export default function EditAccess() {
  const { access, constraint, formKey } = useLoaderData<typeof loader>();
  const { pathname } = useLocation();
  const actionForm = useActionForm<z.input<typeof AccessChange>>({ id: "access", constraint, defaultValue: access });
  const { fields } = actionForm;
  return (
    <FormDialog
      title="Access notes"
      description="Shown to the office, and to technicians from the day before a job here to the day after."
      actionForm={actionForm}
      labels={ACCESS_LABELS}
      formKey={formKey}
      version={access.version}
      conflict={{ noun: "property's access notes", discardHref: pathname }}
      submit="Save access notes"
    >
      <div className="grid gap-4 sm:grid-cols-2">
        <TextField field={fields.gateCode} label={ACCESS_LABELS.gateCode} autoComplete="off" autoFocus />
        <TextField
          field={fields.alarm}
          label={ACCESS_LABELS.alarm}
          placeholder="Keypad inside the side door"
          autoComplete="off"
        />
      </div>
      <TextField
        field={fields.keyLocation}
        label={ACCESS_LABELS.keyLocation}
        placeholder="Lockbox at the meter"
        autoComplete="off"
      />
      <TextField
        field={fields.animals}
        label={ACCESS_LABELS.animals}
        placeholder="Large dog, friendly"
        autoComplete="off"
      />
      <TextField
        field={fields.parking}
        label={ACCESS_LABELS.parking}
        placeholder="Behind the building, not in the alley"
        autoComplete="off"
      />
      <TextAreaField field={fields.notes} label={ACCESS_LABELS.notes} rows={3} />
    </FormDialog>
  );
}
