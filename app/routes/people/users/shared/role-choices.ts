import { type Role, roles } from "~/domain/shared/permissions";

const hints: Record<Role, string> = {
  Admin: "Can do everything, including users and settings.",
  Manager: "Runs daily operations, within the permissions chosen.",
  Technician: "Sees assigned jobs and updates them.",
};

export const roleChoices = roles.map((role) => ({ value: role, label: role, hint: hints[role] }));
