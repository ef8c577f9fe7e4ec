import { index, layout, type RouteConfig, route } from "@remix-run/route-config";

/** The URL of a screen with dialogs that has no path of its own. */
const noDialog = (screen: string) => index("components/no-dialog.tsx", { id: `${screen}/no-dialog` });

/** Screens below a piece of equipment, at either of its addresses. */
const unitScreens = (id: string) => [
  layout("routes/equipment/overview/route.tsx", { id: `${id}/overview` }, [
    noDialog(id),
    route("plans/new", "routes/equipment/plan-new/route.tsx", { id: `${id}/plan-new` }),
    route("plans/:planId/end", "routes/equipment/plan-end/route.tsx", { id: `${id}/plan-end` }),
    route("circuits/new", "routes/equipment/circuit-new/route.tsx", { id: `${id}/circuit-new` }),
    route("circuits/:circuitId/edit", "routes/equipment/circuit-edit/route.tsx", { id: `${id}/circuit-edit` }),
  ]),
  route("history", "routes/equipment/history/route.tsx", { id: `${id}/history` }),
  route("readings", "routes/equipment/readings/route.tsx", { id: `${id}/readings` }, [
    route("episodes/:episodeId/record", "routes/equipment/episode-record/route.tsx", { id: `${id}/episode-record` }),
    route("episodes/:episodeId/void", "routes/equipment/episode-void/route.tsx", { id: `${id}/episode-void` }),
    route("episodes/:episodeId/events/:eventId/void", "routes/equipment/event-void/route.tsx", {
      id: `${id}/event-void`,
    }),
    route(":readingId/delete", "routes/equipment/reading-delete/route.tsx", { id: `${id}/reading-delete` }),
  ]),
  route("edit", "routes/equipment/edit/route.tsx", { id: `${id}/edit` }),
];

/** The short invitation, over a form whose technician select is empty. */
const quickInvitation = (screen: string, path = "invite-technician") =>
  route(path, "routes/technicians/quick-invitation/route.tsx", { id: `${screen}/invite-technician` });

/** Dialogs for a work order's status changes, over its own screen and over its card on the board. */
const transitionDialogs = (id: string, path = "") =>
  ["schedule", "en-route", "hold", "cancel", "complete", "close", "reopen"].map((dialog) =>
    route(
      path + dialog,
      `routes/work-orders/detail/${dialog}.tsx`,
      { id: `${id}/${dialog}` },
      dialog === "schedule" ? [quickInvitation(`${id}/schedule`)] : [],
    ),
  );

/** Screens shared by both code hosts. */
const hostScreens = (host: string) => [
  route(`integrations/${host}`, "routes/code-hosts/route.tsx", { id: `code-hosts/${host}` }, [
    route("token", "routes/code-hosts/token/route.tsx", { id: `code-hosts/${host}/token` }),
    route("disconnect", "routes/code-hosts/disconnect/route.tsx", { id: `code-hosts/${host}/disconnect` }),
    route("callback", "routes/code-hosts/callback/route.tsx", { id: `code-hosts/${host}/callback` }),
    route("repositories", "routes/code-hosts/choose/route.tsx", { id: `code-hosts/${host}/repositories` }),
  ]),
];

/** Saved views, over the list and over the board. */
const issueViewDialogs = (id: string) => [
  route("views", "routes/bugscout/views/route.tsx", { id: `${id}/views` }),
  route("views/new", "routes/bugscout/views/new.tsx", { id: `${id}/new-view` }),
  route("views/:viewId", "routes/bugscout/views/edit.tsx", { id: `${id}/edit-view` }),
];

/** Paths that group the pages below them and have none of their own. */
const groupAddresses = ["inventory", "system", "integrations", "technician", "technician/jobs"].map((path) =>
  route(path, "routes/shell/resources/group-address.ts", { id: `group-address/${path}` }),
);

/** Every URL of the product. */
export default [
  layout("routes/shell/layout.tsx", [
    // Open to visitors and signed-in users
    index("routes/public/landing/route.tsx"),
    route("map", "routes/maps/day/route.tsx"),
    route("map2", "routes/maps/routes/route.tsx", [route(":id", "routes/maps/routes/move.tsx")]),
    route("privacy", "routes/public/privacy/route.tsx"),
    route("terms", "routes/public/terms/route.tsx"),
    route("households", "routes/public/households/route.tsx"),
    route("contact", "routes/contact/route.tsx"),

    // Signing in
    route("signup", "routes/auth/signup/route.tsx"),
    route("login", "routes/auth/login/route.tsx"),
    route("login/passkey", "routes/auth/login-passkey/route.tsx"),
    route("login/code", "routes/auth/login-code/route.tsx"),
    route("login/code/lost", "routes/auth/lost-code/route.tsx"),
    route("login/turn-off", "routes/auth/turn-off-code/route.tsx"),
    route("auth/activate", "routes/auth/activate/route.tsx"),
    route("auth/request-reset", "routes/auth/request-reset/route.tsx"),
    route("auth/reset", "routes/auth/reset/route.tsx"),
    route("auth/accept-invitation", "routes/auth/accept-invitation/route.tsx"),
    route("auth/callback", "routes/auth/callback/route.tsx"),
    route("auth/sign-out", "routes/auth/sign-out/route.tsx"),

    // Signed-in users only
    layout("routes/shell/signed-in-layout.tsx", [
      route("profile/export", "routes/people/export/route.tsx"),
      route("profile/export/restore", "routes/people/restore/route.tsx"),
      route("profile", "routes/people/profile/route.tsx", [
        route("two-step", "routes/people/profile/two-step-on.tsx"),
        route("two-step/codes", "routes/people/profile/two-step-codes.tsx"),
        route("two-step/off", "routes/people/profile/two-step-off.tsx"),
        route("passkeys/new", "routes/people/profile/new-passkey.tsx"),
        route("passkeys/:id", "routes/people/profile/rename-passkey.tsx"),
        route("passkeys/:id/delete", "routes/people/profile/delete-passkey.tsx"),
        route("sessions/:id/end", "routes/people/profile/end-session.tsx"),
        route("calendars/new", "routes/people/profile/new-calendar-feed.tsx"),
        route("leave", "routes/people/profile/leave-business.tsx"),
        route("delete", "routes/people/profile/delete-account.tsx"),
      ]),
      route("support", "routes/support/route.tsx"),
      route("support/messages", "routes/support/messages/route.tsx"),
      route("support/messages/:id", "routes/support/messages/detail.tsx"),

      // Operators of the installation only
      route("system/operations", "routes/system/operations/route.tsx", [
        route("retry/:topic", "routes/system/operations/retry.tsx"),
        route("moves/new", "routes/system/operations/new-move.tsx"),
        route("moves/:id/cancel", "routes/system/operations/cancel-move.tsx"),
      ]),
      route("chat", "routes/chat/layout.tsx", [
        index("routes/chat/new/route.tsx"),
        route(":conversationId", "routes/chat/conversation/route.tsx", [
          route("delete", "routes/chat/conversation/delete.tsx"),
        ]),
      ]),
      layout("routes/payment/layout.tsx", [
        route("payment", "routes/payment/plan/route.tsx", [
          route("cancel", "routes/payment/plan/cancel.tsx"),
          route("period", "routes/payment/plan/period.tsx"),
        ]),
        route("payment/received", "routes/payment/received/route.tsx"),
      ]),

      // Shared by businesses and households
      route("receipts", "routes/receipts/list/route.tsx"),
      route("receipts/:id", "routes/receipts/detail/route.tsx", [route("delete", "routes/receipts/detail/delete.tsx")]),

      // Mail sent by the embedded mailer, in local mode only
      route("dev/mailbox", "routes/dev/mailbox/route.tsx"),

      // Household. Bank screens of one account are nested below it, dialogs below the screen they open over
      layout("routes/finances/layout.tsx", [
        route("finances", "routes/finances/tracker/route.tsx", [
          route("income/new", "routes/finances/tracker/new-income.tsx"),
          route("income/:id/:on?", "routes/finances/tracker/edit-income.tsx"),
          route("expense/new", "routes/finances/expense-new/route.tsx"),
          route("expense/:id/:on?", "routes/finances/expense-edit/route.tsx"),
          route("delete/:kind/:id", "routes/finances/tracker/delete-item.tsx"),
          route("match/:occurrence", "routes/finances/tracker/match-occurrence.tsx"),
          route("planned/:transactionId/:on", "routes/finances/tracker/match-row.tsx"),
        ]),
        route("finances/dashboard", "routes/finances/dashboard/route.tsx", [
          route("scenarios", "routes/finances/dashboard/scenarios.tsx"),
          route("scenarios/:id", "routes/finances/dashboard/rename-scenario.tsx"),
        ]),
        route("finances/calendar", "routes/finances/calendar/route.tsx", [
          route("move/:occurrence", "routes/finances/calendar/move.tsx"),
        ]),
        route("finances/expenses", "routes/finances/expenses/route.tsx", [
          route("new", "routes/finances/expense-new/route.tsx", { id: "finances/expenses/new" }),
          route(":id/:on?", "routes/finances/expense-edit/route.tsx", { id: "finances/expenses/edit" }),
          route(":id/delete", "routes/finances/expenses/delete-expense.tsx"),
        ]),
        route("finances/transactions", "routes/finances/transactions/route.tsx", [
          route("rules", "routes/finances/transactions/rules.tsx"),
          route(":transactionId/planned/:on", "routes/finances/transactions/match-row.tsx"),
        ]),
        layout("routes/finances/accounts/layout.tsx", [
          route("finances/accounts", "routes/finances/accounts/list/route.tsx", [
            route("connect", "routes/finances/accounts/connect/route.tsx"),
            route("match/:itemId", "routes/finances/accounts/match/route.tsx"),
          ]),
          route("finances/accounts/connections", "routes/finances/accounts/connections/route.tsx", [
            route(":itemId/disconnect", "routes/finances/accounts/connections/disconnect.tsx"),
          ]),
          route("finances/accounts/review", "routes/finances/accounts/review/route.tsx"),
          route("finances/accounts/institution", "routes/finances/accounts/institution/route.tsx", [
            route("new", "routes/finances/accounts/institution/new-institution.tsx"),
            route(":institutionId", "routes/finances/accounts/institution/edit-institution.tsx"),
          ]),
          route("finances/accounts/new", "routes/finances/accounts/new/route.tsx"),
          route("finances/accounts/:id", "routes/finances/accounts/detail/route.tsx", [
            route("edit", "routes/finances/accounts/detail/edit.tsx"),
            route("archive", "routes/finances/accounts/detail/archive.tsx"),
            route("delete", "routes/finances/accounts/detail/delete.tsx"),
            route("transactions/new", "routes/finances/accounts/detail/new-transaction.tsx"),
            route("transactions/:transactionId", "routes/finances/accounts/detail/edit-transaction.tsx"),
            route("transactions/:transactionId/delete", "routes/finances/accounts/detail/delete-transaction.tsx"),
            route("import", "routes/finances/accounts/import/route.tsx"),
            route("imports", "routes/finances/accounts/import/past-imports.tsx", [
              route(":importId/undo", "routes/finances/accounts/import/undo-import.tsx"),
              route(":importId/redo", "routes/finances/accounts/import/redo-import.tsx"),
            ]),
          ]),
        ]),
      ]),

      // An organization's screens
      layout("routes/shell/staff-layout.tsx", [
        route("dashboard", "routes/dashboard/route.tsx", [
          quickInvitation("dashboard", "technician"),
          route("customer", "routes/dashboard/steps/customer.tsx"),
          route("job", "routes/dashboard/steps/job.tsx", [quickInvitation("dashboard/job")]),
          route("dispatch", "routes/dashboard/steps/dispatch.tsx"),
        ]),
        route("dashboard/received", "routes/dashboard/received/route.tsx"),

        // Workspace
        layout("routes/leads/layout.tsx", [
          route("leads", "routes/leads/board/route.tsx"),
          route("leads/list", "routes/leads/list/route.tsx"),
          route("leads/report", "routes/leads/report/route.tsx"),
          route("leads/form", "routes/leads/form/route.tsx"),
        ]),
        route("leads/new", "routes/leads/new/route.tsx"),
        route("leads/:id", "routes/leads/detail/route.tsx", [
          route("edit", "routes/leads/edit/route.tsx"),
          route("lost", "routes/leads/lost/route.tsx"),
          route("follow-up", "routes/leads/follow-up/route.tsx"),
          route("convert", "routes/leads/convert/route.tsx"),
        ]),
        route("estimates", "routes/estimates/list/route.tsx", [route("new", "routes/estimates/new/route.tsx")]),
        route("estimates/:id", "routes/estimates/document/route.tsx", [
          route("send", "routes/estimates/send/route.tsx"),
          route("delete", "routes/estimates/delete/route.tsx"),
        ]),
        route("estimates/:id/edit", "routes/estimates/edit/route.tsx"),
        route("todos", "routes/todos/route.tsx", [
          route("new", "routes/todos/new/route.tsx"),
          route(":id/edit", "routes/todos/edit/route.tsx"),
        ]),
        route("properties", "routes/properties/list/route.tsx"),
        route("properties/:id", "routes/properties/layout.tsx", { id: "properties/property" }, [
          layout("routes/properties/overview/route.tsx", [
            route("edit", "routes/properties/edit/route.tsx"),
            route("access", "routes/properties/access/route.tsx"),
            route("people/new", "routes/properties/person/new.tsx"),
            route("people/:personId", "routes/properties/person/route.tsx"),
            route("people/:personId/remove", "routes/properties/person-remove/route.tsx"),
            noDialog("properties/overview"),
          ]),
          route("equipment", "routes/properties/equipment/route.tsx"),
          route("visits", "routes/properties/visits/route.tsx"),
          route("history", "routes/properties/history/route.tsx"),
          route("photos", "routes/properties/photos/route.tsx", [
            route("new", "routes/properties/photo-new/route.tsx"),
            route(":photoId/remove", "routes/properties/photo-remove/route.tsx"),
          ]),
        ]),
        route("messages", "routes/messages/layout.tsx", [
          index("routes/messages/none/route.tsx"),
          route("new", "routes/messages/new/route.tsx"),
          route(":threadId", "routes/messages/thread/route.tsx", [
            route("pictures/:pictureId", "routes/messages/thread/picture.tsx"),
          ]),
        ]),
        route("pgi", "routes/performance/route.tsx"),
        route("pgi/jobs", "routes/performance/jobs/route.tsx"),
        route("pgi/plans", "routes/performance/plans/route.tsx"),
        route("pgi/forecast", "routes/performance/forecast/route.tsx"),
        route("pgi/work", "routes/performance/work/route.tsx"),
        route("designer", "routes/designer/list/route.tsx", [route("new", "routes/designer/new/route.tsx")]),
        route("designer/:id", "routes/designer/editor/route.tsx", { id: "designer/design" }, [
          route("versions", "routes/designer/versions/route.tsx"),
        ]),
        route("knowledge-graph", "routes/knowledge-graph/route.tsx"),
        route("industry-analysis", "routes/industry-analysis/route.tsx", [
          route("save", "routes/industry-analysis/save/route.tsx"),
        ]),
        route("industry-analysis/saved", "routes/industry-analysis/saved/route.tsx"),
        route("industry-analysis/saved/:id", "routes/industry-analysis/saved/analysis.tsx", [
          route("rename", "routes/industry-analysis/saved/rename.tsx"),
        ]),

        // System
        route("system/user-managment", "routes/people/users/route.tsx", [
          route("invite", "routes/people/users/invite/route.tsx"),
          route("two-step", "routes/people/users/second-step-rule.tsx"),
          route(":userId", "routes/people/users/member/route.tsx"),
        ]),
        route("system/deliveries", "routes/system/deliveries/route.tsx"),
        layout("routes/settings/layout.tsx", [
          route("settings", "routes/settings/business/route.tsx", [
            route("delete", "routes/settings/business/delete-business.tsx"),
          ]),
          route("settings/billing", "routes/settings/billing/route.tsx", [
            route("reminders", "routes/settings/billing/reminders.tsx"),
            route("card-account", "routes/settings/billing/card-account.tsx"),
            route("card-account/disconnect", "routes/settings/billing/disconnect-card-account.tsx"),
            route("tax-rates/new", "routes/settings/billing/new-tax-rate.tsx"),
            route("tax-rates/:rateId/end", "routes/settings/billing/end-tax-rate.tsx"),
          ]),
          route("settings/messages", "routes/settings/messages/route.tsx"),
          route("settings/integrations", "routes/settings/integrations/route.tsx"),
          route("settings/api-keys", "routes/settings/api-keys/route.tsx", [
            route("new", "routes/settings/api-keys/new-key.tsx"),
            route(":keyId/delete", "routes/settings/api-keys/delete-key.tsx"),
          ]),
          route("settings/webhooks", "routes/settings/webhooks/route.tsx", [
            route("new", "routes/settings/webhooks/new-endpoint.tsx"),
          ]),
          route("settings/webhooks/:endpointId", "routes/settings/webhooks/endpoint.tsx", [
            route("edit", "routes/settings/webhooks/edit-endpoint.tsx"),
            route("rotate-secret", "routes/settings/webhooks/rotate-secret.tsx"),
            route("delete", "routes/settings/webhooks/delete-endpoint.tsx"),
            route("deliveries/:deliveryId", "routes/settings/webhooks/delivery.tsx"),
          ]),
          route("settings/usage", "routes/settings/usage/route.tsx"),
          route("settings/export", "routes/settings/export/route.tsx"),
          route("settings/export/restore", "routes/settings/restore/route.tsx"),
          route("settings/audit", "routes/settings/audit/route.tsx"),
        ]),
        ...hostScreens("github"),
        ...hostScreens("gitlab"),

        // Bug tracker
        layout("routes/bugscout/layout.tsx", [
          route("bugscout/landing", "routes/bugscout/landing/route.tsx"),
          route("bugscout/issues", "routes/bugscout/list/route.tsx", [
            route("new", "routes/bugscout/new/route.tsx"),
            ...issueViewDialogs("bugscout/list"),
          ]),
          route("bugscout/board", "routes/bugscout/board/route.tsx", issueViewDialogs("bugscout/board")),
          route("bugscout/trash", "routes/bugscout/trash/route.tsx"),
          route("bugscout/config", "routes/bugscout/config/route.tsx", [
            route("labels/new", "routes/bugscout/config/label.tsx", { id: "bugscout/new-label" }),
            route("labels/:labelId", "routes/bugscout/config/label.tsx"),
            route("labels/:labelId/delete", "routes/bugscout/config/delete-label.tsx"),
            route("projects/new", "routes/bugscout/config/project.tsx", { id: "bugscout/new-project" }),
            route("projects/:projectId", "routes/bugscout/config/project.tsx"),
            route("milestones/new", "routes/bugscout/config/milestone.tsx", { id: "bugscout/new-milestone" }),
            route("milestones/:milestoneId", "routes/bugscout/config/milestone.tsx"),
            route("milestones/:milestoneId/delete", "routes/bugscout/config/delete-milestone.tsx"),
            route("states/new", "routes/bugscout/config/state.tsx", { id: "bugscout/new-state" }),
            route("states/:stateId", "routes/bugscout/config/state.tsx"),
            route("states/:stateId/remove", "routes/bugscout/config/remove-state.tsx"),
            route("priorities/:priority", "routes/bugscout/config/priority.tsx"),
          ]),
          route("bugscout/config/sync", "routes/bugscout/config/sync-repositories.tsx", [
            route(":host/:repositoryId", "routes/bugscout/config/sync-rules.tsx"),
            route(":host/:repositoryId/backfill", "routes/bugscout/config/sync-backfill.tsx"),
          ]),
          route("bugscout/config/sync/people", "routes/bugscout/config/sync-people.tsx", [
            route("new", "routes/bugscout/config/sync-person.tsx"),
          ]),
          route("bugscout/config/sync/log", "routes/bugscout/config/sync-log.tsx"),
        ]),
        route("report-problem", "routes/bugscout/report/route.tsx"),
        route("bugscout/issues/:id", "routes/bugscout/detail/route.tsx", [
          route("edit", "routes/bugscout/edit/route.tsx"),
          route("duplicate", "routes/bugscout/duplicate/route.tsx"),
          route("comments/:commentId", "routes/bugscout/comment/route.tsx"),
          route("create-on-host", "routes/bugscout/detail/create-on-host.tsx"),
        ]),

        // Work orders
        route("workorders", "routes/work-orders/list/route.tsx", [
          route("new-customer", "routes/customers/create-dialog/route.tsx"),
          route("new-customer/:id", "routes/customers/created-dialog/route.tsx"),
        ]),
        route("workorders/create", "routes/work-orders/create/route.tsx", [quickInvitation("work-orders/create")]),
        route("workorders/voice", "routes/work-orders/voice-list/route.tsx"),
        route("workorders/voice/:sessionId", "routes/work-orders/voice/route.tsx"),
        route("workorders/board", "routes/work-orders/board/route.tsx", { id: "work-orders/board" }, [
          layout("routes/work-orders/board/card-dialogs.tsx", { id: "work-orders/board/card" }, [
            route(":id", "routes/work-orders/board/card-dialog.tsx"),
            ...transitionDialogs("work-orders/board", ":id/"),
          ]),
        ]),
        route("workorders/scheduler/:date?", "routes/work-orders/scheduler/route.tsx", [
          route("jobs/:id", "routes/work-orders/scheduler/work-order-panel.tsx"),
          route("reassign/:technicianId", "routes/work-orders/scheduler/reassign-day.tsx"),
        ]),
        route("workorders/:id", "routes/work-orders/layout.tsx", { id: "work-orders/work-order" }, [
          layout("routes/work-orders/detail/route.tsx", { id: "work-orders/detail" }, [
            noDialog("work-orders/detail"),
            ...transitionDialogs("work-orders/detail"),
            route("assign", "routes/work-orders/detail/assign.tsx", [quickInvitation("work-orders/detail/assign")]),
            route("delete", "routes/work-orders/detail/delete.tsx"),
            route("notes", "routes/work-orders/detail/notes-route.tsx"),
            route("tasks", "routes/work-orders/detail/tasks-route.tsx"),
            route("signature", "routes/work-orders/detail/signature-route.tsx"),
            route("recordings", "routes/work-orders/detail/recordings-route.tsx"),
            route("equipment/:equipmentId/readings/new", "routes/work-orders/detail/reading.tsx"),
          ]),
          route("edit", "routes/work-orders/edit/route.tsx", [quickInvitation("work-orders/edit")]),
          route("timeline", "routes/work-orders/timeline/route.tsx"),
          route("readings", "routes/work-orders/readings/route.tsx"),
          route("parts", "routes/work-orders/parts/route.tsx", [
            route("new", "routes/work-orders/part-new/route.tsx"),
            route(":partId", "routes/work-orders/part-edit/route.tsx"),
          ]),
          route("billing", "routes/work-orders/billing/route.tsx", [
            route("deposit", "routes/work-orders/billing/deposit.tsx"),
            route("request-deposit", "routes/work-orders/billing/request-deposit.tsx"),
            route("deposit-requests/:requestId/send", "routes/work-orders/billing/send-deposit.tsx"),
            route("deposit-requests/:requestId/withdraw", "routes/work-orders/billing/withdraw-deposit.tsx"),
            route("deposit-requests/:requestId/refund", "routes/work-orders/billing/refund-deposit.tsx"),
          ]),
        ]),
        layout("routes/technician-app/layout.tsx", [
          route("technician/jobs/:id", "routes/technician-app/work-order/route.tsx"),
        ]),

        // Customers and equipment
        route("customers", "routes/customers/list/route.tsx"),
        route("customers/create", "routes/customers/create/route.tsx"),
        route("customers/:id", "routes/customers/layout.tsx", { id: "customers/customer" }, [
          layout("routes/customers/overview/route.tsx", [
            noDialog("customers/overview"),
            route("addresses/new", "routes/customers/address-new/route.tsx"),
            route("addresses/:addressId", "routes/customers/address-edit/route.tsx"),
            route("addresses/:addressId/remove", "routes/customers/address-remove/route.tsx"),
            route("notes", "routes/customers/notes/route.tsx"),
            route("archive", "routes/customers/archive/route.tsx"),
          ]),
          route("edit", "routes/customers/edit/route.tsx"),
          route("equipment", "routes/customers/equipment/route.tsx"),
          route("equipment/create", "routes/equipment/create/route.tsx", { id: "customers/equipment/create" }),
          route(
            "equipment/:equipmentId",
            "routes/equipment/unit-layout.tsx",
            { id: "customers/unit" },
            unitScreens("customers/unit"),
          ),
          route("jobs", "routes/customers/jobs/route.tsx"),
          route("messages", "routes/customers/messages/route.tsx"),
          route("estimates", "routes/customers/estimates/route.tsx"),
          route("invoices", "routes/customers/invoices/route.tsx", [
            route("refund/:paymentId", "routes/customers/invoices/refund.tsx"),
          ]),
          route("statement", "routes/customers/statement/route.tsx", { id: "customers/statement" }, [
            route("send", "routes/customers/statement/send.tsx"),
          ]),
        ]),
        layout("routes/equipment/layout.tsx", [
          route("equipment", "routes/equipment/list/route.tsx"),
          route("equipment/health", "routes/equipment/health/route.tsx"),
          route("equipment/due", "routes/equipment/due/route.tsx"),
          route("equipment/leaks", "routes/equipment/leaks/route.tsx"),
          route("equipment/disposals", "routes/equipment/disposals/route.tsx"),
          route("equipment/audit-packet", "routes/equipment/audit-packet/route.tsx"),
          route("equipment/cylinders", "routes/equipment/cylinders/route.tsx", [
            route("new", "routes/equipment/cylinder-new/route.tsx"),
          ]),
          route("equipment/cylinders/variance", "routes/equipment/cylinder-variance/route.tsx"),
        ]),
        route("equipment/cylinders/:cylinderId", "routes/equipment/cylinder/route.tsx", [
          route("record/:kind", "routes/equipment/cylinder-record/route.tsx"),
          route("entries/:entryId/reverse", "routes/equipment/cylinder-reverse/route.tsx"),
        ]),
        route("equipment/create", "routes/equipment/create/route.tsx"),
        route(
          "equipment/:equipmentId",
          "routes/equipment/unit-layout.tsx",
          { id: "equipment/unit" },
          unitScreens("equipment/unit"),
        ),

        // Technicians
        layout("routes/technicians/layout.tsx", [
          route("technicians", "routes/technicians/list/route.tsx", [
            route("create", "routes/technicians/invite/route.tsx", { id: "technicians/create" }),
            route("invite", "routes/technicians/invite/route.tsx"),
            route("holidays", "routes/technicians/holidays/route.tsx"),
            route("teams", "routes/technicians/teams/route.tsx"),
            route("teams/new", "routes/technicians/team-edit/route.tsx", { id: "technicians/teams/new" }),
            route("teams/:teamId", "routes/technicians/team-edit/route.tsx"),
          ]),
          route("technicians/available", "routes/technicians/available/route.tsx"),
          route("technicians/invitations", "routes/technicians/invitations/route.tsx"),
        ]),
        route("technicians/:id/route-sheet/:date?", "routes/technicians/route-sheet/route.tsx"),
        route("technicians/:id", "routes/technicians/technician-layout.tsx", [
          layout("routes/technicians/overview/route.tsx", [
            noDialog("technicians/overview"),
            route("certification/new", "routes/technicians/certification-new/route.tsx"),
          ]),
          route("edit", "routes/technicians/edit/route.tsx"),
          route("schedule", "routes/technicians/schedule/route.tsx", [
            route("time-off/new", "routes/technicians/time-off-new/route.tsx"),
          ]),
        ]),

        // Invoices
        route("invoices-v2", "routes/invoices/list/route.tsx", [
          route("remind", "routes/invoices/remind-all/route.tsx"),
        ]),
        route("invoices-v2/aging", "routes/invoices/aging/route.tsx"),
        route("invoices-v2/:id", "routes/invoices/layout.tsx", { id: "invoices/invoice" }, [
          layout("routes/invoices/document/route.tsx", [
            noDialog("invoices/document"),
            route("issue", "routes/invoices/issue/route.tsx"),
            route("payment", "routes/invoices/payment/route.tsx"),
            route("apply-credit", "routes/invoices/apply-credit/route.tsx"),
            route("credit", "routes/invoices/credit/route.tsx"),
            route("void", "routes/invoices/void/route.tsx"),
            route("correct", "routes/invoices/void/route.tsx", { id: "invoices/correct" }),
            route("delete", "routes/invoices/delete/route.tsx"),
            route("send", "routes/invoices/send/route.tsx"),
            route("remind", "routes/invoices/send/route.tsx", { id: "invoices/remind" }),
            route("revoke-link", "routes/invoices/revoke-link/route.tsx"),
            route("refund/:paymentId", "routes/invoices/refund/route.tsx"),
          ]),
          route("edit", "routes/invoices/edit/route.tsx"),
        ]),

        // Inventory
        layout("routes/inventory/layout.tsx", [
          route("inventory/items", "routes/inventory/items/route.tsx"),
          route("inventory/stock", "routes/inventory/stock/route.tsx"),
          route("inventory/lots", "routes/inventory/lots/route.tsx", [
            route(":lotId/expiry", "routes/inventory/lot-expiry/route.tsx"),
          ]),
          route("inventory/locations", "routes/inventory/locations/route.tsx"),
          route("inventory/movements", "routes/inventory/movements/route.tsx"),
          route("inventory/suppliers", "routes/purchasing/suppliers/route.tsx"),
          route("inventory/purchase-orders", "routes/inventory/purchase-orders/route.tsx"),
          route("inventory/reservations", "routes/inventory/reservations/route.tsx"),
          route("inventory/picks", "routes/inventory/picks/route.tsx"),
          route("inventory/counts", "routes/inventory/counts/route.tsx"),
        ]),
        route("inventory/items/import", "routes/inventory/items-import/route.tsx"),
        route("inventory/items/create", "routes/inventory/item-create/route.tsx"),
        route("inventory/items/:itemId", "routes/inventory/item-layout.tsx", { id: "inventory/item" }, [
          layout("routes/inventory/item-overview/route.tsx", [
            noDialog("inventory/item-overview"),
            route("move", "routes/inventory/item-move/route.tsx"),
            route("picture", "routes/inventory/item-picture/route.tsx"),
            route("delete", "routes/inventory/item-delete/route.tsx"),
            route("lots/:lotId/expiry", "routes/inventory/lot-expiry/route.tsx", { id: "inventory/item-lot-expiry" }),
            route("suppliers/new", "routes/purchasing/item-supplier/route.tsx", { id: "purchasing/item-supplier-new" }),
            route("suppliers/:supplierId", "routes/purchasing/item-supplier/route.tsx"),
          ]),
          route("edit", "routes/inventory/item-edit/route.tsx"),
        ]),
        route("inventory/locations/create", "routes/inventory/location-create/route.tsx"),
        route("inventory/locations/:locationId", "routes/inventory/location-layout.tsx", { id: "inventory/location" }, [
          layout("routes/inventory/location-overview/route.tsx", [
            noDialog("inventory/location-overview"),
            route("restock", "routes/inventory/location-restock/route.tsx"),
            route("delete", "routes/inventory/location-delete/route.tsx"),
            route("levels/new", "routes/inventory/location-level-new/route.tsx"),
            route("levels/copy", "routes/inventory/location-levels-copy/route.tsx"),
            route("levels/:itemId", "routes/inventory/location-level/route.tsx"),
          ]),
          route("edit", "routes/inventory/location-edit/route.tsx"),
        ]),
        route("inventory/movements/:movementId", "routes/inventory/movement/route.tsx", [
          route("reverse", "routes/inventory/movement-reverse/route.tsx"),
        ]),
        route("inventory/suppliers/create", "routes/purchasing/supplier-create/route.tsx"),
        route("inventory/suppliers/:supplierId", "routes/purchasing/supplier-layout.tsx", [
          index("routes/purchasing/supplier-overview/route.tsx"),
          route("edit", "routes/purchasing/supplier-edit/route.tsx"),
        ]),
        route("inventory/purchase-orders/create", "routes/inventory/purchase-order-create/route.tsx"),
        route("inventory/purchase-orders/reorder", "routes/inventory/reorder/route.tsx"),
        route("inventory/purchase-orders/:orderId/edit", "routes/inventory/purchase-order-edit/route.tsx"),
        route(
          "inventory/purchase-orders/:orderId",
          "routes/inventory/purchase-order/route.tsx",
          { id: "inventory/purchase-order" },
          [
            route("place", "routes/inventory/purchase-order-place/route.tsx"),
            route("send", "routes/inventory/purchase-order-send/route.tsx"),
            route("receive", "routes/inventory/purchase-order-receive/route.tsx"),
            route("cancel", "routes/inventory/purchase-order-cancel/route.tsx"),
            route("delete", "routes/inventory/purchase-order-delete/route.tsx"),
          ],
        ),
        route("inventory/stock/:itemId/distribution", "routes/inventory/stock-distribution/route.tsx"),
        route("inventory/labels", "routes/inventory/labels/route.tsx"),
        route("inventory/movements/create", "routes/inventory/movement-create/route.tsx"),
        route("inventory/counts/create", "routes/inventory/count-create/route.tsx"),
        route("inventory/counts/:countId", "routes/inventory/count/route.tsx", [
          route("post", "routes/inventory/count-post/route.tsx"),
          route("cancel", "routes/inventory/count-cancel/route.tsx"),
        ]),
        route("inventory/reservations/create", "routes/inventory/reservation-create/route.tsx"),
        route("inventory/reservations/:reservationId", "routes/inventory/reservation/route.tsx", [
          route("release", "routes/inventory/reservation-release/route.tsx"),
          route("fulfill", "routes/inventory/reservation-use/route.tsx"),
        ]),

        // Service types
        route("service-types", "routes/service-types/list/route.tsx", [
          route("create", "routes/service-types/create/route.tsx"),
        ]),
        route("service-types/create/advanced", "routes/service-types/create-advanced/route.tsx"),
        route("service-types/:id", "routes/service-types/layout.tsx", [
          index("routes/service-types/overview/route.tsx"),
          route("edit", "routes/service-types/wizard/route.tsx"),
          route("playbook", "routes/service-types/wizard/route.tsx", { id: "service-types/playbook" }),
          route("tasks", "routes/service-types/tasks/route.tsx", [
            route("create", "routes/service-types/task-create/route.tsx"),
            route(":taskId/edit", "routes/service-types/task-edit/route.tsx"),
          ]),
        ]),
      ]),
    ]),

    route("*", "routes/shell/not-found/route.tsx"),
  ]),

  ...groupAddresses,

  // Opened from a link in an email or a QR code, without an account
  route("s/:token", "routes/customer-pages/invoice/route.tsx"),
  route("s/:token/pdf", "routes/customer-pages/resources/invoice-pdf.ts"),
  route("s/:token/logo", "routes/customer-pages/resources/invoice-logo.ts"),
  route("s/visit/:token", "routes/customer-pages/visit/route.tsx"),
  route("s/visit/:token/logo", "routes/customer-pages/resources/visit-logo.ts"),
  route("s/visit/:token/photos/:photoId", "routes/customer-pages/resources/visit-photo.ts"),
  route("s/picture/:token", "routes/customer-pages/resources/picture.ts"),
  route("f/:token", "routes/customer-pages/lead-form/route.tsx"),
  route("s/estimate/:token", "routes/customer-pages/estimate/route.tsx"),
  route("s/estimate/:token/pdf", "routes/customer-pages/resources/estimate-pdf.ts"),
  route("s/estimate/:token/logo", "routes/customer-pages/resources/estimate-logo.ts"),
  route("s/deposit/:token", "routes/customer-pages/deposit/route.tsx"),
  route("s/calendar/:file", "routes/calendar-feeds/resources/file.ts"),
  route("s/deposit/:token/logo", "routes/customer-pages/resources/deposit-logo.ts"),

  // Routes without a screen
  route("start", "routes/shell/resources/start.ts"),
  route("settings/logo/:orgId", "routes/settings/resources/logo.ts"),
  route("finances/transactions/export", "routes/finances/resources/transaction-export.ts"),
  route("resources/audit-log", "routes/settings/resources/audit-log.ts"),
  route("resources/imports", "routes/finances/resources/upload-import.ts"),
  route("resources/imports/:id", "routes/finances/resources/staged-import.ts"),
  route("resources/spoken-customers", "routes/work-orders/resources/spoken-customers.ts"),
  route("resources/other-jobs", "routes/work-orders/resources/other-jobs.ts"),
  route("resources/first-openings", "routes/work-orders/resources/first-openings.ts"),
  route("resources/part-choices", "routes/work-orders/resources/part-choices.ts"),
  route("resources/truck-check", "routes/work-orders/resources/truck-check.ts"),
  route("resources/board-column", "routes/work-orders/resources/board-column.ts"),
  route("resources/technician-day", "routes/technician-app/resources/day.ts"),
  route("resources/technician-mutations/:id", "routes/technician-app/resources/mutations.ts"),
  route("resources/starter-service-types", "routes/service-types/resources/add-starter.ts"),
  route("resources/become-technician", "routes/technicians/resources/become-technician.ts"),
  route("resources/resend-invitation", "routes/technicians/resources/resend-invitation.ts"),
  route("resources/property-access/:id", "routes/properties/resources/shown-access.ts"),
  route("resources/search", "routes/shell/resources/search.ts"),
  route("resources/design-pdf/:id", "routes/designer/resources/pdf.ts"),
  route("resources/design-picture/:id", "routes/designer/resources/picture.ts"),
  route("resources/graph-records", "routes/knowledge-graph/resources/records.ts"),
  route("resources/graph-way", "routes/knowledge-graph/resources/path.ts"),
  route("resources/part-uses/:id", "routes/knowledge-graph/resources/part-uses.ts"),
  route("resources/estimate-pdf/:id", "routes/estimates/resources/pdf.ts"),
  route("resources/price-book", "routes/estimates/resources/price-book.ts"),
  route("resources/lead-column", "routes/leads/resources/column.ts"),
  route("resources/similar-leads", "routes/leads/resources/similar.ts"),
  route("resources/lead-report", "routes/leads/resources/report.ts"),
  route("resources/disposal-log", "routes/equipment/resources/disposal-log.ts"),
  route("resources/audit-packet/:type", "routes/equipment/resources/audit-packet.ts"),
  route("resources/cylinder-variance", "routes/equipment/resources/cylinder-variance.ts"),
  route("resources/item-export", "routes/inventory/resources/item-export.ts"),
  route("resources/automatic-messages", "routes/settings/resources/automatic-messages.ts"),
  route("resources/customer-reminders/:id", "routes/customers/resources/customer-reminders.ts"),
  route("resources/statement-pdf/:id", "routes/customers/resources/statement-pdf.ts"),
  route("resources/invoice-pdf/:id", "routes/invoices/resources/pdf.ts"),
  route("resources/purchase-order-pdf/:id", "routes/inventory/resources/purchase-order-pdf.ts"),
  route("resources/todo-subjects", "routes/todos/resources/subjects.ts"),
  route("resources/receipt-subjects", "routes/receipts/resources/subjects.ts"),
  route("resources/item-choices", "routes/inventory/resources/item-choices.ts"),
  route("resources/item-suggestions", "routes/inventory/resources/item-suggestions.ts"),
  route("resources/item-stock", "routes/inventory/resources/item-stock.ts"),
  route("resources/customer-choices", "routes/customers/resources/customer-choices.ts"),
  route("resources/photo-visibility/:id", "routes/work-orders/resources/photo-visibility.ts"),
  route("resources/open-thread", "routes/messages/resources/open-thread.ts"),
  route("resources/sidebar-counts", "routes/shell/resources/sidebar-counts.ts"),
  route("resources/thread-messages/:threadId", "routes/messages/resources/messages.ts"),
  route("resources/similar-issues", "routes/bugscout/resources/similar.ts"),
  route("resources/find-issues", "routes/bugscout/resources/find.ts"),
  route("resources/issue-export", "routes/bugscout/resources/export.ts"),
  route("resources/issue-column", "routes/bugscout/resources/column.ts"),
  route("resources/similar-customers", "routes/customers/resources/similar-customers.ts"),
] satisfies RouteConfig;
