export const labels = {
  name: "Business name",
  timeZone: "Time zone",
  phone: "Phone",
  email: "Email",
  line1: "Address",
  line2: "Suite, floor",
  city: "City",
  state: "State",
  postalCode: "ZIP code",
  taxRate: "Tax rate",
} as const;

export type SettingsFields = Record<keyof typeof labels, string>;

/** The form's fields out of anything that has them, blank where there is nothing. */
export function textOf(source: object): SettingsFields {
  const given: Record<string, unknown> = { ...source };
  const text = (name: keyof typeof labels) => {
    const value = given[name];
    return typeof value === "string" ? value : "";
  };
  return {
    name: text("name"),
    timeZone: text("timeZone"),
    phone: text("phone"),
    email: text("email"),
    line1: text("line1"),
    line2: text("line2"),
    city: text("city"),
    state: text("state"),
    postalCode: text("postalCode"),
    taxRate: text("taxRate"),
  };
}
