import { type SubmissionResult, useForm } from "@conform-to/react";
import { Form, useNavigation } from "@remix-run/react";
import { ChoiceListField, TextField } from "~/components/forms/fields";
import { FormSummary } from "~/components/forms/form-summary";
import { Button } from "~/components/ui/button";
import { Dialog } from "~/components/ui/dialog";
import { ModalBody, ModalFooter } from "~/components/ui/modal";
import { lastResultOf } from "../last-result";
import { roleChoices } from "./role-choices";

interface InviteDialogProps {
  open: boolean;
  formKey: string;
  lastResult?: SubmissionResult<string[]>;
  onClose: () => void;
}

export function InviteDialog({ open, formKey, lastResult, onClose }: InviteDialogProps) {
  const busy = useNavigation().formData?.get("intent") === "invite";
  const [form, fields] = useForm<{ email: string; firstName: string; lastName: string; roles: string[] }>({
    id: "invite",
    constraint: {
      email: { required: true, maxLength: 254 },
      firstName: { maxLength: 100 },
      lastName: { maxLength: 100 },
    },
    lastResult: lastResultOf(lastResult, "invite"),
    defaultValue: { roles: ["Technician"] },
  });
  return (
    <Dialog
      open={open}
      onOpenChange={onClose}
      size="small"
      title="Invite a member"
      description="We mail a link that works for 7 days. Name and password are chosen there."
    >
      <Form method="post" id={form.id} className="contents">
        <ModalBody className="flex flex-col gap-4">
          <FormSummary form={form} labels={{ email: "Email", roles: "Roles" }} />
          <input type="hidden" name="intent" value="invite" />
          <input type="hidden" name="idempotencyKey" value={formKey} />
          <TextField field={fields.email} label="Email" type="email" autoComplete="off" autoCapitalize="none" />
          <div className="grid gap-4 sm:grid-cols-2">
            <TextField field={fields.firstName} label="First name" autoComplete="off" />
            <TextField field={fields.lastName} label="Last name" autoComplete="off" />
          </div>
          <ChoiceListField field={fields.roles} label="Roles" type="checkbox" choices={roleChoices} />
        </ModalBody>
        <ModalFooter>
          <Button variant="outline" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" variant="default" loading={busy}>
            Send invitation
          </Button>
        </ModalFooter>
      </Form>
    </Dialog>
  );
}
