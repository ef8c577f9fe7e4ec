import type { Choice } from "~/components/ui/select";

export interface Site {
  id: string;
  label: string | null;
  line1: string;
  line2: string | null;
  city: string;
  state: string;
  postalCode: string;
  timeZone: string | null;
}

/** "12 Oak Street, Austin, TX 78701", after the address's own name where it has one. */
export function siteText({ label, line1, line2, city, state, postalCode }: Omit<Site, "id" | "timeZone">): string {
  const address = [line1, line2, city, `${state} ${postalCode}`].filter(Boolean).join(", ");
  return label ? `${label}: ${address}` : address;
}

export function siteChoices(sites: readonly Site[]): Choice[] {
  return sites.map((site) => ({ value: site.id, label: siteText(site) }));
}

/** The zone of the first address whose clocks are not the business's; null when all are. */
export function zoneApart(sites: readonly Pick<Site, "timeZone">[], zone: string): string | null {
  return sites.find((site) => site.timeZone !== null && site.timeZone !== zone)?.timeZone ?? null;
}
