import { getInputProps } from "@conform-to/react";
import { Form } from "@remix-run/react";
import { FieldFrame } from "~/components/forms/field";
import { FormSummary } from "~/components/forms/form-summary";
import { useActionForm } from "~/components/forms/use-action-form";
import { Section } from "~/components/section";
import { Button } from "~/components/ui/button";
import { ImageUp } from "~/components/ui/icons";
import { LogoPicture } from "./logo-picture";

interface LogoFormProps {
  settings: { orgId: string; name: string; logo: string | null };
}

export function LogoForm({ settings }: LogoFormProps) {
  const { form, fields, isSaving, sessionEnded } = useActionForm<{ logo: File }>({
    id: "logo",
    intent: "logo",
    constraint: { logo: { required: true } },
  });
  return (
    <Section title="Logo" description="Shown on invoices and in emails to customers.">
      <div className="flex flex-wrap items-start gap-4">
        <LogoPicture {...settings} />
        <Form
          method="post"
          encType="multipart/form-data"
          id={form.id}
          className="flex min-w-0 flex-1 basis-64 flex-col gap-3"
        >
          <FormSummary form={form} labels={{ logo: "Picture" }} />
          <input type="hidden" name="intent" value="logo" />
          <FieldFrame field={fields.logo} label="Picture" description="PNG, JPEG or WebP, at most 200 KB.">
            <input
              {...getInputProps(fields.logo, { type: "file", ariaDescribedBy: fields.logo.descriptionId })}
              accept="image/png,image/jpeg,image/webp"
              className="block w-full text-muted-foreground text-sm file:mr-3 file:h-control file:cursor-pointer file:rounded-md file:border file:border-input file:bg-card file:px-4 file:font-medium file:text-foreground"
            />
          </FieldFrame>
          <Button variant="outline" type="submit" loading={isSaving} className="self-start">
            <ImageUp aria-hidden="true" />
            {settings.logo ? "Replace logo" : "Upload logo"}
          </Button>
        </Form>
      </div>
      {settings.logo && (
        <Form method="post">
          <input type="hidden" name="intent" value="removeLogo" />
          <Button type="submit" variant="ghost" size="sm">
            Remove logo
          </Button>
        </Form>
      )}
      {sessionEnded}
    </Section>
  );
}
