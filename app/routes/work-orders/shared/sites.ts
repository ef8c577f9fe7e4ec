import type { Choice } from "~/components/ui/native-select";
import { timesAre, zoneName } from "~/domain/shared/time/time-zones";
import type { newWorkOrderChoices } from "~/domain/work-orders/create.server";

/** An address of the customer, as offered in forms. */
export type Site = Awaited<ReturnType<typeof newWorkOrderChoices>>["sites"][number];

/** "12 Oak Street, Austin, TX 78701", preceded by the address's own name if it has one. */
export function siteText({ label, line1, line2, city, state, postalCode }: Omit<Site, "id" | "timeZone">): string {
  const address = [line1, line2, city, `${state} ${postalCode}`].filter(Boolean).join(", ");
  return label ? `${label}: ${address}` : address;
}

export function siteChoices(sites: readonly Site[]): Choice[] {
  return sites.map((site) => ({ value: site.id, label: siteText(site) }));
}

export type Zones = ReturnType<typeof zonesOf>;

/** The business's zone, and names of it and the sites' zones. For loaders, because browsers may use other names. */
export function zonesOf(sites: readonly Pick<Site, "timeZone">[], business: string) {
  const zones = new Set([business, ...sites.map(({ timeZone }) => timeZone ?? business)]);
  const names: Partial<Record<string, string>> = Object.fromEntries([...zones].map((zone) => [zone, zoneName(zone)]));
  return { business, names };
}

/** Which zone the times are in, as a sentence. */
export function zoneHint({ business, names }: Zones, siteZone: string | null | undefined): string {
  const nameOf = (zone: string) => names[zone] ?? zoneName(zone);
  return timesAre(nameOf(siteZone ?? business), nameOf(business));
}
