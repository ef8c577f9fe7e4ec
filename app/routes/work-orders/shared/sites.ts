import type { Choice } from "~/components/ui/select";
import { zoneName } from "~/domain/shared/time-zones";
import type { newWorkOrderChoices } from "~/domain/work-orders/create.server";

/** An address of the customer, as the forms offer it. */
export type Site = Awaited<ReturnType<typeof newWorkOrderChoices>>["sites"][number];

/** "12 Oak Street, Austin, TX 78701", after the address's own name where it has one. */
export function siteText({ label, line1, line2, city, state, postalCode }: Omit<Site, "id" | "timeZone">): string {
  const address = [line1, line2, city, `${state} ${postalCode}`].filter(Boolean).join(", ");
  return label ? `${label}: ${address}` : address;
}

export function siteChoices(sites: readonly Site[]): Choice[] {
  return sites.map((site) => ({ value: site.id, label: siteText(site) }));
}

/**
 * In whose time a booking is typed, by name: 'Central Time'; `site` where an address of the customer has another.
 * For loaders: browsers may know other names.
 */
export function zonesOf(sites: readonly Pick<Site, "timeZone">[], zone: string) {
  const apart = sites.find(({ timeZone }) => timeZone !== null && timeZone !== zone)?.timeZone;
  return { business: zoneName(zone), site: apart ? zoneName(apart) : null };
}
