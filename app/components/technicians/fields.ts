import { toDecimal } from "~/domain/shared/money";

/** What the fields of a technician are called, on forms and where two versions are compared. */
export const technicianLabels = {
  firstName: "First name",
  lastName: "Last name",
  email: "Email",
  phone: "Phone",
  status: "Status",
  skillLevel: "Skill level",
  hourlyRate: "Hourly rate",
  yearsExperience: "Years of experience",
  skills: "Skills",
} as const;

export type TechnicianField = keyof typeof technicianLabels;

export type AddressTexts = {
  type: string;
  line1: string;
  line2: string;
  city: string;
  state: string;
  postalCode: string;
};
export type CertificationTexts = { name: string; number: string; expiresOn: string };

/** Fields of the edit form as conform sees them. */
export type TechnicianTexts = Record<TechnicianField, string> & {
  emergencyContact: { name: string; phone: string };
  certifications: CertificationTexts[];
  addresses: AddressTexts[];
};

const name = { required: true, maxLength: 100 };

export const technicianLimits = {
  firstName: name,
  lastName: name,
  email: { required: true, maxLength: 254 },
  phone: { maxLength: 40 },
  hourlyRate: { maxLength: 12 },
  yearsExperience: { min: 0, max: 50 },
  skills: { maxLength: 2000 },
  "emergencyContact.name": { maxLength: 120 },
  "emergencyContact.phone": { maxLength: 40 },
  "certifications[].name": { maxLength: 80 },
  "certifications[].number": { maxLength: 60 },
  "addresses[].line1": { maxLength: 200 },
  "addresses[].line2": { maxLength: 200 },
  "addresses[].city": { maxLength: 100 },
  "addresses[].state": { maxLength: 100 },
  "addresses[].postalCode": { maxLength: 12 },
};

/** What a technician, or what was typed for one, reads in the form's plain fields; blank where there is nothing. */
export function technicianTexts(source: object): Record<TechnicianField, string> {
  const given: Record<string, unknown> = { ...source };
  const text = (key: string): string => {
    const value = given[key];
    if (Array.isArray(value)) return value.join(", ");
    return typeof value === "string" || typeof value === "number" ? String(value) : "";
  };
  const rate = given.hourlyRateMinor;
  return {
    firstName: text("firstName"),
    lastName: text("lastName"),
    email: text("email"),
    phone: text("phone"),
    status: text("status"),
    skillLevel: text("skillLevel"),
    hourlyRate: typeof rate === "number" ? toDecimal(rate).toFixed(2) : text("hourlyRate"),
    yearsExperience: text("yearsExperience"),
    skills: text("skills"),
  };
}
