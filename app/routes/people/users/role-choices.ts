import { type Role, roles } from "~/domain/shared/permissions";

const hints: Record<Role, string> = {
  Admin: "May do everything, members and settings included.",
  Manager: "Runs the business's areas from the list of permissions.",
  Technician: "Sees the work and reports on own jobs.",
};

export const roleChoices = roles.map((role) => ({ value: role, label: role, hint: hints[role] }));
