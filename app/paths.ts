import type { HostKind } from "~/domain/code-hosts/host";

/** One function per URL of the product. No component holds a URL string. */

type PlanKind = "income" | "expense";
type Id = string | number;
/** What asks for what a change of status needs. */
export type TransitionDialog = "schedule" | "en-route" | "hold" | "cancel" | "complete" | "close" | "reopen";
type Query = Record<string, string | number | undefined | null>;

function withQuery(path: string, query: Query = {}): string {
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) {
    if (value !== undefined && value !== null && value !== "") search.set(name, String(value));
  }
  const text = search.toString();
  return text ? `${path}?${text}` : path;
}

const at = (...parts: Id[]) => `/${parts.map((part) => encodeURIComponent(part)).join("/")}`;

export const paths = {
  home: () => "/",
  start: () => "/start",
  map: () => "/map",
  map2: () => "/map2",
  signup: (query?: Query) => withQuery("/signup", query),
  login: (query?: Query) => withQuery("/login", query),
  loginCode: (query?: Query) => withQuery("/login/code", query),
  lostCode: () => "/login/code/lost",
  activate: (token?: string) => withQuery("/auth/activate", { token }),
  requestReset: (query?: Query) => withQuery("/auth/request-reset", query),
  reset: (token?: string) => withQuery("/auth/reset", { token }),
  acceptInvitation: (token?: string) => withQuery("/auth/accept-invitation", { token }),
  authCallback: (query?: Query) => withQuery("/auth/callback", query),
  signOut: (query?: Query) => withQuery("/auth/sign-out", query),
  privacy: () => "/privacy",
  cookies: () => "/privacy#cookies",
  terms: () => "/terms",
  households: () => "/households",

  dashboard: (query?: Query) => withQuery("/dashboard", query),
  receipts: () => "/receipts",
  payment: () => "/payment",
  leads: () => "/leads",
  todos: () => "/todos",
  properties: () => "/properties",
  profile: () => "/profile",
  secondStep: () => "/profile/two-step",
  recoveryCodes: () => "/profile/two-step/codes",
  turnOffSecondStep: () => "/profile/two-step/off",
  leaveBusiness: () => "/profile/leave",
  deleteOwnAccount: () => "/profile/delete",
  messages: () => "/messages",
  pgi: () => "/pgi",
  designer: () => "/designer",
  chat: () => "/chat",
  knowledgeGraph: () => "/knowledge-graph",
  industryAnalysis: (codes: readonly string[] = []) =>
    `/industry-analysis${codes.map((code, at) => `${at === 0 ? "?" : "&"}industry=${encodeURIComponent(code)}`).join("")}`,
  support: (query?: Query) => withQuery("/support", query),
  search: (q: string) => withQuery("/resources/search", { q }),
  customerChoices: (q: string) => withQuery("/resources/customer-choices", { q }),
  similarCustomers: (query: Query) => withQuery("/resources/similar-customers", query),

  settings: () => "/settings",
  deleteBusiness: () => "/settings/delete",
  logo: (orgId: Id) => at("settings", "logo", orgId),
  integrations: () => "/settings/integrations",
  exportData: (of: "household" | "business") => withQuery("/resources/export", { of }),
  usage: () => "/settings/usage",
  billingSettings: () => "/settings/billing",
  reminderSettings: () => "/settings/billing/reminders",
  newTaxRate: () => "/settings/billing/tax-rates/new",
  endTaxRate: (id: Id) => at("settings", "billing", "tax-rates", id, "end"),
  auditLog: (query?: Query) => withQuery("/settings/audit", query),
  auditExport: (query?: Query) => withQuery("/resources/audit-log", query),
  deliveries: () => "/system/deliveries",
  devAttachment: (mailId: Id, place: number) => at("dev", "mailbox", mailId, "attachments", place),
  // The spelling is the product's published address.
  users: (query?: Query) => withQuery("/system/user-managment", query),
  user: (userId: Id, query?: Query) => withQuery(at("system", "user-managment", userId), query),
  inviteUser: (query?: Query) => withQuery("/system/user-managment/invite", query),
  github: () => "/integrations/github",
  gitlab: () => "/integrations/gitlab",
  codeHost: (host: HostKind) => at("integrations", host),
  replaceHostToken: (host: HostKind) => at("integrations", host, "token"),
  disconnectHost: (host: HostKind) => at("integrations", host, "disconnect"),
  hostRepositories: (host: HostKind, query?: Query) => withQuery(at("integrations", host, "repositories"), query),
  issues: (query?: Query) => withQuery("/bugscout/issues", query),
  issue: (id: Id) => at("bugscout", "issues", id),
  issueConfig: () => "/bugscout/config",
  issueLanding: () => "/bugscout/landing",

  finances: (query?: Query) => withQuery("/finances", query),
  newPlanItem: (kind: PlanKind, query?: Query) => withQuery(at("finances", kind, "new"), query),
  /** `on` is the projected occurrence that it is opened from. */
  planItem: ({ kind, id, on }: { kind: PlanKind; id: Id; on?: string | null }, query?: Query) =>
    withQuery(on ? at("finances", kind, id, on) : at("finances", kind, id), query),
  deletePlanItem: (kind: PlanKind, id: Id, query?: Query) => withQuery(at("finances", "delete", kind, id), query),
  /** Which row of an account a planned occurrence is; `occurrence` as below. */
  matchOccurrence: (occurrence: string, query?: Query) => withQuery(at("finances", "match", occurrence), query),
  /** Which planned occurrence a row is: its id and day. */
  matchPlanned: (id: Id, date: string, query?: Query) => withQuery(at("finances", "planned", id, date), query),
  matchTransaction: (id: Id, date: string, query?: Query) =>
    withQuery(at("finances", "transactions", id, "planned", date), query),
  financeDashboard: () => "/finances/dashboard",
  financeCalendar: (query?: Query) => withQuery("/finances/calendar", query),
  /** `occurrence` is its item's key and its day: 'expense:7f…@2026-11-21'. */
  moveOccurrence: (occurrence: string, query?: Query) =>
    withQuery(at("finances", "calendar", "move", occurrence), query),
  expenses: (query?: Query) => withQuery("/finances/expenses", query),
  newExpense: (query?: Query) => withQuery("/finances/expenses/new", query),
  expense: ({ id, on }: { id: Id; on?: string | null }, query?: Query) =>
    withQuery(on ? at("finances", "expenses", id, on) : at("finances", "expenses", id), query),
  deleteExpense: (id: Id, query?: Query) => withQuery(at("finances", "expenses", id, "delete"), query),

  accounts: () => "/finances/accounts",
  connectBank: (query?: Query) => withQuery("/finances/accounts/connect", query),
  matchBankAccounts: (itemId: Id) => at("finances", "accounts", "match", itemId),
  bankConnections: () => "/finances/accounts/connections",
  reviewDuplicates: () => "/finances/accounts/review",
  transactions: (query?: Query) => withQuery("/finances/transactions", query),
  exportTransactions: (query?: Query) => withQuery("/finances/transactions/export", query),
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
  /** `staged` is an uploaded file that waits to be confirmed. */
  importTransactions: (accountId: Id, query?: Query) =>
    withQuery(at("finances", "accounts", accountId, "import"), query),
  uploadImport: () => "/resources/imports",
  stagedImport: (id: Id, query?: Query) => withQuery(at("resources", "imports", id), query),
  pastImports: (accountId: Id) => at("finances", "accounts", accountId, "imports"),
  undoImport: (accountId: Id, id: Id) => at("finances", "accounts", accountId, "imports", id, "undo"),
  redoImport: (accountId: Id, id: Id) => at("finances", "accounts", accountId, "imports", id, "redo"),

  workOrders: (query?: Query) => withQuery("/workorders", query),
  newWorkOrder: (query?: Query) => withQuery("/workorders/create", query),
  spokenWorkOrders: (sessionId: Id, query?: Query) => withQuery(at("workorders", "voice", sessionId), query),
  workOrder: (id: Id, query?: Query) => withQuery(at("workorders", id), query),
  editWorkOrder: (id: Id) => at("workorders", id, "edit"),
  workOrderDialog: (id: Id, dialog: TransitionDialog) => at("workorders", id, dialog),
  assignWorkOrder: (id: Id) => at("workorders", id, "assign"),
  deleteWorkOrder: (id: Id) => at("workorders", id, "delete"),
  workOrderNotes: (id: Id) => at("workorders", id, "notes"),
  workOrderTasks: (id: Id) => at("workorders", id, "tasks"),
  workOrderSignature: (id: Id) => at("workorders", id, "signature"),
  newReading: (id: Id, equipmentId: Id) => at("workorders", id, "equipment", equipmentId, "readings", "new"),
  workOrderBilling: (id: Id) => at("workorders", id, "billing"),
  workOrderDeposit: (id: Id) => at("workorders", id, "billing", "deposit"),
  requestDeposit: (id: Id) => at("workorders", id, "billing", "request-deposit"),
  depositRequest: (id: Id, requestId: Id, dialog: "send" | "withdraw" | "refund") =>
    at("workorders", id, "billing", "deposit-requests", requestId, dialog),
  workOrderTimeline: (id: Id) => at("workorders", id, "timeline"),
  workOrderParts: (id: Id) => at("workorders", id, "parts"),
  newWorkOrderPart: (id: Id) => at("workorders", id, "parts", "new"),
  workOrderPart: (id: Id, partId: Id) => at("workorders", id, "parts", partId),
  truckCheck: (query: Query) => withQuery("/resources/truck-check", query),
  partChoices: (text: string) => withQuery("/resources/part-choices", { q: text }),
  board: (query?: Query) => withQuery("/workorders/board", query),
  boardDialog: (id: Id, dialog: TransitionDialog, query?: Query) =>
    withQuery(at("workorders", "board", id, dialog), query),
  spokenCustomers: (ids: string) => withQuery("/resources/spoken-customers", { ids }),
  firstOpenings: (query: Query) => withQuery("/resources/first-openings", query),
  boardColumn: (query: Query) => withQuery("/resources/board-column", query),
  scheduler: (query?: Query) => withQuery("/workorders/scheduler", query),
  schedulerDay: (date: string, query?: Query) => withQuery(at("workorders", "scheduler", date), query),
  /** Dialogs over the scheduler; without a date over today's. */
  schedulerJob: (date: string | undefined, number: Id) =>
    at("workorders", "scheduler", ...(date ? [date] : []), "jobs", number),
  reassignDay: (date: string | undefined, technicianId: Id) =>
    at("workorders", "scheduler", ...(date ? [date] : []), "reassign", technicianId),
  apiNameplate: () => "/api/equipment/nameplate",
  apiScheduleLoad: (days: { from: string; to: string }) => withQuery("/api/scheduling/load", days),
  apiWorkOrder: (id: Id) => at("api", "work-orders", id),
  apiSchedule: (id: Id, query?: Query) => withQuery(at("api", "work-orders", id, "schedule"), query),
  technicianJob: (id: Id) => at("technician", "jobs", id),
  technicianDay: () => "/resources/technician-day",
  workOrderStatusApi: (id: Id) => at("api", "work-orders", id, "status"),
  technicianMutations: (id: Id) => at("resources", "technician-mutations", id),
  jobPhoto: (id: Id, photoId: Id) => at("api", "work-orders", id, "photos", photoId),
  recordingAudio: (id: Id, recordingId: Id) => at("api", "work-orders", id, "recordings", recordingId, "audio"),

  customers: (query?: Query) => withQuery("/customers", query),
  newCustomer: (query?: Query) => withQuery("/customers/create", query),
  customer: (id: Id, query?: Query) => withQuery(at("customers", id), query),
  newCustomerAddress: (id: Id) => at("customers", id, "addresses", "new"),
  customerAddress: (id: Id, addressId: Id) => at("customers", id, "addresses", addressId),
  removeCustomerAddress: (id: Id, addressId: Id) => at("customers", id, "addresses", addressId, "remove"),
  customerNotes: (id: Id) => at("customers", id, "notes"),
  archiveCustomer: (id: Id) => at("customers", id, "archive"),
  customerInvoices: (id: Id) => at("customers", id, "invoices"),
  customerStatement: (id: Id, query?: Query) => withQuery(at("customers", id, "statement"), query),
  sendStatement: (id: Id, query?: Query) => withQuery(at("customers", id, "statement", "send"), query),
  statementPdf: (id: Id, query?: Query) => withQuery(at("resources", "statement-pdf", id), query),
  editCustomer: (id: Id) => at("customers", id, "edit"),
  customerEquipment: (id: Id) => at("customers", id, "equipment"),
  newCustomerEquipment: (id: Id) => at("customers", id, "equipment", "create"),
  customerEquipmentItem: (id: Id, equipmentId: Id) => at("customers", id, "equipment", equipmentId),

  equipmentList: (query?: Query) => withQuery("/equipment", query),
  equipmentHealth: () => at("equipment", "health"),
  maintenanceDue: (query?: Query) => withQuery("/equipment/due", query),
  leakDeadlines: (query?: Query) => withQuery("/equipment/leaks", query),
  disposals: (query?: Query) => withQuery("/equipment/disposals", query),
  disposalFile: (query?: Query) => withQuery("/resources/disposal-log", query),
  auditPacket: (query?: Query) => withQuery("/equipment/audit-packet", query),
  auditPacketFile: (type: "csv" | "pdf", query?: Query) => withQuery(at("resources", "audit-packet", type), query),
  cylinders: (query?: Query) => withQuery("/equipment/cylinders", query),
  newCylinder: () => at("equipment", "cylinders", "new"),
  cylinderVariance: (query?: Query) => withQuery("/equipment/cylinders/variance", query),
  cylinder: (id: Id, query?: Query) => withQuery(at("equipment", "cylinders", id), query),
  newEquipment: (query?: Query) => withQuery("/equipment/create", query),
  equipment: (id: Id) => at("equipment", id),

  technicians: (query?: Query) => withQuery("/technicians", query),
  technician: (id: Id) => at("technicians", id),
  editTechnician: (id: Id) => at("technicians", id, "edit"),
  technicianSchedule: (id: Id, query?: Query) => withQuery(at("technicians", id, "schedule"), query),
  newTimeOff: (id: Id, query?: Query) => withQuery(at("technicians", id, "schedule", "time-off", "new"), query),
  availableTechnicians: (query?: Query) => withQuery("/technicians/available", query),
  holidays: () => "/technicians/holidays",
  starterServiceTypes: () => "/resources/starter-service-types",
  becomeTechnician: () => "/resources/become-technician",
  quickInvitation: () => "/resources/technician-invitations",
  resendInvitation: () => "/resources/resend-invitation",
  inviteTechnician: (query?: Query) => withQuery("/technicians/invite", query),
  pendingInvitations: (query?: Query) => withQuery("/technicians/invitations", query),

  invoices: (query?: Query) => withQuery("/invoices-v2", query),
  remindAll: (query?: Query) => withQuery("/invoices-v2/remind", query),
  customerReminders: (id: Id) => at("resources", "customer-reminders", id),
  aging: (query?: Query) => withQuery("/invoices-v2/aging", query),
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
  customerInvoice: (token: string) => at("s", token),
  customerInvoicePdf: (token: string) => at("s", token, "pdf"),
  customerLogo: (token: string, picture: string) => withQuery(at("s", token, "logo"), { v: picture }),
  depositLogo: (token: string, picture: string) => withQuery(at("s", "deposit", token, "logo"), { v: picture }),
  refundPayment: (id: Id, paymentId: Id) => at("invoices-v2", id, "refund", paymentId),

  items: (query?: Query) => withQuery("/inventory/items", query),
  newItem: () => "/inventory/items/create",
  item: (id: Id) => at("inventory", "items", id),
  editItem: (id: Id) => at("inventory", "items", id, "edit"),
  itemPicture: (id: Id, mark: string) => withQuery(at("api", "inventory", "items", id, "picture"), { v: mark }),
  editItemPicture: (id: Id) => at("inventory", "items", id, "picture"),
  moveItem: (id: Id) => at("inventory", "items", id, "move"),
  stock: (query?: Query) => withQuery("/inventory/stock", query),
  cylinderVarianceFile: (query?: Query) => withQuery("/resources/cylinder-variance", query),
  stockExport: (query?: Query) => withQuery("/resources/stock-export", query),
  stockDistribution: (itemId: Id) => at("inventory", "stock", itemId, "distribution"),
  lots: (query?: Query) => withQuery("/inventory/lots", query),
  lotExpiry: (id: Id) => at("inventory", "lots", id, "expiry"),
  itemLotExpiry: (itemId: Id, id: Id) => at("inventory", "items", itemId, "lots", id, "expiry"),
  importItems: () => "/inventory/items/import",
  labels: (query?: Query) => withQuery("/inventory/labels", query),
  itemExport: (query?: Query) => withQuery("/resources/item-export", query),
  itemChoices: (q: string) => withQuery("/resources/item-choices", { q }),
  itemSuggestions: () => "/resources/item-suggestions",
  itemStock: (query: { id?: string; code?: string }) => withQuery("/resources/item-stock", query),
  locations: (query?: Query) => withQuery("/inventory/locations", query),
  newLocation: () => "/inventory/locations/create",
  location: (id: Id) => at("inventory", "locations", id),
  restock: (id: Id, query?: Query) => withQuery(at("inventory", "locations", id, "restock"), query),
  copyLevels: (id: Id) => at("inventory", "locations", id, "levels", "copy"),
  newLocationLevel: (id: Id) => at("inventory", "locations", id, "levels", "new"),
  locationLevel: (id: Id, itemId: Id) => at("inventory", "locations", id, "levels", itemId),
  editLocation: (id: Id) => at("inventory", "locations", id, "edit"),
  movements: (query?: Query) => withQuery("/inventory/movements", query),
  newMovement: (query?: Query) => withQuery("/inventory/movements/create", query),
  movement: (id: Id) => at("inventory", "movements", id),
  reverseMovement: (id: Id) => at("inventory", "movements", id, "reverse"),
  picks: (query?: Query) => withQuery("/inventory/picks", query),
  counts: (query?: Query) => withQuery("/inventory/counts", query),
  newCount: (query?: Query) => withQuery("/inventory/counts/create", query),
  count: (id: Id, query?: Query) => withQuery(at("inventory", "counts", id), query),
  postCount: (id: Id) => at("inventory", "counts", id, "post"),
  cancelCount: (id: Id) => at("inventory", "counts", id, "cancel"),
  reservations: (query?: Query) => withQuery("/inventory/reservations", query),
  newReservation: (query?: Query) => withQuery("/inventory/reservations/create", query),
  reservation: (id: Id) => at("inventory", "reservations", id),
  releaseReservation: (id: Id) => at("inventory", "reservations", id, "release"),
  fulfillReservation: (id: Id) => at("inventory", "reservations", id, "fulfill"),

  suppliers: (query?: Query) => withQuery("/inventory/suppliers", query),
  newSupplier: () => "/inventory/suppliers/create",
  supplier: (id: Id) => at("inventory", "suppliers", id),
  editSupplier: (id: Id) => at("inventory", "suppliers", id, "edit"),
  purchaseOrders: (query?: Query) => withQuery("/inventory/purchase-orders", query),
  newPurchaseOrder: () => "/inventory/purchase-orders/create",
  reorder: () => "/inventory/purchase-orders/reorder",
  purchaseOrder: (id: Id) => at("inventory", "purchase-orders", id),
  editPurchaseOrder: (id: Id) => at("inventory", "purchase-orders", id, "edit"),
  purchaseOrderDialog: (id: Id, dialog: "place" | "send" | "receive" | "cancel" | "delete") =>
    at("inventory", "purchase-orders", id, dialog),
  newItemSupplier: (itemId: Id) => at("inventory", "items", itemId, "suppliers", "new"),
  itemSupplier: (itemId: Id, supplierId: Id) => at("inventory", "items", itemId, "suppliers", supplierId),

  serviceTypes: (query?: Query) => withQuery("/service-types", query),
  newServiceType: () => "/service-types/create",
  newServiceTypeAdvanced: () => "/service-types/create/advanced",
  serviceType: (id: Id) => at("service-types", id),
  editServiceType: (id: Id) => at("service-types", id, "edit"),
  playbook: (id: Id) => at("service-types", id, "playbook"),
  serviceTypeTasks: (id: Id) => at("service-types", id, "tasks"),
  newServiceTypeTask: (id: Id) => at("service-types", id, "tasks", "create"),
  editServiceTypeTask: (id: Id, taskId: Id) => at("service-types", id, "tasks", taskId, "edit"),
} as const;
