import { type ActionFunctionArgs, data, type MetaFunction } from "@remix-run/cloudflare";
import { useActionData, useLoaderData } from "@remix-run/react";
import { useFormRefusal } from "~/components/feedback/session-ended";
import { PageHeader } from "~/components/page-header";
import { Nothing } from "~/domain/auth/schema";
import { readSettings } from "~/domain/people/organization.queries.server";
import { removeLogo, saveLogo, saveSettings } from "~/domain/people/organization.server";
import { logoMaximum } from "~/domain/people/rules";
import { Logo, OrganizationSettings } from "~/domain/people/schema";
import { formActions, formCase } from "~/http/form-action";
import { pageLoader } from "~/http/page-loader";
import { redirectWithToast } from "~/http/toast.server";
import { paths } from "~/paths";
import { LogoForm } from "./settings/logo-form";
import { SettingsForm } from "./settings/settings-form";

export const meta: MetaFunction = () => [{ title: "Business settings · Plenum" }];

export const loader = pageLoader(async ({ ctx }) => {
  const settings = await readSettings(ctx);
  const zones = [...new Set([...Intl.supportedValuesOf("timeZone"), "UTC", settings.timeZone])].sort();
  return { settings, zones, formKey: ctx.newId() };
});

const actions = formActions({
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
});

/** Refused before it is read: a browser says how much it is about to send. */
export async function action(args: ActionFunctionArgs) {
  const announced = Number(args.request.headers.get("content-length") ?? Number.POSITIVE_INFINITY);
  if (announced <= logoMaximum + 10_000) return actions(args);
  const error = { logo: ["The picture is larger than 200 KB"] };
  return data({ lastResult: { status: "error", initialValue: { intent: "logo" }, error } }, 413);
}

export default function SettingsPage() {
  const { settings, zones, formKey } = useLoaderData<typeof loader>();
  const { lastResult, details, sessionEnded } = useFormRefusal(useActionData());
  return (
    <>
      <PageHeader title="Business settings" facts="How customers and colleagues know you." />
      <SettingsForm
        // A save brings a new version: the fields begin again from what was kept.
        key={settings.version}
        settings={settings}
        zones={zones}
        formKey={formKey}
        lastResult={lastResult}
        theirs={details?.current}
        logo={<LogoForm settings={settings} lastResult={lastResult} />}
      />
      {sessionEnded}
    </>
  );
}
