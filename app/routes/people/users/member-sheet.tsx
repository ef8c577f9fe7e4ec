import { type SubmissionResult, useForm } from "@conform-to/react";
import { Form, useNavigation } from "@remix-run/react";
import { ChoiceListField } from "~/components/forms/fields";
import { FormSummary } from "~/components/forms/form-summary";
import { Section } from "~/components/section";
import { Button } from "~/components/ui/button";
import { ModalBody } from "~/components/ui/modal";
import { Sheet } from "~/components/ui/sheet";
import { lastResultOf } from "../last-result";
import type { EditedMember } from "./edited-member";
import { PermissionsForm } from "./permissions-form";
import { roleChoices } from "./role-choices";
import { Which } from "./which";

interface MemberSheetProps {
  member: EditedMember;
  lastResult?: SubmissionResult<string[]>;
  onClose: () => void;
}

/** One member: roles, permissions, access. Each part is saved by itself. */
export function MemberSheet({ member, lastResult, onClose }: MemberSheetProps) {
  return (
    <Sheet open onOpenChange={onClose} title={`${member.firstName} ${member.lastName}`} description={member.email}>
      <ModalBody className="flex flex-col gap-8">
        <RolesForm member={member} lastResult={lastResult} />
        <PermissionsForm member={member} lastResult={lastResult} />
        <Access member={member} lastResult={lastResult} />
      </ModalBody>
    </Sheet>
  );
}

type PartProps = Omit<MemberSheetProps, "onClose">;

function RolesForm({ member, lastResult }: PartProps) {
  const busy = useNavigation().formData?.get("intent") === "roles";
  const [form, fields] = useForm<{ roles: string[] }>({
    id: "roles",
    lastResult: lastResultOf(lastResult, "roles"),
    defaultValue: { roles: member.roles },
  });
  return (
    <Section title="Roles" description="Default permissions follow the roles; a list made by hand stays.">
      <Form method="post" id={form.id} preventScrollReset className="flex flex-col gap-4">
        <FormSummary form={form} labels={{ roles: "Roles" }} />
        <Which member={member} intent="roles" />
        <ChoiceListField field={fields.roles} label="Roles" labelHidden type="checkbox" choices={roleChoices} />
        <Button variant="outline" type="submit" loading={busy} className="self-start">
          Save roles
        </Button>
      </Form>
    </Section>
  );
}

function Access({ member, lastResult }: PartProps) {
  const active = member.status === "active";
  const intent = active ? "disable" : "enable";
  const busy = useNavigation().formData?.get("intent") === intent;
  const [form] = useForm({ id: "access", lastResult: lastResultOf(lastResult, intent) });
  const description = active
    ? "Switching it off ends every session at once. Jobs and notes stay."
    : "Access is switched off: this member cannot sign in to the business.";
  return (
    <Section title="Access" description={description}>
      <Form method="post" id={form.id} preventScrollReset className="flex flex-col gap-4">
        <FormSummary form={form} />
        <Which member={member} intent={intent} />
        {member.self ? (
          <p className="text-muted-foreground">You cannot switch off your own access.</p>
        ) : (
          <Button type="submit" variant={active ? "destructive" : "outline"} loading={busy} className="self-start">
            {active ? `Switch off access of ${member.firstName}` : `Switch access of ${member.firstName} on again`}
          </Button>
        )}
      </Form>
    </Section>
  );
}
