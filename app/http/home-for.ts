import { hasRole, type Rights } from "~/domain/shared/permissions";
import { paths } from "~/paths";

/** Where a person's day begins: a technician's jobs, the business's day, or the household's own money. */
export function homeFor({ member, secondStepFor }: { member: Rights | null; secondStepFor?: string | null }): string {
  if (secondStepFor) return paths.secondStep();
  if (!member) return paths.financeDashboard();
  const onlyTechnician = hasRole(member, "Technician") && !hasRole(member, "Admin", "Manager");
  return onlyTechnician ? paths.technicianJob("today") : paths.dashboard();
}
