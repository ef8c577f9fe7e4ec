import { getZodConstraint } from "@conform-to/zod/v4";
import { redirect } from "@remix-run/cloudflare";
import { useLoaderData } from "@remix-run/react";
import { useState } from "react";
import type { z } from "zod";
import { ChoiceListField } from "~/components/forms/choice-list-field";
import { FormDialog } from "~/components/forms/form-dialog";
import { TextField } from "~/components/forms/text-field";
import { useActionForm } from "~/components/forms/use-action-form";
import { Input } from "~/components/ui/input";
import { conversationPeople } from "~/domain/messages/detail.server";
import { openConversation } from "~/domain/messages/open.server";
import { ConversationInput } from "~/domain/messages/schema";
import { formAction } from "~/http/form-action";
import { pageLoader } from "~/http/page-loader";
import { paths } from "~/paths";

export { DialogError as ErrorBoundary, dialogHandle as handle } from "~/components/feedback/dialog-error";
export { clientAction } from "~/lib/client-action";
export { shouldRevalidate } from "~/lib/revalidation";

export const loader = pageLoader(async ({ ctx }) => ({
  people: await conversationPeople(ctx),
  constraint: getZodConstraint(ConversationInput),
  formKey: ctx.newId(),
}));

export const action = formAction(ConversationInput, async ({ ctx, input }) =>
  redirect(paths.thread((await openConversation(ctx, input)).id)),
);

const labels = { people: "People", title: "Name of the group" };

/** With more people than this, they are searched for by name. */
const FEW = 8;

export default function NewConversation() {
  const { people, constraint, formKey } = useLoaderData<typeof loader>();
  const [typed, setTyped] = useState("");
  const actionForm = useActionForm<z.input<typeof ConversationInput>>({ id: "conversation", constraint });
  const { fields } = actionForm;
  const chosen = Array.isArray(fields.people.value) ? fields.people.value : [];
  const shown = people.filter(
    ({ id, name }) => chosen.includes(id) || name.toLowerCase().includes(typed.trim().toLowerCase()),
  );
  return (
    <FormDialog
      title="New conversation"
      description="Choose one person to write to directly, or several for a group."
      size="small"
      actionForm={actionForm}
      labels={labels}
      formKey={formKey}
      submit="Open conversation"
    >
      {people.length > FEW && (
        <Input
          type="search"
          aria-label="Find people by name"
          placeholder="Find people by name"
          value={typed}
          onChange={(event) => setTyped(event.target.value)}
        />
      )}
      {people.length === 0 ? (
        <p className="text-muted-foreground">No one else works here yet. Invite people from Users.</p>
      ) : (
        <ChoiceListField
          type="checkbox"
          field={fields.people}
          label={labels.people}
          choices={shown.map(({ id, name, isOffice }) => ({
            value: id,
            label: name,
            hint: isOffice ? "Office" : "Field",
          }))}
        />
      )}
      <TextField
        field={fields.title}
        label={labels.title}
        description="For several people, such as Install crew."
        autoComplete="off"
      />
    </FormDialog>
  );
}
