import { useLocation } from "@remix-run/react";
import { TabsNav } from "~/components/tabs-nav";
import { paths } from "~/paths";

const views = [
  { to: paths.invoices(), label: "Documents" },
  { to: paths.aging(), label: "Aging" },
];

/** Tabs with the different views of invoices. */
export function InvoiceTabs() {
  const { pathname } = useLocation();
  const here = pathname === paths.aging() ? paths.aging() : paths.invoices();
  return <TabsNav label="Invoice views" tabs={views.map((view) => ({ ...view, current: view.to === here }))} />;
}
