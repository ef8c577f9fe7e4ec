/** `depot` is where the van stands when it is not at home. */
export const TECHNICIAN_ADDRESS_KINDS = ["home", "depot", "mailing"] as const;
export type TechnicianAddressKind = (typeof TECHNICIAN_ADDRESS_KINDS)[number];

export const TECHNICIAN_ADDRESS_LABELS: Record<TechnicianAddressKind, string> = {
  home: "Home",
  depot: "Depot",
  mailing: "Mailing",
};

type Contact = { emergencyContactName: string | null; emergencyContactPhone: string | null };

/** Field -> message: a contact whom nobody can call is none. */
export function contactProblems({ emergencyContactName: name, emergencyContactPhone: phone }: Contact) {
  const problems: Record<string, string> = {};
  if (name && !phone) problems.emergencyContactPhone = "Add the phone number of the emergency contact";
  if (phone && !name) problems.emergencyContactName = "Add the name of the emergency contact";
  return problems;
}

/** Skills typed with commas or one a line. */
export function splitSkills(text: string): string[] {
  return text
    .split(/[,;\n]/)
    .map((skill) => skill.trim().replace(/\s+/g, " "))
    .filter((skill) => skill !== "");
}
