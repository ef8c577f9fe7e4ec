import { toDecimal } from "~/domain/shared/money";
import { formatPhone } from "~/domain/shared/text/phones";
import type { TechnicianProfile } from "~/domain/technicians/detail.server";
import { TECHNICIAN_ADDRESS_KINDS } from "~/domain/technicians/technician";

type StoredFacts = { version: number; phone?: unknown; hourlyRateMinor?: unknown; skills?: unknown };

/** A technician's own data as the form shows it. */
export function profileValues<Row extends StoredFacts>(technician: Row) {
  const { phone, hourlyRateMinor: rate, skills } = technician;
  return {
    ...technician,
    phone: typeof phone === "string" ? formatPhone(phone) : null,
    hourlyRate: typeof rate === "number" ? toDecimal(rate).toFixed(2) : null,
    skills: Array.isArray(skills) ? skills.join(", ") : "",
  };
}

/** Values of the whole form, with one address of each kind, in order. */
export function formValues(technician: TechnicianProfile) {
  const { firstName, lastName, email, status, skillLevel, yearsExperience, team } = technician;
  const { emergencyContact, certifications, addresses } = technician;
  const { phone, hourlyRate, skills } = profileValues(technician);
  return {
    firstName,
    lastName,
    email,
    phone,
    status,
    skillLevel,
    hourlyRate,
    yearsExperience: yearsExperience?.toString(),
    team,
    skills,
    emergencyContact: emergencyContact && { ...emergencyContact, phone: formatPhone(emergencyContact.phone) },
    certifications: certifications.map(({ name, number, expiresOn }) => ({ name, number, expiresOn })),
    addresses: TECHNICIAN_ADDRESS_KINDS.map((type) => {
      const found = addresses.find((one) => one.type === type);
      const { line1 = "", line2 = null, city = "", state = "", postalCode = "" } = found ?? {};
      return { type, line1, line2, city, state, postalCode };
    }),
  };
}
