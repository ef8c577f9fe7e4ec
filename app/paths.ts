import type { HostKind } from "~/domain/code-hosts/host";
import type { ExportKind } from "~/domain/export/export";
import type { RecordKind } from "~/domain/knowledge-graph/record";
import { at, type Id, type Query, shellPaths, withQuery } from "./shell-paths";

export type { Query } from "./shell-paths";

/** One function per URL of the product. No component holds a URL string. */

type PlanKind = "income" | "expense";
/** What the API does with a spoken session, or keeps of it. */
type VoiceSessionPart =
  | "process"
  | "live"
  | "audio"
  | "drafts"
  | "commands"
  | "preview-actions"
  | "apply"
  | "create-work-order";
/** Dialogs that collect what a change of status requires. */
export type TransitionDialog = "schedule" | "en-route" | "hold" | "cancel" | "complete" | "close" | "reopen";
/** Lists that can be exported as CSV. */
type ListFileName =
  | "work-orders"
  | "customers"
  | "equipment"
  | "equipment/maintenance-due"
  | "designs"
  | "industry-analyses"
  | "sites"
  | "technicians"
  | "leads"
  | "estimates"
  | "todos"
  | "threads"
  | "messages"
  | "service-types"
  | "invoices/list"
  | "payments-received"
  | "members"
  | "api-keys"
  | "webhook-endpoints"
  | "code-hosts/log"
  | "voice/history"
  | "issues/trash"
  | "support/messages"
  | "technicians/invitations/pending"
  | "inventory/picks"
  | "refrigerant-cylinders"
  | "leak-deadlines"
  | "bank-accounts"
  | "cashflow/yearly"
  | `${"income" | "expenses"}/monthly`
  | `inventory/${"suppliers" | "purchase-orders" | "movements" | "reservations" | "counts" | "lots" | "locations" | "stock"}`;

export const paths = {
  ...shellPaths,
  start: () => "/start",
  moveStop: (id: Id, query?: Query) => withQuery(at("map2", id), query),
  receipt: (id: Id, query?: Query) => withQuery(at("receipts", id), query),
  deleteReceipt: (id: Id, query?: Query) => withQuery(at("receipts", id, "delete"), query),
  receiptSubjects: (q: string) => withQuery("/resources/receipt-subjects", { q }),
  apiPushDevices: () => "/api/push-devices",
  apiReceipts: (query?: Query) => withQuery("/api/receipts", query),
  receiptPicture: (id: Id, query?: Query) => withQuery(at("api", "receipts", id, "picture"), query),
  apiReadReceipt: (id: Id, query?: Query) => withQuery(at("api", "receipts", id, "read"), query),
  apiReceiptExport: (query: Query) => withQuery("/api/receipts/export", query),
  cancelPlan: (of: string) => withQuery("/payment/cancel", { of }),
  planPeriod: (of: string) => withQuery("/payment/period", { of }),
  cardPayouts: (query?: Query) => withQuery("/payment/received", query),
  apiCardPaymentFile: (query: Query) => withQuery("/api/card-payments/export", query),
  apiPlanInvoicePdf: (id: Id) => `/api/plan-invoices/${encodeURIComponent(id)}/pdf`,
  apiPlanInvoiceFile: (of: "business" | "household") => `/api/plans/${of}/invoices/export`,
  firstTechnician: () => "/dashboard/technician",
  firstCustomer: () => "/dashboard/customer",
  firstWorkOrder: (query?: { customerId: string }) => withQuery("/dashboard/job", query),
  firstDispatch: () => "/dashboard/dispatch",
  paymentsReceived: (query: Query) => withQuery("/dashboard/received", query),
  performanceJobs: (query: Query) => withQuery("/pgi/jobs", query),
  performancePlans: (query: Query) => withQuery("/pgi/plans", query),
  performanceForecast: (query: Query) => withQuery("/pgi/forecast", query),
  performanceWork: (query: Query) => withQuery("/pgi/work", query),
  apiPerformanceRows: (list: "plans" | "work" | "forecast", query: Query) =>
    withQuery(`/api/performance/${list}/export`, query),
  apiPerformanceJobFile: (query: Query) => withQuery("/api/performance/jobs/export", query),
  apiPerformanceFile: (query: Query) => withQuery("/api/performance/file", query),
  leadList: (query?: Query) => withQuery("/leads/list", query),
  leadReport: (query?: Query) => withQuery("/leads/report", query),
  newLead: (query?: Query) => withQuery("/leads/new", query),
  lead: (id: Id) => at("leads", id),
  editLead: (id: Id) => at("leads", id, "edit"),
  loseLead: (id: Id) => at("leads", id, "lost"),
  leadFollowUp: (id: Id) => at("leads", id, "follow-up"),
  leadStageApi: (id: Id) => at("api", "leads", id, "stage"),
  convertLead: (id: Id) => at("leads", id, "convert"),
  newEstimate: (query?: Query) => withQuery("/estimates/new", query),
  estimate: (id: Id) => at("estimates", id),
  editEstimate: (id: Id) => at("estimates", id, "edit"),
  sendEstimate: (id: Id) => at("estimates", id, "send"),
  deleteEstimate: (id: Id) => at("estimates", id, "delete"),
  estimatePdf: (id: Id) => at("resources", "estimate-pdf", id),
  priceBook: (q: string) => withQuery("/resources/price-book", { q }),
  leadForm: () => "/leads/form",
  leadColumn: (query: Query) => withQuery("/resources/lead-column", query),
  similarLeads: (query: Query) => withQuery("/resources/similar-leads", query),
  leadReportFile: (query?: Query) => withQuery("/resources/lead-report", query),
  newTodo: (query?: Query) => withQuery("/todos/new", query),
  todoSubjects: (q: string) => withQuery("/resources/todo-subjects", { q }),
  editTodo: (id: Id, query?: Query) => withQuery(at("todos", id, "edit"), query),
  /** `id` is the property's number or its address id. */
  property: (id: Id, query?: Query) => withQuery(at("properties", id), query),
  propertyTab: (id: Id, tab: "equipment" | "history" | "visits" | "photos", query?: Query) =>
    withQuery(at("properties", id, tab), query),
  editProperty: (id: Id) => at("properties", id, "edit"),
  propertyAccess: (id: Id) => at("properties", id, "access"),
  newPropertyPerson: (id: Id) => at("properties", id, "people", "new"),
  propertyPerson: (id: Id, personId: Id) => at("properties", id, "people", personId),
  removePropertyPerson: (id: Id, personId: Id) => at("properties", id, "people", personId, "remove"),
  newPropertyPhoto: (id: Id) => at("properties", id, "photos", "new"),
  removePropertyPhoto: (id: Id, photoId: Id) => at("properties", id, "photos", photoId, "remove"),
  propertyPhoto: (id: Id, photoId: Id) => at("api", "sites", id, "photos", photoId),
  shownAccess: (id: Id) => at("resources", "property-access", id),
  householdExport: () => "/profile/export",
  householdRestore: () => "/profile/export/restore",
  secondStep: () => "/profile/two-step",
  recoveryCodes: () => "/profile/two-step/codes",
  newPasskey: () => "/profile/passkeys/new",
  passkey: (id: Id) => at("profile", "passkeys", id),
  removePasskey: (id: Id) => at("profile", "passkeys", id, "delete"),
  /** Linked from the email about a lost second step. */
  confirmTurnOff: (token: string) => withQuery("/login/turn-off", { token }),
  turnOffSecondStep: () => "/profile/two-step/off",
  endSession: (id: Id) => at("profile", "sessions", id, "end"),
  endOtherSessions: () => at("profile", "sessions", "others", "end"),
  newCalendarFeed: (query?: Query) => withQuery("/profile/calendars/new", query),
  leaveBusiness: () => "/profile/leave",
  deleteOwnAccount: () => "/profile/delete",
  newConversation: (query?: Query) => withQuery("/messages/new", query),
  thread: (id: Id, query?: Query) => withQuery(at("messages", id), query),
  messageSettings: () => "/settings/messages",
  automaticMessages: () => "/resources/automatic-messages",
  threadCustomerApi: (id: Id) => at("api", "threads", id, "customer-messages"),
  devMailbox: () => "/dev/mailbox",
  devTexts: () => "/dev/texts",
  /** The simulated code hosts, below which each has its own. */
  devCodeHost: () => "/dev/code-host",
  /** Where other systems post; each is configured there with this URL, or sent it. */
  apiBankWebhook: () => "/api/webhooks/plaid",
  apiCardWebhook: (orgId: Id) => at("api", "webhooks", "stripe", orgId),
  apiHostWebhook: (endpoint: Id) => at("api", "webhooks", "code-hosts", endpoint),
  apiTextWebhook: () => "/api/webhooks/texts",
  apiTextStatus: () => "/api/webhooks/texts/status",
  /** A picture of a text message, for the text host. */
  textPicture: (token: string) => at("s", "picture", token),
  calendarFeed: (token: string) => at("s", "calendar", `${token}.ics`),
  depositPage: (token: string) => at("s", "deposit", token),
  photoVisibility: (workOrderId: Id) => at("resources", "photo-visibility", workOrderId),
  openThread: () => "/resources/open-thread",
  threadMessages: (id: Id, query?: Query) => withQuery(at("resources", "thread-messages", id), query),
  threadPicture: (threadId: Id, pictureId: Id) => at("messages", threadId, "pictures", pictureId),
  incomingPicture: (threadId: Id, pictureId: Id) => at("api", "threads", threadId, "pictures", pictureId),
  threadReadApi: (id: Id) => at("api", "threads", id, "read"),
  threadMessagesApi: (id: Id) => at("api", "threads", id, "messages"),
  threadPhotosApi: (id: Id) => at("api", "threads", id, "photos"),
  messagePhoto: (threadId: Id, messageId: Id) => at("api", "threads", threadId, "photos", messageId),
  conversation: (id: Id, query?: Query) => withQuery(at("chat", id), query),
  deleteConversation: (id: Id, query?: Query) => withQuery(at("chat", id, "delete"), query),
  apiChatQuestions: () => "/api/chat/questions",
  apiChatRetry: () => "/api/chat/questions/retry",
  designer: (query?: Query) => withQuery("/designer", query),
  newDesign: (query?: Query) => withQuery("/designer/new", query),
  design: (id: Id) => at("designer", id),
  designVersions: (id: Id) => at("designer", id, "versions"),
  designPdf: (id: Id) => at("resources", "design-pdf", id),
  designPicture: (id: Id) => at("resources", "design-picture", id),
  knowledgeGraph: (query?: URLSearchParams) => (query?.size ? `/knowledge-graph?${query}` : "/knowledge-graph"),
  /** `id` is the number or id used in the record's own URL. */
  connections: (kind: RecordKind, id: Id) => withQuery("/knowledge-graph", { from: `${kind}:${id}` }),
  findRecords: (q: string) => withQuery("/resources/graph-records", { q }),
  graphPath: (query: URLSearchParams) => `/resources/graph-way?${query}`,
  partUses: (id: Id) => at("resources", "part-uses", id),
  industryAnalysis: (codes: readonly string[] = []) =>
    `/industry-analysis${codes.map((code, at) => `${at === 0 ? "?" : "&"}industry=${encodeURIComponent(code)}`).join("")}`,
  saveIndustryAnalysis: (codes: readonly string[]) =>
    paths.industryAnalysis(codes).replace("/industry-analysis", "/industry-analysis/save"),
  industryAnalyses: (query?: Query) => withQuery("/industry-analysis/saved", query),
  savedIndustryAnalysis: (id: Id) => at("industry-analysis", "saved", id),
  renameIndustryAnalysis: (id: Id) => at("industry-analysis", "saved", id, "rename"),
  apiSupportForm: () => "/api/support/form",
  apiSupportMessages: () => "/api/support/messages",
  supportMessages: (query?: Query) => withQuery("/support/messages", query),
  supportMessage: (id: Id) => at("support", "messages", id),
  search: (q: string) => withQuery("/resources/search", { q }),
  customerChoices: (q: string) => withQuery("/resources/customer-choices", { q }),
  similarCustomers: (query: Query) => withQuery("/resources/similar-customers", query),

  deleteBusiness: () => "/settings/delete",
  logo: (orgId: Id) => at("settings", "logo", orgId),
  /** A list as CSV, with the same filters as its screen's URL. */
  apiListFile: (list: ListFileName, query?: Query) => withQuery(`/api/${list}/export`, query),
  apiRestores: (of: ExportKind) => at("api", "restores", of),
  apiRestore: (of: ExportKind, id: Id, step: "begin" | "cancel") => at("api", "restores", of, id, step),
  apiRestorePart: (of: ExportKind, id: Id, part: number) => at("api", "restores", of, id, "parts", part),
  /** Downloads an export, by a signed link. */
  apiArchive: (of: ExportKind, id: Id, query: { expires: number; signature: string }) =>
    withQuery(at("api", "archives", of, id, "file"), query),
  apiSiteHistoryFile: (id: Id) => at("api", "sites", id, "history", "export"),
  apiEquipmentHistoryFile: (id: Id) => at("api", "equipment", id, "history", "export"),
  apiReadingFile: (id: Id, query?: Query) =>
    withQuery(at("api", "equipment", id, "refrigerant-readings", "history", "export"), query),
  apiCylinderEntryFile: (id: Id) => at("api", "refrigerant-cylinders", id, "entries", "export"),
  apiSupplierItemFile: (id: Id) => at("api", "inventory", "suppliers", id, "items", "export"),
  apiDesignVersionFile: (id: Id) => at("api", "designs", id, "versions", "export"),
  apiServiceTaskFile: (id: Id) => at("api", "service-types", id, "tasks", "export"),
  apiWebhookLogFile: (id: Id, query?: Query) =>
    withQuery(at("api", "webhook-endpoints", id, "deliveries", "export"), query),
  apiConversationFile: (id: Id) => at("api", "threads", id, "export"),
  apiReady: () => "/api/ready",
  apiDocument: () => "/api/openapi.json",
  apiDocs: () => "/api/docs",
  apiWebhookDocs: () => "/api/docs/webhook-events",
  apiKeys: () => "/settings/api-keys",
  newApiKey: () => "/settings/api-keys/new",
  deleteApiKey: (id: Id) => at("settings", "api-keys", id, "delete"),
  webhooks: () => "/settings/webhooks",
  newWebhook: () => "/settings/webhooks/new",
  webhook: (id: Id, query?: Query) => withQuery(at("settings", "webhooks", id), query),
  editWebhook: (id: Id) => at("settings", "webhooks", id, "edit"),
  rotateWebhookSecret: (id: Id) => at("settings", "webhooks", id, "rotate-secret"),
  deleteWebhook: (id: Id) => at("settings", "webhooks", id, "delete"),
  webhookDelivery: (id: Id, deliveryId: Id, query?: Query) =>
    withQuery(at("settings", "webhooks", id, "deliveries", deliveryId), query),
  usage: () => "/settings/usage",
  businessExport: () => "/settings/export",
  businessRestore: () => "/settings/export/restore",
  billingSettings: () => "/settings/billing",
  cardAccount: () => "/settings/billing/card-account",
  disconnectCardAccount: () => "/settings/billing/card-account/disconnect",
  reminderSettings: () => "/settings/billing/reminders",
  newTaxRate: () => "/settings/billing/tax-rates/new",
  endTaxRate: (id: Id) => at("settings", "billing", "tax-rates", id, "end"),
  auditLog: (query?: Query) => withQuery("/settings/audit", query),
  auditExport: (query?: Query) => withQuery("/resources/audit-log", query),
  deliveries: () => "/system/deliveries",
  newMove: () => "/system/operations/moves/new",
  cancelMove: (id: Id) => at("system", "operations", "moves", id, "cancel"),
  retryDeliveries: (topic: string) => at("system", "operations", "retry", topic),
  devAttachment: (mailId: Id, place: number) => at("dev", "mailbox", mailId, "attachments", place),
  user: (userId: Id, query?: Query) => withQuery(at("system", "user-managment", userId), query),
  secondStepRule: (query?: Query) => withQuery("/system/user-managment/two-step", query),
  inviteUser: (query?: Query) => withQuery("/system/user-managment/invite", query),
  codeHost: (host: HostKind) => at("integrations", host),
  hostCallback: (host: HostKind) => at("integrations", host, "callback"),
  replaceHostToken: (host: HostKind) => at("integrations", host, "token"),
  disconnectHost: (host: HostKind) => at("integrations", host, "disconnect"),
  hostRepositories: (host: HostKind, query?: Query) => withQuery(at("integrations", host, "repositories"), query),
  newIssue: (query?: Query) => withQuery("/bugscout/issues/new", query),
  issue: (id: Id, query?: Query) => withQuery(at("bugscout", "issues", id), query),
  issuesInBulkApi: () => "/api/issues/bulk",
  issueApi: (id: Id) => at("api", "issues", id),
  editIssue: (id: Id, query?: Query) => withQuery(at("bugscout", "issues", id, "edit"), query),
  issueComment: (id: Id, commentId: Id, query?: Query) =>
    withQuery(at("bugscout", "issues", id, "comments", commentId), query),
  issueAttachments: (id: Id) => at("api", "issues", id, "attachments"),
  issueAttachment: (id: Id, attachmentId: Id) => at("api", "issues", id, "attachments", attachmentId),
  restoreIssueAttachment: (id: Id, attachmentId: Id) => at("api", "issues", id, "attachments", attachmentId, "restore"),
  issueBoard: (query?: Query) => withQuery("/bugscout/board", query),
  issuesAs: (layout: "list" | "board", query?: Query) =>
    layout === "board" ? paths.issueBoard(query) : paths.issues(query),
  issueViews: (layout: "list" | "board", query?: Query) => withQuery(`${paths.issuesAs(layout)}/views`, query),
  newIssueView: (layout: "list" | "board", query?: Query) => withQuery(`${paths.issuesAs(layout)}/views/new`, query),
  markDuplicate: (id: Id, query?: Query) => withQuery(at("bugscout", "issues", id, "duplicate"), query),
  issueTrash: (query?: Query) => withQuery("/bugscout/trash", query),
  findIssues: (title: string) => withQuery("/resources/find-issues", { title }),
  similarIssues: (title: string) => withQuery("/resources/similar-issues", { title }),
  issueColumn: (query: Query) => withQuery("/resources/issue-column", query),
  newIssueLabel: () => "/bugscout/config/labels/new",
  issueLabel: (id: Id) => at("bugscout", "config", "labels", id),
  deleteIssueLabel: (id: Id) => at("bugscout", "config", "labels", id, "delete"),
  newIssueProject: () => "/bugscout/config/projects/new",
  issueProject: (id: Id) => at("bugscout", "config", "projects", id),
  newIssueState: () => "/bugscout/config/states/new",
  removeIssueState: (id: Id) => at("bugscout", "config", "states", id, "remove"),
  newIssueMilestone: () => "/bugscout/config/milestones/new",
  issueMilestone: (id: Id) => at("bugscout", "config", "milestones", id),
  deleteIssueMilestone: (id: Id) => at("bugscout", "config", "milestones", id, "delete"),
  issueState: (id: Id) => at("bugscout", "config", "states", id),
  issuePriority: (priority: Id) => at("bugscout", "config", "priorities", priority),
  issueSync: () => "/bugscout/config/sync",
  issueSyncRules: (host: HostKind, id: Id) => at("bugscout", "config", "sync", host, id),
  issueSyncBackfill: (host: HostKind, id: Id) => at("bugscout", "config", "sync", host, id, "backfill"),
  issueSyncPeople: (query?: Query) => withQuery("/bugscout/config/sync/people", query),
  newIssueSyncPerson: () => "/bugscout/config/sync/people/new",
  issueSyncLog: (query?: Query) => withQuery("/bugscout/config/sync/log", query),
  createIssueOnHost: (id: Id, query?: Query) => withQuery(at("bugscout", "issues", id, "create-on-host"), query),
  issueExport: (format: "csv" | "json", query?: Query) => withQuery("/resources/issue-export", { ...query, format }),
  issueLanding: () => "/bugscout/landing",

  newPlanItem: (kind: PlanKind, query?: Query) => withQuery(at("finances", kind, "new"), query),
  /** `on` is the projected occurrence it was opened from. */
  planItem: ({ kind, id, on }: { kind: PlanKind; id: Id; on?: string | null }, query?: Query) =>
    withQuery(on ? at("finances", kind, id, on) : at("finances", kind, id), query),
  deletePlanItem: (kind: PlanKind, id: Id, query?: Query) => withQuery(at("finances", "delete", kind, id), query),
  /** Selects the account row that a planned occurrence corresponds to; `occurrence` as below. */
  matchOccurrence: (occurrence: string, query?: Query) => withQuery(at("finances", "match", occurrence), query),
  /** Selects the planned occurrence that a row corresponds to; takes the row's id and date. */
  matchPlanned: (id: Id, date: string, query?: Query) => withQuery(at("finances", "planned", id, date), query),
  matchTransaction: (id: Id, date: string, query?: Query) =>
    withQuery(at("finances", "transactions", id, "planned", date), query),
  /** `occurrence` is its item's key and date: 'expense:7f…@2026-11-21'. */
  moveOccurrence: (occurrence: string, query?: Query) =>
    withQuery(at("finances", "calendar", "move", occurrence), query),
  newExpense: (query?: Query) => withQuery("/finances/expenses/new", query),
  expense: ({ id, on }: { id: Id; on?: string | null }, query?: Query) =>
    withQuery(on ? at("finances", "expenses", id, on) : at("finances", "expenses", id), query),
  deleteExpense: (id: Id, query?: Query) => withQuery(at("finances", "expenses", id, "delete"), query),

  connectBank: (query?: Query) => withQuery("/finances/accounts/connect", query),
  matchBankAccounts: (itemId: Id) => at("finances", "accounts", "match", itemId),
  apiBankLinkToken: () => "/api/plaid/create-link-token",
  apiBankExchange: () => "/api/plaid/exchange-token",
  apiBankRelinked: (itemId: Id) => at("api", "plaid", "items", itemId, "relinked"),
  apiUndoImport: (id: Id) => at("api", "imports", id, "undo"),
  bankConnections: () => "/finances/accounts/connections",
  disconnectBank: (itemId: Id) => at("finances", "accounts", "connections", itemId, "disconnect"),
  reviewDuplicates: () => "/finances/accounts/review",
  exportTransactions: (query?: Query) => withQuery("/finances/transactions/export", query),
  financeScenarios: () => "/finances/dashboard/scenarios",
  financeScenario: (id: Id) => at("finances", "dashboard", "scenarios", id),
  categoryRules: (query?: Query) => withQuery("/finances/transactions/rules", query),
  chooseInstitution: (query?: Query) => withQuery("/finances/accounts/institution", query),
  newInstitution: () => "/finances/accounts/institution/new",
  institution: (id: Id) => at("finances", "accounts", "institution", id),
  newAccount: (query?: Query) => withQuery("/finances/accounts/new", query),
  account: (id: Id, query?: Query) => withQuery(at("finances", "accounts", id), query),
  editAccount: (id: Id, query?: Query) => withQuery(at("finances", "accounts", id, "edit"), query),
  archiveAccount: (id: Id, query?: Query) => withQuery(at("finances", "accounts", id, "archive"), query),
  deleteAccount: (id: Id, query?: Query) => withQuery(at("finances", "accounts", id, "delete"), query),
  newTransaction: (accountId: Id, query?: Query) =>
    withQuery(at("finances", "accounts", accountId, "transactions", "new"), query),
  transaction: (accountId: Id, id: Id, query?: Query) =>
    withQuery(at("finances", "accounts", accountId, "transactions", id), query),
  deleteTransaction: (accountId: Id, id: Id, query?: Query) =>
    withQuery(at("finances", "accounts", accountId, "transactions", id, "delete"), query),
  /** `staged` is an uploaded file waiting to be confirmed. */
  importTransactions: (accountId: Id, query?: Query) =>
    withQuery(at("finances", "accounts", accountId, "import"), query),
  uploadImport: () => "/resources/imports",
  stagedImport: (id: Id, query?: Query) => withQuery(at("resources", "imports", id), query),
  pastImports: (accountId: Id) => at("finances", "accounts", accountId, "imports"),
  undoImport: (accountId: Id, id: Id) => at("finances", "accounts", accountId, "imports", id, "undo"),
  redoImport: (accountId: Id, id: Id) => at("finances", "accounts", accountId, "imports", id, "redo"),

  newWorkOrder: (query?: Query) => withQuery("/workorders/create", query),
  voiceSessions: (query?: Query) => withQuery("/workorders/voice", query),
  spokenWorkOrders: (sessionId: Id, query?: Query) => withQuery(at("workorders", "voice", sessionId), query),
  workOrder: (id: Id, query?: Query) => withQuery(at("workorders", id), query),
  editWorkOrder: (id: Id) => at("workorders", id, "edit"),
  workOrderDialog: (id: Id, dialog: TransitionDialog) => at("workorders", id, dialog),
  assignWorkOrder: (id: Id) => at("workorders", id, "assign"),
  deleteWorkOrder: (id: Id) => at("workorders", id, "delete"),
  workOrderNotes: (id: Id) => at("workorders", id, "notes"),
  workOrderTasks: (id: Id) => at("workorders", id, "tasks"),
  workOrderRecordings: (id: Id) => at("workorders", id, "recordings"),
  workOrderSignature: (id: Id) => at("workorders", id, "signature"),
  newReading: (id: Id, equipmentId: Id) => at("workorders", id, "equipment", equipmentId, "readings", "new"),
  workOrderBilling: (id: Id) => at("workorders", id, "billing"),
  workOrderDeposit: (id: Id) => at("workorders", id, "billing", "deposit"),
  requestDeposit: (id: Id) => at("workorders", id, "billing", "request-deposit"),
  depositRequest: (id: Id, requestId: Id, dialog: "send" | "withdraw" | "refund") =>
    at("workorders", id, "billing", "deposit-requests", requestId, dialog),
  workOrderReadings: (id: Id, query?: Query) => withQuery(at("workorders", id, "readings"), query),
  workOrderTimeline: (id: Id) => at("workorders", id, "timeline"),
  workOrderParts: (id: Id) => at("workorders", id, "parts"),
  newWorkOrderPart: (id: Id) => at("workorders", id, "parts", "new"),
  workOrderPart: (id: Id, partId: Id) => at("workorders", id, "parts", partId),
  truckCheck: (query: Query) => withQuery("/resources/truck-check", query),
  partChoices: (text: string) => withQuery("/resources/part-choices", { q: text }),
  boardCard: (id: Id, query?: Query) => withQuery(at("workorders", "board", id), query),
  boardDialog: (id: Id, dialog: TransitionDialog, query?: Query) =>
    withQuery(at("workorders", "board", id, dialog), query),
  spokenCustomers: (ids: string) => withQuery("/resources/spoken-customers", { ids }),
  otherJobs: (query: Query) => withQuery("/resources/other-jobs", query),
  firstOpenings: (query: Query) => withQuery("/resources/first-openings", query),
  boardColumn: (query: Query) => withQuery("/resources/board-column", query),
  schedulerDay: (date: string, query?: Query) => withQuery(at("workorders", "scheduler", date), query),
  /** Dialogs over the scheduler; without a date, over today's. */
  schedulerWorkOrder: (date: string | undefined, number: Id) =>
    at("workorders", "scheduler", ...(date ? [date] : []), "jobs", number),
  reassignDay: (date: string | undefined, technicianId: Id) =>
    at("workorders", "scheduler", ...(date ? [date] : []), "reassign", technicianId),
  apiVoiceSessions: () => "/api/voice/sessions",
  apiVoiceSession: (id: Id, part?: VoiceSessionPart, index?: number) =>
    at("api", "voice", "sessions", id, ...(part ? [part] : []), ...(index === undefined ? [] : [index])),
  apiNameplate: () => "/api/equipment/nameplate",
  apiScheduleLoad: (days: { from: string; to: string }) => withQuery("/api/scheduling/load", days),
  apiWorkOrder: (id: Id) => at("api", "work-orders", id),
  apiSchedule: (id: Id, query?: Query) => withQuery(at("api", "work-orders", id, "schedule"), query),
  apiUndoSchedule: (id: Id) => at("api", "work-orders", id, "schedule", "undo"),
  technicianDay: (opened: { job: number | undefined; loaded: string | undefined }) =>
    withQuery("/resources/technician-day", opened),
  workOrderStatusApi: (id: Id) => at("api", "work-orders", id, "status"),
  technicianMutations: (id: Id) => at("resources", "technician-mutations", id),
  workOrderPhoto: (id: Id, photoId: Id) => at("api", "work-orders", id, "photos", photoId),
  recordingAudio: (id: Id, recordingId: Id) => at("api", "work-orders", id, "recordings", recordingId, "audio"),

  newCustomer: (query?: Query) => withQuery("/customers/create", query),
  /** The same in a dialog over the work orders, and then the next step. */
  newCustomerOverJobs: () => "/workorders/new-customer",
  createdCustomer: (id: Id) => at("workorders", "new-customer", id),
  newCustomerAddress: (id: Id) => at("customers", id, "addresses", "new"),
  customerAddress: (id: Id, addressId: Id) => at("customers", id, "addresses", addressId),
  removeCustomerAddress: (id: Id, addressId: Id) => at("customers", id, "addresses", addressId, "remove"),
  customerNotes: (id: Id) => at("customers", id, "notes"),
  archiveCustomer: (id: Id) => at("customers", id, "archive"),
  customerJobs: (id: Id, query?: Query) => withQuery(at("customers", id, "jobs"), query),
  customerMessages: (id: Id) => at("customers", id, "messages"),
  customerEstimates: (id: Id) => at("customers", id, "estimates"),
  customerInvoices: (id: Id) => at("customers", id, "invoices"),
  refundUnapplied: (id: Id, paymentId: Id) => at("customers", id, "invoices", "refund", paymentId),
  customerStatement: (id: Id, query?: Query) => withQuery(at("customers", id, "statement"), query),
  sendStatement: (id: Id, query?: Query) => withQuery(at("customers", id, "statement", "send"), query),
  statementPdf: (id: Id, query?: Query) => withQuery(at("resources", "statement-pdf", id), query),
  editCustomer: (id: Id) => at("customers", id, "edit"),
  customerEquipment: (id: Id, query?: Query) => withQuery(at("customers", id, "equipment"), query),
  newCustomerEquipment: (id: Id, query?: Query) => withQuery(at("customers", id, "equipment", "create"), query),
  customerEquipmentItem: (id: Id, equipmentId: Id) => at("customers", id, "equipment", equipmentId),

  equipmentHealth: () => at("equipment", "health"),
  equipmentReadings: (id: Id) => at("equipment", id, "readings"),
  maintenanceDue: (query?: Query) => withQuery("/equipment/due", query),
  leakDeadlines: (query?: Query) => withQuery("/equipment/leaks", query),
  disposals: (query?: Query) => withQuery("/equipment/disposals", query),
  disposalFile: (query?: Query) => withQuery("/resources/disposal-log", query),
  auditPacket: (query?: Query) => withQuery("/equipment/audit-packet", query),
  auditPacketFile: (type: "csv" | "pdf", query?: Query) => withQuery(at("resources", "audit-packet", type), query),
  newCylinder: (query?: Query) => withQuery("/equipment/cylinders/new", query),
  recordCylinder: (id: Id, kind: string, query?: Query) =>
    withQuery(at("equipment", "cylinders", id, "record", kind), query),
  reverseCylinderEntry: (id: Id, entryId: Id, query?: Query) =>
    withQuery(at("equipment", "cylinders", id, "entries", entryId, "reverse"), query),
  cylinderVariance: (query?: Query) => withQuery("/equipment/cylinders/variance", query),
  newEquipment: (query?: Query) => withQuery("/equipment/create", query),

  technician: (id: Id) => at("technicians", id),
  editTechnician: (id: Id) => at("technicians", id, "edit"),
  routeSheet: (id: Id, date?: string) => at("technicians", id, "route-sheet", ...(date ? [date] : [])),
  newCertification: (id: Id) => at("technicians", id, "certification", "new"),
  technicianSchedule: (id: Id, query?: Query) => withQuery(at("technicians", id, "schedule"), query),
  newTimeOff: (id: Id, query?: Query) => withQuery(at("technicians", id, "schedule", "time-off", "new"), query),
  availableTechnicians: (query?: Query) => withQuery("/technicians/available", query),
  holidays: (query?: Query) => withQuery("/technicians/holidays", query),
  teams: (query?: Query) => withQuery("/technicians/teams", query),
  newTeam: (query?: Query) => withQuery("/technicians/teams/new", query),
  editTeam: (id: Id, query?: Query) => withQuery(at("technicians", "teams", id), query),
  starterServiceTypes: () => "/resources/starter-service-types",
  becomeTechnician: () => "/resources/become-technician",
  resendInvitation: () => "/resources/resend-invitation",
  inviteTechnician: (query?: Query) => withQuery("/technicians/invite", query),
  /** The short form of it, over the screen at `pathname`. */
  quickInvitation: (pathname: string, search: string) => `${pathname}/invite-technician${search}`,

  remindAll: (query?: Query) => withQuery("/invoices-v2/remind", query),
  customerReminders: (id: Id) => at("resources", "customer-reminders", id),
  apiIndustryRemarks: () => "/api/open-ai/analyze-industries/remarks",
  apiComparisonFile: (codes: readonly string[], format: "csv" | "pdf") =>
    withQuery("/api/industries/compare/export", { industries: codes.join(","), format }),
  apiAnalysisFile: (id: Id, format: "csv" | "pdf") =>
    withQuery(at("api", "industry-analyses", id, "export"), { format }),
  apiAgingFile: (query?: Query) => withQuery("/api/invoices/aging/export", query),
  apiAccountingFile: (wanted: { file: string; from: string; to: string }) => withQuery("/api/invoices/export", wanted),
  invoice: (id: Id) => at("invoices-v2", id),
  editInvoice: (id: Id) => at("invoices-v2", id, "edit"),
  invoiceDialog: (
    id: Id,
    dialog:
      | "issue"
      | "payment"
      | "credit"
      | "void"
      | "correct"
      | "delete"
      | "apply-credit"
      | "send"
      | "remind"
      | "revoke-link",
  ) => at("invoices-v2", id, dialog),
  invoicePdf: (id: Id) => at("resources", "invoice-pdf", id),
  purchaseOrderPdf: (id: Id) => at("resources", "purchase-order-pdf", id),
  refundPayment: (id: Id, paymentId: Id) => at("invoices-v2", id, "refund", paymentId),

  newItem: () => "/inventory/items/create",
  item: (id: Id) => at("inventory", "items", id),
  editItem: (id: Id) => at("inventory", "items", id, "edit"),
  itemPicture: (id: Id, mark: string) => withQuery(at("api", "inventory", "items", id, "picture"), { v: mark }),
  deleteItem: (id: Id) => at("inventory", "items", id, "delete"),
  editItemPicture: (id: Id) => at("inventory", "items", id, "picture"),
  moveItem: (id: Id) => at("inventory", "items", id, "move"),
  cylinderVarianceFile: (query?: Query) => withQuery("/resources/cylinder-variance", query),
  stockDistribution: (itemId: Id) => at("inventory", "stock", itemId, "distribution"),
  lots: (query?: Query) => withQuery("/inventory/lots", query),
  lotExpiry: (id: Id) => at("inventory", "lots", id, "expiry"),
  itemLotExpiry: (itemId: Id, id: Id) => at("inventory", "items", itemId, "lots", id, "expiry"),
  importItems: () => "/inventory/items/import",
  apiItemImport: () => "/api/inventory/items/import",
  apiItemImportPreview: () => "/api/inventory/items/import/preview",
  itemExport: (query?: Query) => withQuery("/resources/item-export", query),
  itemChoices: (q: string) => withQuery("/resources/item-choices", { q }),
  itemSuggestions: () => "/resources/item-suggestions",
  itemStock: (query: { id?: string; code?: string }) => withQuery("/resources/item-stock", query),
  newLocation: () => "/inventory/locations/create",
  location: (id: Id, query?: Query) => withQuery(at("inventory", "locations", id), query),
  restock: (id: Id, query?: Query) => withQuery(at("inventory", "locations", id, "restock"), query),
  copyLevels: (id: Id, query?: Query) => withQuery(at("inventory", "locations", id, "levels", "copy"), query),
  newLocationLevel: (id: Id, query?: Query) => withQuery(at("inventory", "locations", id, "levels", "new"), query),
  locationLevel: (id: Id, itemId: Id, query?: Query) =>
    withQuery(at("inventory", "locations", id, "levels", itemId), query),
  editLocation: (id: Id) => at("inventory", "locations", id, "edit"),
  deleteLocation: (id: Id) => at("inventory", "locations", id, "delete"),
  newMovement: (query?: Query) => withQuery("/inventory/movements/create", query),
  movement: (id: Id) => at("inventory", "movements", id),
  reverseMovement: (id: Id) => at("inventory", "movements", id, "reverse"),
  picks: (query?: Query) => withQuery("/inventory/picks", query),
  counts: (query?: Query) => withQuery("/inventory/counts", query),
  newCount: (query?: Query) => withQuery("/inventory/counts/create", query),
  count: (id: Id, query?: Query) => withQuery(at("inventory", "counts", id), query),
  postCount: (id: Id, query?: Query) => withQuery(at("inventory", "counts", id, "post"), query),
  cancelCount: (id: Id, query?: Query) => withQuery(at("inventory", "counts", id, "cancel"), query),
  newReservation: (query?: Query) => withQuery("/inventory/reservations/create", query),
  reservation: (id: Id) => at("inventory", "reservations", id),
  releaseReservation: (id: Id) => at("inventory", "reservations", id, "release"),
  fulfillReservation: (id: Id) => at("inventory", "reservations", id, "fulfill"),

  suppliers: (query?: Query) => withQuery("/inventory/suppliers", query),
  newSupplier: () => "/inventory/suppliers/create",
  supplier: (id: Id) => at("inventory", "suppliers", id),
  editSupplier: (id: Id) => at("inventory", "suppliers", id, "edit"),
  newPurchaseOrder: () => "/inventory/purchase-orders/create",
  reorder: () => "/inventory/purchase-orders/reorder",
  purchaseOrder: (id: Id) => at("inventory", "purchase-orders", id),
  editPurchaseOrder: (id: Id) => at("inventory", "purchase-orders", id, "edit"),
  purchaseOrderDialog: (id: Id, dialog: "place" | "send" | "receive" | "cancel" | "delete") =>
    at("inventory", "purchase-orders", id, dialog),
  newItemSupplier: (itemId: Id) => at("inventory", "items", itemId, "suppliers", "new"),
  itemSupplier: (itemId: Id, supplierId: Id) => at("inventory", "items", itemId, "suppliers", supplierId),

  newServiceType: (query?: Query) => withQuery("/service-types/create", query),
  newServiceTypeAdvanced: () => "/service-types/create/advanced",
  serviceType: (id: Id) => at("service-types", id),
  editServiceType: (id: Id) => at("service-types", id, "edit"),
  playbook: (id: Id) => at("service-types", id, "playbook"),
  serviceTypeTasks: (id: Id) => at("service-types", id, "tasks"),
  newServiceTypeTask: (id: Id) => at("service-types", id, "tasks", "create"),
  editServiceTypeTask: (id: Id, taskId: Id) => at("service-types", id, "tasks", taskId, "edit"),
} as const;
