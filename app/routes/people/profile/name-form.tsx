import { Form } from "@remix-run/react";
import type { z } from "zod";
import { FormSummary } from "~/components/forms/form-summary";
import { HiddenFields } from "~/components/forms/hidden-fields";
import { TextField } from "~/components/forms/text-field";
import { type ActionFormOptions, useActionForm } from "~/components/forms/use-action-form";
import { Button } from "~/components/ui/button";
import type { Names } from "~/domain/auth/schema";

type NamesInput = z.input<typeof Names>;

interface NameFormProps {
  profile: { firstName: string; lastName: string };
  constraint: ActionFormOptions<NamesInput>["constraint"];
  formKey: string;
}

export function NameForm({ profile, constraint, formKey }: NameFormProps) {
  const { form, fields, isSaving, isInDoubt, sessionEnded } = useActionForm<NamesInput>({
    id: "name",
    intent: "name",
    constraint,
    defaultValue: { firstName: profile.firstName, lastName: profile.lastName },
  });
  return (
    <Form method="post" id={form.id} className="flex flex-col gap-4">
      <FormSummary form={form} labels={{ firstName: "First name", lastName: "Last name" }} />
      <HiddenFields {...{ formKey, isSaving, isInDoubt }} intent="name" />
      <div className="grid gap-4 sm:grid-cols-2">
        <TextField field={fields.firstName} label="First name" autoComplete="given-name" />
        <TextField field={fields.lastName} label="Last name" autoComplete="family-name" />
      </div>
      <Button variant="outline" type="submit" className="self-start" loading={isSaving}>
        Save name
      </Button>
      {sessionEnded}
    </Form>
  );
}
