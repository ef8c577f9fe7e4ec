import { type Role, roles } from "~/domain/shared/permissions";

const hints: Record<Role, string> = {
  Admin: "Can do everything, including users and settings.",
  Manager: "Runs the business areas in the list of permissions.",
  Technician: "Sees the work and reports on their own jobs.",
};

export const roleChoices = roles.map((role) => ({ value: role, label: role, hint: hints[role] }));
