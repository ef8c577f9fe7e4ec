import { type SubmissionResult, useForm } from "@conform-to/react";
import { Form, useNavigation } from "@remix-run/react";
import { FormSummary } from "~/components/forms/form-summary";
import { Section } from "~/components/section";
import { Button } from "~/components/ui/button";
import { checkboxVariants } from "~/components/ui/checkbox";
import { businessAreas, levels } from "~/domain/shared/permissions";
import { lastResultOf } from "../last-result";
import type { EditedMember } from "./edited-member";
import { Which } from "./which";

interface PermissionsFormProps {
  member: EditedMember;
  lastResult?: SubmissionResult<string[]>;
}

/** What a member may do, area by area: `manage` includes `write`, which includes `read`. */
export function PermissionsForm({ member, lastResult }: PermissionsFormProps) {
  const busy = useNavigation().formData?.get("intent") === "permissions";
  const [form] = useForm({ id: "permissions", lastResult: lastResultOf(lastResult, "permissions") });
  if (member.roles.includes("Admin")) {
    return (
      <Section title="Permissions">
        <p className="text-muted-foreground">
          An Admin may do everything. Take the Admin role away to choose permissions.
        </p>
      </Section>
    );
  }
  const has = (permission: string) => member.permissions?.includes(permission) ?? false;
  return (
    <Section title="Permissions" description="Manage includes write, write includes read.">
      <Form method="post" id={form.id} preventScrollReset className="flex flex-col gap-4">
        <FormSummary form={form} />
        <Which member={member} intent="permissions" />
        <table className="w-full">
          <thead>
            <tr className="text-muted-foreground text-sm">
              <th scope="col" className="py-1 text-left font-medium">
                Area
              </th>
              {levels.map((level) => (
                <th key={level} scope="col" className="w-16 py-1 text-center font-medium">
                  {words(level)}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {businessAreas.map((area) => (
              <tr key={area} className="border-border border-t">
                <th scope="row" className="py-1.5 text-left font-normal">
                  {words(area)}
                </th>
                {levels.map((level) => (
                  <td key={level} className="p-0">
                    <label className="flex min-h-9 items-center justify-center touch:min-h-12">
                      <span className="sr-only">
                        {words(area)}, {level}
                      </span>
                      <input
                        type="checkbox"
                        className={checkboxVariants()}
                        name="permissions"
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
        <label className="flex items-start gap-3 border-border border-t pt-3 touch:py-3">
          <input
            type="checkbox"
            className={checkboxVariants()}
            name="permissions"
            value="system.admin"
            defaultChecked={has("system.admin")}
          />
          <span>
            System
            <span className="block text-muted-foreground text-sm">
              Settings, integrations and bug tracking, but not members.
            </span>
          </span>
        </label>
        <div className="flex flex-wrap gap-2">
          <Button variant="outline" type="submit" loading={busy}>
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

function words(name: string): string {
  const spaced = name.replaceAll("_", " ");
  return spaced.charAt(0).toUpperCase() + spaced.slice(1);
}
