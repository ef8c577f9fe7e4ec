import { choicesOf } from "~/domain/shared/choices";
import { SKILL_LEVEL_LABELS, SKILL_LEVELS } from "~/domain/technicians/technician";

/** Labels of a technician's fields, on forms and when comparing two versions. */
export const technicianLabels = {
  firstName: "First name",
  lastName: "Last name",
  email: "Email",
  phone: "Phone",
  status: "Status",
  skillLevel: "Skill level",
  hourlyRate: "Hourly rate",
  yearsExperience: "Years of experience",
  team: "Team",
  skills: "Skills",
} as const;

export const levelChoices = choicesOf(SKILL_LEVELS, SKILL_LEVEL_LABELS);
