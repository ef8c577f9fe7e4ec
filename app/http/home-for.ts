import { hasRole, type Rights } from "~/domain/shared/permissions";
import { paths } from "~/paths";

/** The home screen: a technician's jobs, the business's dashboard, or the household's finances. */
export function homeFor({ member, secondStepFor }: { member: Rights | null; secondStepFor?: string | null }): string {
  if (secondStepFor) return paths.secondStep();
  if (!member) return paths.financeDashboard();
  const onlyTechnician = hasRole(member, "Technician") && !hasRole(member, "Admin", "Manager");
  return onlyTechnician ? paths.technicianWorkOrder("today") : paths.dashboard();
}
