import { Outlet, useLocation } from "@remix-run/react";
import { useShell } from "~/components/app-shell/use-shell";
import { PageHeader } from "~/components/page-header";
import { TabsNav } from "~/components/tabs-nav";
import { can } from "~/domain/shared/permissions";
import { paths } from "~/paths";

/** Business settings for Admins, one URL per section. */
export default function SettingsLayout() {
  const { pathname } = useLocation();
  const mayChange = can(useShell()?.person?.member ?? null, "system.admin");
  const sections = [
    { to: paths.settings(), label: "Business" },
    { to: paths.billingSettings(), label: "Billing" },
    { to: paths.messageSettings(), label: "Messages" },
    { to: paths.integrations(), label: "Integrations" },
    { to: paths.apiKeys(), label: "API keys" },
    { to: paths.webhooks(), label: "Webhooks" },
    { to: paths.usage(), label: "Usage" },
    { to: paths.businessExport(), label: "Data export" },
    { to: paths.auditLog(), label: "Audit log" },
  ];
  const here = sectionOf(
    pathname,
    sections.map(({ to }) => to),
  );
  return (
    <>
      <PageHeader title="Settings" />
      {mayChange && (
        <TabsNav label="Settings" tabs={sections.map((section) => ({ ...section, current: section.to === here }))} />
      )}
      <Outlet />
    </>
  );
}

/** A dialog, or a screen below a section, belongs to that section: the one whose path goes furthest with its own. */
function sectionOf(pathname: string, sections: readonly string[]): string | undefined {
  const above = sections.filter((section) => pathname === section || pathname.startsWith(`${section}/`));
  return above.sort((one, other) => other.length - one.length)[0];
}
