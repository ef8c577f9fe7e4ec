export type Id = string | number;
export type Query = Record<string, string | number | undefined | null>;

export function withQuery(path: string, query: Query = {}): string {
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) {
    if (value !== undefined && value !== null && value !== "") search.set(name, String(value));
  }
  const text = search.toString();
  return text ? `${path}?${text}` : path;
}

export const at = (...parts: Id[]) => `/${parts.map((part) => encodeURIComponent(part)).join("/")}`;

/**
 * Pages linked from the frame, sign-in pages, pages sent to customers, and what these and a technician's phone request: the only
 * paths a first visit needs.
 */
export const shellPaths = {
  home: () => "/",
  map: (query?: Query) => withQuery("/map", query),
  map2: (query?: Query) => withQuery("/map2", query),
  signup: (query?: Query) => withQuery("/signup", query),
  login: (query?: Query) => withQuery("/login", query),
  loginPasskey: () => "/login/passkey",
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
  receipts: (query?: Query) => withQuery("/receipts", query),
  leads: (query?: Query) => withQuery("/leads", query),
  estimates: (query?: Query) => withQuery("/estimates", query),
  customerEstimate: (token: string) => at("s", "estimate", token),
  customerEstimatePdf: (token: string) => at("s", "estimate", token, "pdf"),
  customerEstimateLogo: (token: string, picture: string) =>
    withQuery(at("s", "estimate", token, "logo"), { v: picture }),
  webForm: (token: string, query?: Query) => withQuery(at("f", token), query),
  todos: (query?: Query) => withQuery("/todos", query),
  properties: (query?: Query) => withQuery("/properties", query),
  profile: () => "/profile",
  messages: (query?: Query) => withQuery("/messages", query),
  visitPage: (token: string) => at("s", "visit", token),
  visitLogo: (token: string, picture: string) => withQuery(at("s", "visit", token, "logo"), { v: picture }),
  visitPhoto: (token: string, photoId: Id) => at("s", "visit", token, "photos", photoId),
  sidebarCounts: () => "/resources/sidebar-counts",
  apiHealth: () => "/api/health",
  apiAddresses: (lookup: "autocomplete" | "search" | "verify") => at("api", "addresses", lookup),
  apiOwnPlace: () => "/api/maps/own-place",
  apiEvents: (query: Query) => withQuery("/api/events", query),
  apiEventToken: () => "/api/auth/event-token",
  apiLogin: () => "/api/auth/login",
  apiPasskeyOptions: () => "/api/auth/login/passkey/options",
  payment: (query?: Query) => withQuery("/payment", query),
  pgi: (query?: Query) => withQuery("/pgi", query),
  chat: (query?: Query) => withQuery("/chat", query),
  contact: (query?: Query) => withQuery("/contact", query),
  support: (query?: Query) => withQuery("/support", query),
  operations: () => "/system/operations",
  settings: () => "/settings",
  integrations: () => "/settings/integrations",
  // The misspelling is part of the product's published URL.
  users: (query?: Query) => withQuery("/system/user-managment", query),
  github: () => "/integrations/github",
  gitlab: () => "/integrations/gitlab",
  issues: (query?: Query) => withQuery("/bugscout/issues", query),
  issueConfig: () => "/bugscout/config",
  /** `page` without its query. */
  reportProblem: (query?: Query) => withQuery("/report-problem", query),
  finances: (query?: Query) => withQuery("/finances", query),
  financeDashboard: () => "/finances/dashboard",
  financeCalendar: (query?: Query) => withQuery("/finances/calendar", query),
  expenses: (query?: Query) => withQuery("/finances/expenses", query),
  accounts: () => "/finances/accounts",
  transactions: (query?: Query) => withQuery("/finances/transactions", query),
  workOrders: (query?: Query) => withQuery("/workorders", query),
  board: (query?: Query) => withQuery("/workorders/board", query),
  scheduler: (query?: Query) => withQuery("/workorders/scheduler", query),
  technicianWorkOrder: (id: Id) => at("technician", "jobs", id),
  customers: (query?: Query) => withQuery("/customers", query),
  customer: (id: Id, query?: Query) => withQuery(at("customers", id), query),
  equipmentList: (query?: Query) => withQuery("/equipment", query),
  cylinders: (query?: Query) => withQuery("/equipment/cylinders", query),
  cylinder: (id: Id, query?: Query) => withQuery(at("equipment", "cylinders", id), query),
  equipment: (id: Id) => at("equipment", id),
  technicians: (query?: Query) => withQuery("/technicians", query),
  pendingInvitations: (query?: Query) => withQuery("/technicians/invitations", query),
  invoices: (query?: Query) => withQuery("/invoices-v2", query),
  aging: (query?: Query) => withQuery("/invoices-v2/aging", query),
  customerInvoice: (token: string) => at("s", token),
  customerInvoicePdf: (token: string) => at("s", token, "pdf"),
  customerLogo: (token: string, picture: string) => withQuery(at("s", token, "logo"), { v: picture }),
  depositLogo: (token: string, picture: string) => withQuery(at("s", "deposit", token, "logo"), { v: picture }),
  items: (query?: Query) => withQuery("/inventory/items", query),
  stock: (query?: Query) => withQuery("/inventory/stock", query),
  labels: (query?: Query) => withQuery("/inventory/labels", query),
  locations: (query?: Query) => withQuery("/inventory/locations", query),
  movements: (query?: Query) => withQuery("/inventory/movements", query),
  reservations: (query?: Query) => withQuery("/inventory/reservations", query),
  purchaseOrders: (query?: Query) => withQuery("/inventory/purchase-orders", query),
  serviceTypes: (query?: Query) => withQuery("/service-types", query),
} as const;
