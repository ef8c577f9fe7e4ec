import type { FieldMetadata } from "@conform-to/react";
import { ChoiceListField } from "~/components/forms/choice-list-field";
import { PasswordField } from "~/components/forms/password-field";
import { TextField } from "~/components/forms/text-field";
import { choicesOf } from "~/domain/shared/choices";
import { WEBHOOK_EVENTS, webhookEventLabels } from "~/domain/webhooks/event";

export const endpointLabels = {
  url: "Address",
  description: "Description",
  events: "Events",
  currentPassword: "Current password",
};

const choices = choicesOf(WEBHOOK_EVENTS, webhookEventLabels);

type Fields = {
  url: FieldMetadata<string>;
  description: FieldMetadata<string | null | undefined>;
  events: FieldMetadata<unknown>;
  currentPassword: FieldMetadata<string | undefined>;
};

/** Fields of an endpoint. `passwordHint` explains when the password is required, if not always. */
export function EndpointFields({
  fields,
  email,
  passwordHint,
}: {
  fields: Fields;
  email: string;
  passwordHint?: string;
}) {
  return (
    <>
      <TextField
        field={fields.url}
        label={endpointLabels.url}
        description="Begins with https:// and responds with a 2xx status."
        type="url"
        autoFocus
      />
      <TextField field={fields.description} label={endpointLabels.description} />
      <ChoiceListField field={fields.events} label={endpointLabels.events} type="checkbox" choices={choices} />
      <input type="hidden" name="username" autoComplete="username" value={email} />
      <PasswordField
        field={fields.currentPassword}
        label={endpointLabels.currentPassword}
        description={passwordHint}
        autoComplete="current-password"
      />
    </>
  );
}
