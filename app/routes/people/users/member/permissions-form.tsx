import { Form } from "@remix-run/react";
import { FormSummary } from "~/components/forms/form-summary";
import { useActionForm } from "~/components/forms/use-action-form";
import { Section } from "~/components/section";
import { Button } from "~/components/ui/button";
import { Checkbox } from "~/components/ui/checkbox";
import type { MemberView } from "~/domain/people/list-members.server";
import { businessAreas, levels } from "~/domain/shared/permissions";

/** What a member may do, area by area: `manage` includes `write`, which includes `read`. */
export function PermissionsForm({ member }: { member: MemberView }) {
  const { form, isSaving } = useActionForm({ id: "permissions", intent: "permissions", constraint: undefined });
  if (member.roles.includes("Admin")) {
    return (
      <Section title="Permissions">
        <p className="text-muted-foreground">
          An Admin has every permission. Remove the Admin role to choose permissions.
        </p>
      </Section>
    );
  }
  const has = (permission: string) => member.permissions?.includes(permission) ?? false;
  return (
    <Section title="Permissions" description="Manage includes write, write includes read.">
      <Form method="post" id={form.id} preventScrollReset className="flex flex-col gap-4">
        <FormSummary form={form} />
        <input type="hidden" name="intent" value="permissions" />
        <input type="hidden" name="version" value={member.version} />
        <table className="w-full">
          <thead>
            <tr className="text-muted-foreground text-sm">
              <th scope="col" className="py-1 text-left font-medium">
                Area
              </th>
              {levels.map((level) => (
                <th key={level} scope="col" className="w-16 py-1 text-center font-medium">
                  {labelOf(level)}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {businessAreas.map((area) => (
              <tr key={area} className="border-border border-t">
                <th scope="row" className="py-1.5 text-left font-normal">
                  {labelOf(area)}
                </th>
                {levels.map((level) => (
                  <td key={level} className="p-0">
                    <label
                      htmlFor={`permission-${area}.${level}`}
                      className="flex min-h-9 items-center justify-center touch:min-h-12"
                    >
                      <span className="sr-only">
                        {labelOf(area)}, {level}
                      </span>
                      <Checkbox
                        name="permissions"
                        id={`permission-${area}.${level}`}
                        value={`${area}.${level}`}
                        defaultChecked={has(`${area}.${level}`)}
                      />
                    </label>
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
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
        <div className="flex flex-wrap gap-2">
          <Button variant="outline" type="submit" loading={isSaving}>
            Save permissions
          </Button>
          <Button type="submit" variant="ghost" name="defaults" value="true">
            Defaults for {member.roles.join(" and ")}
          </Button>
        </div>
      </Form>
    </Section>
  );
}

function labelOf(name: string): string {
  const spaced = name.replaceAll("_", " ");
  return spaced.charAt(0).toUpperCase() + spaced.slice(1);
}
