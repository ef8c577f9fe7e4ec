import { formatPhone } from "~/domain/shared/text/phones";

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
} as const;

/** The form's values from a row, blank if missing. */
export function settingsValues(row: object): Record<keyof typeof labels, string> {
  const given = new Map<string, unknown>(Object.entries(row));
  const text = (name: keyof typeof labels) => {
    const value = given.get(name);
    return typeof value === "string" ? value : "";
  };
  return {
    name: text("name"),
    timeZone: text("timeZone"),
    phone: formatPhone(text("phone")),
    email: text("email"),
    line1: text("line1"),
    line2: text("line2"),
    city: text("city"),
    state: text("state"),
    postalCode: text("postalCode"),
  };
}
