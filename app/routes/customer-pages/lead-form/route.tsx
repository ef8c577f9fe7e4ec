import { getZodConstraint } from "@conform-to/zod/v4";
import { type MetaFunction, redirect } from "@remix-run/cloudflare";
import { Form, useLoaderData } from "@remix-run/react";
import type { z } from "zod";
import { AddressFields, placeLabels } from "~/components/addresses/address-fields";
import { FormSummary } from "~/components/forms/form-summary";
import { TextAreaField } from "~/components/forms/text-area-field";
import { TextField } from "~/components/forms/text-field";
import { useActionForm } from "~/components/forms/use-action-form";
import { TextLink } from "~/components/text-link";
import { Button } from "~/components/ui/button";
import { CircleCheck } from "~/components/ui/icons";
import { WebLead } from "~/domain/leads/schema";
import { publicLeadForm, sendWebLead } from "~/domain/leads/web-form.server";
import { formAction } from "~/http/form-action";
import { pageLoader } from "~/http/page-loader";
import { shellPaths } from "~/shell-paths";

export { BareErrorPage as ErrorBoundary } from "~/components/feedback/error-page";
export { clientAction } from "~/lib/client-action";
export { shouldRevalidate } from "~/lib/revalidation";

export const meta: MetaFunction<typeof loader> = ({ data }) => [
  { title: data ? `${data.heading} · ${data.business.name}` : "This form is not available" },
  { name: "robots", content: "noindex" },
];

export const loader = pageLoader(async ({ ctx, params, url }) => ({
  ...(await publicLeadForm(ctx, params.token ?? "")),
  isSent: url.searchParams.has("sent"),
  constraint: getZodConstraint(WebLead),
}));

export const action = formAction(WebLead, async ({ ctx, input, params }) => {
  const token = params.token ?? "";
  await sendWebLead(ctx, token, input);
  return redirect(shellPaths.webForm(token, { sent: 1 }));
});

const labels: Record<string, string> = {
  name: "Name",
  phone: "Phone",
  email: "Email",
  need: "What can we help with?",
  ...Object.fromEntries(Object.entries(placeLabels).map(([name, label]) => [`place.${name}`, label])),
};

/** A business's lead form: public, on its own page or embedded in its website, and working without script. */
export default function LeadFormPage() {
  const { heading, thanks, business, started, isSent, constraint } = useLoaderData<typeof loader>();
  const { form, fields, isSaving } = useActionForm<z.input<typeof WebLead>>({ id: "lead", constraint });
  return (
    <main className="mx-auto flex min-h-dvh max-w-2xl flex-col gap-6 px-gutter py-8 text-base">
      <header>
        <p className="text-muted-foreground">{business.name}</p>
        <h1 className="font-semibold text-2xl">{heading}</h1>
      </header>
      {isSent ? (
        <p role="status" className="flex items-start gap-2 rounded-md border border-ok bg-card p-4 text-lg">
          <CircleCheck aria-hidden="true" className="mt-1 size-5 shrink-0 text-ok" />
          {thanks}
        </p>
      ) : (
        <Form method="post" id={form.id} className="flex flex-col gap-5">
          <FormSummary form={form} labels={labels} />
          <input type="hidden" name="started" value={started} />
          <div className="hidden" aria-hidden="true">
            <label htmlFor="website">Leave this empty</label>
            <input id="website" name="website" tabIndex={-1} autoComplete="off" />
          </div>
          <TextField field={fields.name} label={labels.name ?? ""} autoComplete="name" />
          <div className="grid gap-4 sm:grid-cols-2">
            <TextField field={fields.phone} label={labels.phone ?? ""} type="tel" autoComplete="tel" />
            <TextField field={fields.email} label={labels.email ?? ""} type="email" autoComplete="email" />
          </div>
          <TextAreaField field={fields.need} label={labels.need ?? ""} rows={4} />
          <AddressFields optional fields={fields.place.getFieldset()} autoFill="section-site" />
          <Button type="submit" variant="default" size="lg" loading={isSaving} className="self-start">
            Send request
          </Button>
        </Form>
      )}
      {business.phone && (
        <p className="text-muted-foreground">
          Rather talk? <TextLink to={business.phone.href}>{business.phone.text}</TextLink>
        </p>
      )}
    </main>
  );
}
