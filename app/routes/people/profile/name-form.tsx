import { type SubmissionResult, useForm } from "@conform-to/react";
import { Form } from "@remix-run/react";
import { TextField } from "~/components/forms/fields";
import { FormSummary } from "~/components/forms/form-summary";
import { Button } from "~/components/ui/button";
import { lastResultOf } from "../last-result";

interface NameFormProps {
  profile: { firstName: string; lastName: string };
  formKey: string;
  lastResult?: SubmissionResult<string[]>;
}

export function NameForm({ profile, formKey, lastResult }: NameFormProps) {
  const [form, fields] = useForm<{ firstName: string; lastName: string }>({
    id: "name",
    constraint: { firstName: { required: true, maxLength: 100 }, lastName: { required: true, maxLength: 100 } },
    lastResult: lastResultOf(lastResult, "name"),
    defaultValue: profile,
  });
  return (
    <Form method="post" id={form.id} className="flex flex-col gap-4">
      <FormSummary form={form} />
      <input type="hidden" name="intent" value="name" />
      <input type="hidden" name="idempotencyKey" value={formKey} />
      <div className="grid gap-4 sm:grid-cols-2">
        <TextField field={fields.firstName} label="First name" autoComplete="given-name" />
        <TextField field={fields.lastName} label="Last name" autoComplete="family-name" />
      </div>
      <Button variant="outline" type="submit" className="self-start">
        Save name
      </Button>
    </Form>
  );
}
