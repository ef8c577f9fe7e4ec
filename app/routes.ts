import { index, layout, type RouteConfig, route } from "@remix-run/route-config";

/** A screen that comes with the next release: the address works and says so. */
const next = (path: string) => route(path, "routes/shell/next-release.tsx", { id: `next:${path}` });

/** Every URL of the product. */
export default [
  layout("routes/shell/layout.tsx", [
    // Public
    index("routes/public/landing.tsx"),
    next("map"),
    next("map2"),
    route("privacy", "routes/public/privacy.tsx"),
    route("terms", "routes/public/terms.tsx"),

    // Signing in
    route("signup", "routes/auth/signup.tsx"),
    route("login", "routes/auth/login.tsx"),
    route("auth/activate", "routes/auth/activate.tsx"),
    route("auth/request-reset", "routes/auth/request-reset.tsx"),
    route("auth/reset", "routes/auth/reset.tsx"),
    route("auth/accept-invitation", "routes/auth/accept-invitation.tsx"),
    route("auth/callback", "routes/auth/callback.tsx"),
    route("auth/sign-out", "routes/auth/sign-out.tsx"),

    // Mails of the embedded mailer, in local mode only
    route("dev/mailbox", "routes/dev/mailbox.tsx"),

    // Workspace
    next("receipts"),
    next("payment"),
    next("leads"),
    next("todos"),
    next("dashboard"),
    next("properties"),
    route("profile", "routes/people/profile.tsx"),
    next("messages"),
    next("pgi"),
    next("designer"),
    next("chat"),
    next("knowledge-graph"),
    next("industry-analysis"),
    route("support", "routes/support/support.tsx"),

    // System
    route("system/user-managment", "routes/people/users.tsx"),
    route("system/deliveries", "routes/system/deliveries.tsx"),
    route("settings", "routes/people/settings.tsx"),
    next("settings/integrations"),
    next("integrations/github"),
    next("integrations/gitlab"),
    next("bugscout/issues"),
    next("bugscout/issues/:id"),
    next("bugscout/config"),
    next("bugscout/landing"),

    // Finance
    route("finances", "routes/finances/tracker/route.tsx"),
    route("finances/dashboard", "routes/finances/dashboard/route.tsx"),
    route("finances/calendar", "routes/finances/calendar/route.tsx"),
    route("finances/expenses", "routes/finances/expenses/route.tsx"),
    route("finances/accounts", "routes/finances/accounts/route.tsx"),
    route("finances/accounts/connections", "routes/finances/accounts/connections/route.tsx"),

    // Work orders
    route("workorders", "routes/work-orders/list.tsx"),
    route("workorders/create", "routes/work-orders/create.tsx"),
    route("workorders/board", "routes/work-orders/board.tsx"),
    route("workorders/scheduler", "routes/work-orders/scheduler.tsx"),
    route("workorders/scheduler/:date", "routes/work-orders/scheduler.tsx", { id: "work-orders/scheduler-day" }),
    route("workorders/:id", "routes/work-orders/detail.tsx"),
    route("workorders/:id/edit", "routes/work-orders/edit.tsx"),
    route("workorders/:id/timeline", "routes/work-orders/timeline.tsx"),
    route("technician/jobs/:id", "routes/technician/job.tsx"),

    // Customers and equipment
    route("customers", "routes/customers/list.tsx"),
    route("customers/create", "routes/customers/create.tsx"),
    route("customers/:id", "routes/customers/detail.tsx"),
    route("customers/:id/edit", "routes/customers/edit.tsx"),
    route("customers/:customerId/equipment", "routes/equipment/customer.tsx"),
    route("customers/:customerId/equipment/create", "routes/equipment/create.tsx", {
      id: "customers/equipment/create",
    }),
    route("customers/:customerId/equipment/:equipmentId", "routes/equipment/detail.tsx", { id: "customers/equipment" }),
    route("equipment", "routes/equipment/list.tsx"),
    route("equipment/create", "routes/equipment/create.tsx"),
    route("equipment/:id", "routes/equipment/detail.tsx"),

    // Technicians
    route("technicians", "routes/technicians/list.tsx"),
    route("technicians/create", "routes/technicians/invite.tsx", { id: "technicians/create" }),
    route("technicians/invite", "routes/technicians/invite.tsx"),
    route("technicians/invitations", "routes/technicians/invitations.tsx"),
    route("technicians/:id", "routes/technicians/detail.tsx"),
    route("technicians/:id/edit", "routes/technicians/edit.tsx"),
    route("technicians/:id/schedule", "routes/technicians/detail.tsx", { id: "technicians/schedule" }),

    // Invoices
    next("invoices-v2"),
    next("invoices-v2/:id"),

    // Inventory
    next("inventory/items"),
    next("inventory/items/create"),
    next("inventory/items/:id"),
    next("inventory/items/:id/edit"),
    next("inventory/stock"),
    next("inventory/stock/:itemId/distribution"),
    next("inventory/locations"),
    next("inventory/locations/create"),
    next("inventory/locations/:id"),
    next("inventory/locations/:id/edit"),
    next("inventory/movements"),
    next("inventory/movements/create"),
    next("inventory/movements/:id"),
    next("inventory/reservations"),
    next("inventory/reservations/create"),
    next("inventory/reservations/:id"),

    // Service types
    route("service-types", "routes/service-types/list.tsx"),
    route("service-types/create", "routes/service-types/create.tsx"),
    route("service-types/create/advanced", "routes/service-types/create-advanced.tsx"),
    route("service-types/:id", "routes/service-types/detail.tsx"),
    route("service-types/:id/edit", "routes/service-types/wizard.tsx"),
    route("service-types/:id/playbook", "routes/service-types/wizard.tsx", { id: "service-types/playbook" }),
    route("service-types/:serviceTypeId/tasks", "routes/service-types/tasks.tsx"),
    route("service-types/:serviceTypeId/tasks/create", "routes/service-types/task-create.tsx"),
    route("service-types/:serviceTypeId/tasks/:taskId/edit", "routes/service-types/task-edit.tsx"),

    route("*", "routes/shell/not-found.tsx"),
  ]),

  // Answers without a screen
  route("settings/logo/:orgId", "routes/people/logo.ts"),
  route("resources/board-column", "routes/work-orders/board-column.ts"),
  route("resources/board-job/:id", "routes/work-orders/board-job.ts"),
  route("resources/scheduler-rescue", "routes/work-orders/scheduler-rescue.ts"),
  route("resources/scheduler-slots/:id", "routes/work-orders/scheduler-slots.ts"),
  route("resources/technician-day", "routes/technician/day.ts"),
  route("resources/find", "routes/shell/find.ts"),
] satisfies RouteConfig;
