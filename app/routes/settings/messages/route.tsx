import { getZodConstraint } from "@conform-to/zod/v4";
import type { MetaFunction } from "@remix-run/cloudflare";
import { Form, useLoaderData } from "@remix-run/react";
import type { z } from "zod";
import { FormSummary } from "~/components/forms/form-summary";
import { HiddenFields } from "~/components/forms/hidden-fields";
import { TextAreaField } from "~/components/forms/text-area-field";
import { TimeField } from "~/components/forms/text-field";
import { useActionForm } from "~/components/forms/use-action-form";
import { Section } from "~/components/section";
import { Button } from "~/components/ui/button";
import { automaticMessagesOf } from "~/domain/messages/automatic.server";
import { MessageSettingsInput } from "~/domain/messages/schema";
import { messageSettingsOf, saveMessageSettings } from "~/domain/messages/settings.server";
import { BLANKS, TEMPLATE_KEYS, TEMPLATES } from "~/domain/messages/templates";
import { allowAdmin } from "~/domain/shared/permissions";
import { formatPhone } from "~/domain/shared/text/phones";
import { formAction } from "~/http/form-action";
import { pageLoader } from "~/http/page-loader";
import { redirectWithToast } from "~/http/toast.server";
import { paths } from "~/paths";
import { PausedMessages } from "~/routes/settings/shared/paused-messages";

export { NestedError as ErrorBoundary } from "~/components/feedback/nested-error";
export { clientAction } from "~/lib/client-action";
export { shouldRevalidate } from "~/lib/revalidation";

export const meta: MetaFunction = () => [{ title: "Messages · Settings · Plenum" }];

export const loader = pageLoader(async ({ ctx }) => {
  const [settings, automatic] = await Promise.all([messageSettingsOf(ctx), automaticMessagesOf(ctx)]);
  return {
    ...{ settings, automatic, zone: allowAdmin(ctx).timeZone },
    constraint: getZodConstraint(MessageSettingsInput),
    formKey: ctx.newId(),
  };
});

export const action = formAction(MessageSettingsInput, async ({ ctx, input, request }) => {
  await saveMessageSettings(ctx, input);
  return redirectWithToast(request, paths.messageSettings(), { tone: "success", text: "Saved." });
});

const labels: Record<string, string> = {
  quietFrom: "From",
  quietTo: "Until",
  ...Object.fromEntries(TEMPLATE_KEYS.map((key) => [`templates.${key}`, TEMPLATES[key].label])),
};

/** Message templates for customers, and quiet hours. */
export default function MessageSettings() {
  const { automatic, zone, formKey } = useLoaderData<typeof loader>();
  return (
    <div className="flex flex-col gap-8">
      <PausedMessages messages={automatic} zone={zone} formKey={`${formKey}-turn-on`} />
      <SettingsForm />
    </div>
  );
}

function SettingsForm() {
  const { settings, constraint, formKey } = useLoaderData<typeof loader>();
  const { quietFrom, quietTo, templates, version, texts } = settings;
  const actionForm = useActionForm<z.input<typeof MessageSettingsInput>>({
    id: "message-settings",
    constraint,
    defaultValue: { quietFrom, quietTo, templates },
  });
  const { form, fields, current, isSaving, isInDoubt, sessionEnded } = actionForm;
  const bodies = fields.templates.getFieldset();
  return (
    <Form method="post" id={form.id} className="flex max-w-2xl flex-col gap-8">
      <FormSummary form={form} labels={labels} />
      {current && (
        <p role="alert" className="font-medium text-bad">
          Save again to replace their version with yours.
        </p>
      )}
      <HiddenFields {...{ formKey, isSaving, isInDoubt, current }} version={version} />
      <Section title="Texts" description={textsText(texts)}>
        {null}
      </Section>
      <Section
        title="Quiet hours"
        description="In the time zone of the customer's property. Messages written during them go out when they end, unless sent anyway. Enter the same time twice for no quiet hours."
      >
        <div className="flex flex-wrap gap-4">
          <TimeField field={fields.quietFrom} label={labels.quietFrom} />
          <TimeField field={fields.quietTo} label={labels.quietTo} />
        </div>
      </Section>
      <Section title="Templates" description="Words in braces are filled in before you send.">
        <dl className="grid grid-cols-[auto_1fr] gap-x-4 gap-y-1 text-sm">
          {Object.entries(BLANKS).map(([name, meaning]) => (
            <div key={name} className="contents">
              <dt className="font-mono">{`{${name}}`}</dt>
              <dd className="text-muted-foreground">{meaning}</dd>
            </div>
          ))}
        </dl>
        {TEMPLATE_KEYS.map((key) => (
          <TextAreaField key={key} field={bodies[key]} label={TEMPLATES[key].label} rows={3} />
        ))}
      </Section>
      <Button type="submit" loading={isSaving} className="self-start">
        Save
      </Button>
      {sessionEnded}
    </Form>
  );
}

function textsText({ kind, number }: { kind: string; number: string | null }): string {
  if (kind === "off")
    return "Text messages are not set up on this server. Customers are reached by email and on their page.";
  if (number === null) return "Your business has no texting number yet. Ask the operator of this server to add one.";
  const shown = formatPhone(number);
  return kind === "embedded"
    ? `Your number is ${shown}. Texts are saved on this server and not sent.`
    : `Your number is ${shown}.`;
}
