import { getZodConstraint } from "@conform-to/zod/v4";
import type { MetaFunction } from "@remix-run/cloudflare";
import { Form, Link, Outlet, useLoaderData } from "@remix-run/react";
import { DateText } from "~/components/date-text";
import { RefusedAction } from "~/components/feedback/refused-action";
import { Section } from "~/components/section";
import { Button } from "~/components/ui/button";
import { cancelBusinessDeletion } from "~/domain/business-deletion/request.server";
import { readSettings, removeLogo, saveLogo, saveSettings } from "~/domain/people/organization.server";
import { Logo, OrganizationSettings } from "~/domain/people/schema";
import { Nothing } from "~/domain/shared/fields";
import { allowMember, hasRole } from "~/domain/shared/permissions";
import { formActions, formCase } from "~/http/form-action";
import { pageLoader } from "~/http/page-loader";
import { redirectWithToast } from "~/http/toast.server";
import { useActionAnswer } from "~/lib/use-action-answer";
import { paths } from "~/paths";
import { LogoForm } from "./logo-form";
import { SettingsForm } from "./settings-form";

export { NestedError as ErrorBoundary } from "~/components/feedback/nested-error";
export { clientAction } from "~/lib/client-action";
export { shouldRevalidate } from "~/lib/revalidation";

export const meta: MetaFunction = () => [{ title: "Business settings · Plenum" }];

export const loader = pageLoader(async ({ ctx }) => {
  const settings = await readSettings(ctx);
  const isAdmin = hasRole(allowMember(ctx), "Admin");
  const zones = [...new Set([...Intl.supportedValuesOf("timeZone"), "UTC", settings.timeZone])].sort();
  return {
    settings,
    isAdmin,
    zones,
    constraint: getZodConstraint(OrganizationSettings),
    formKey: ctx.newId(),
  };
});

export const action = formActions({
  save: formCase(OrganizationSettings, async ({ ctx, input, request }) => {
    await saveSettings(ctx, input);
    return redirectWithToast(request, paths.settings(), { tone: "success", text: "Settings saved." });
  }),
  logo: formCase(Logo, async ({ ctx, input, request }) => {
    await saveLogo(ctx, input.logo);
    return redirectWithToast(request, paths.settings(), { tone: "success", text: "Logo saved." });
  }),
  removeLogo: formCase(Nothing, async ({ ctx, request }) => {
    await removeLogo(ctx);
    return redirectWithToast(request, paths.settings(), { tone: "success", text: "Logo removed." });
  }),
  keep: formCase(Nothing, async ({ ctx, request }) => {
    await cancelBusinessDeletion(ctx);
    return redirectWithToast(request, paths.settings(), { tone: "success", text: "The business won't be deleted." });
  }),
});

/** Forms of single buttons, which have no place for their own errors. */
const BUTTONS: readonly unknown[] = ["removeLogo", "keep"];

export default function SettingsPage() {
  const { settings, isAdmin, zones, constraint, formKey } = useLoaderData<typeof loader>();
  const answer = useActionAnswer<typeof action>();
  const refused = answer && "lastResult" in answer ? answer.lastResult.initialValue?.intent : null;
  return (
    <>
      {BUTTONS.includes(refused) && <RefusedAction />}
      <p className="pb-4 text-muted-foreground">How your business appears to customers and on documents.</p>
      <SettingsForm
        // A save changes the version, so the fields restart from the saved values.
        key={settings.version}
        settings={settings}
        zones={zones}
        constraint={constraint}
        formKey={formKey}
        logo={<LogoForm settings={settings} />}
      />
      {isAdmin && (
        <div className="max-w-xl pt-10">
          <Section
            title="Delete the business"
            description="Deletes customers, work orders, photos, stock and every other record, for all of its users."
          >
            {settings.deletionDueAt ? (
              <Form method="post" className="flex flex-col items-start gap-3">
                <input type="hidden" name="intent" value="keep" />
                <p role="status" className="font-medium text-bad">
                  {settings.name} will be deleted on{" "}
                  <DateText at={settings.deletionDueAt} zone={settings.timeZone} year />.
                </p>
                <Button type="submit" variant="outline">
                  Keep {settings.name}
                </Button>
              </Form>
            ) : (
              <Button asChild variant="outline" className="self-start text-bad">
                <Link to={paths.deleteBusiness()} preventScrollReset>
                  Delete business
                </Link>
              </Button>
            )}
          </Section>
        </div>
      )}
      <Outlet />
    </>
  );
}
