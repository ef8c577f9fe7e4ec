import { getZodConstraint } from "@conform-to/zod/v4";
import { Form, useLoaderData } from "@remix-run/react";
import type { z } from "zod";
import { CheckboxField } from "~/components/forms/checkbox-field";
import { FormSummary } from "~/components/forms/form-summary";
import { HiddenFields } from "~/components/forms/hidden-fields";
import { SaveState } from "~/components/forms/save-state";
import { TextAreaField } from "~/components/forms/text-area-field";
import { TextField } from "~/components/forms/text-field";
import { useActionForm } from "~/components/forms/use-action-form";
import { Section } from "~/components/section";
import { Button } from "~/components/ui/button";
import { Label } from "~/components/ui/label";
import { Textarea } from "~/components/ui/textarea";
import { LeadFormSettings } from "~/domain/leads/schema";
import { leadForm, saveLeadForm } from "~/domain/leads/web-form.server";
import { formAction } from "~/http/form-action";
import { pageLoader } from "~/http/page-loader";
import { redirectWithToast } from "~/http/toast.server";
import { paths } from "~/paths";

export { NestedError as ErrorBoundary } from "~/components/feedback/nested-error";
export { clientAction } from "~/lib/client-action";
export { shouldRevalidate } from "~/lib/revalidation";

export const loader = pageLoader(async ({ ctx }) => ({
  ...(await leadForm(ctx)),
  constraint: getZodConstraint(LeadFormSettings),
  formKey: ctx.newId(),
}));

export const action = formAction(LeadFormSettings, async ({ ctx, input, request }) => {
  await saveLeadForm(ctx, input);
  return redirectWithToast(request, paths.leadForm(), { tone: "success", text: "Web form saved." });
});

const labels = { enabled: "Accept leads from this form", heading: "Heading", thanks: "Thank-you message" };

export default function LeadFormScreen() {
  const { enabled, heading, thanks, version, url, constraint, formKey } = useLoaderData<typeof loader>();
  const { form, fields, isSaving, isInDoubt, saveState, current, sessionEnded } = useActionForm<
    z.input<typeof LeadFormSettings>
  >({
    id: "lead-form",
    constraint,
    noun: "form",
    defaultValue: { enabled, heading, thanks },
  });
  return (
    <div className="flex max-w-3xl flex-col gap-8 pt-4 pb-8">
      <Form method="post" id={form.id} className="flex flex-col gap-4">
        <FormSummary form={form} labels={labels} />
        <HiddenFields {...{ formKey, isSaving, isInDoubt, current }} version={version} />
        <CheckboxField
          field={fields.enabled}
          label={labels.enabled}
          description="When it is off, its page says that the form is not available."
        />
        <TextField field={fields.heading} label={labels.heading} autoComplete="off" />
        <TextAreaField field={fields.thanks} label={labels.thanks} rows={2} />
        {url && (
          <CheckboxField
            field={fields.newAddress}
            label="Give it a new address"
            description="The old link and every place it is embedded stop working."
          />
        )}
        <div className="flex items-center gap-4">
          <Button type="submit" variant="default" loading={isSaving}>
            Save web form
          </Button>
          <SaveState state={saveState} />
        </div>
      </Form>
      {url && enabled && (
        <Section title="Share it" description="Send the link, or put the snippet into your website.">
          <p className="break-all">
            <a href={url} className="text-link underline">
              {url}
            </a>
          </p>
          <div className="flex flex-col gap-1.5">
            <Label htmlFor="snippet">Snippet for your website</Label>
            <Textarea
              id="snippet"
              readOnly
              rows={3}
              className="font-mono text-sm touch:text-sm"
              value={`<iframe src="${url}" title="${heading.replaceAll('"', "&quot;")}" style="width:100%;height:820px;border:0"></iframe>`}
            />
          </div>
        </Section>
      )}
      {sessionEnded}
    </div>
  );
}
