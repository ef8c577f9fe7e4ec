import { Form } from "@remix-run/react";
import { FormSummary } from "~/components/forms/form-summary";
import { PermissionTable } from "~/components/forms/permission-table";
import { ReauthenticationFields } from "~/components/forms/reauthentication-fields";
import { useActionForm } from "~/components/forms/use-action-form";
import { Section } from "~/components/section";
import { Button } from "~/components/ui/button";
import { Checkbox } from "~/components/ui/checkbox";
import type { ReauthenticationState } from "~/domain/auth/passkeys/passkey";
import type { MemberView } from "~/domain/people/list-members.server";
import { ADMIN_HAS_ALL } from "~/domain/people/member";

/** A member's permissions by area: `manage` includes `write`, which includes `read`. */
export function PermissionsForm({ member, proof }: { member: MemberView; proof: ReauthenticationState }) {
  const { form, fields, isSaving, details, sessionEnded } = useActionForm<{ currentPassword?: string }>({
    id: "permissions",
    intent: "permissions",
    constraint: undefined,
  });
  if (member.roles.includes("Admin")) {
    return (
      <Section title="Permissions">
        <p className="text-muted-foreground">{ADMIN_HAS_ALL}</p>
      </Section>
    );
  }
  const has = (permission: string) => member.permissions?.includes(permission) ?? false;
  return (
    <Section title="Permissions" description="Manage includes write, write includes read.">
      <Form method="post" id={form.id} preventScrollReset className="flex flex-col gap-4">
        <FormSummary form={form} labels={{ currentPassword: "Current password" }} />
        <input type="hidden" name="intent" value="permissions" />
        <input type="hidden" name="version" value={member.version} />
        <PermissionTable has={has} />
        <label
          htmlFor="permission-system.admin"
          className="flex items-start gap-3 border-border border-t pt-3 touch:py-3"
        >
          <Checkbox
            name="permissions"
            id="permission-system.admin"
            value="system.admin"
            defaultChecked={has("system.admin")}
          />
          <span>
            System
            <span className="block text-muted-foreground text-sm">
              Settings, integrations and bug tracking, but not users.
            </span>
          </span>
        </label>
        <ReauthenticationFields
          field={fields.currentPassword}
          proof={proof}
          isRefused={details?.reauthenticationRequired === true}
        />
        <div className="flex flex-wrap gap-2">
          <Button variant="outline" type="submit" loading={isSaving}>
            Save permissions
          </Button>
          <Button type="submit" variant="ghost" name="defaults" value="true">
            Defaults for {member.roles.join(" and ")}
          </Button>
        </div>
      </Form>
      {sessionEnded}
    </Section>
  );
}
