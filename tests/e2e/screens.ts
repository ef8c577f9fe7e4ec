/** Every screen the demo has something to show on, by who opens it; one line for each area. `:first` is the list's first row. */
export const screens: Record<"guest" | "admin" | "technician" | "household", readonly string[]> = {
  guest: [
    ...["/", "/privacy", "/terms", "/map", "/dev/mailbox", "/no-such-page"],
    ...["/signup", "/login", "/auth/request-reset", "/auth/reset", "/auth/activate", "/auth/accept-invitation"],
  ],
  admin: [
    ...[
      "/profile",
      "/settings",
      "/settings/audit",
      "/settings/usage",
      "/system/user-managment",
      "/system/deliveries",
      "/support",
      "/support?article=refrigerant-readings",
      "/todos",
      "/receipts",
      "/no-such-page",
    ],
    ...["/workorders", "/workorders/create", "/workorders/40", "/workorders/40/edit", "/workorders/40/timeline"],
    ...["/workorders/board", "/workorders/scheduler", "/workorders/scheduler/2026-11-20?view=week"],
    ...["/customers", "/customers/create", "/customers/3", "/customers/3/edit"],
    ...["/technicians", "/technicians/invite", "/technicians/invitations"],
    ...["/technicians/available", "/technicians/holidays"],
    ...["/service-types", "/service-types/create", "/service-types/create/advanced", "/service-types/:first"],
    ...["/service-types/:first/edit", "/service-types/:first/playbook", "/service-types/:first/tasks"],
    ...[
      "/equipment",
      "/equipment/health",
      "/equipment/due",
      "/equipment/create",
      "/equipment/:first",
      "/customers/3/equipment",
    ],
  ],
  technician: ["/technician/jobs/today", "/technician/jobs/WO-001"],
  household: [
    ...["/finances", "/finances?view=year", "/finances/dashboard", "/finances/calendar", "/finances/expenses"],
    ...["/finances/accounts", "/finances/accounts/institution", "/finances/accounts/new"],
    ...["/finances/accounts/connections", "/finances/accounts/connect", "/finances/accounts/review"],
  ],
};
