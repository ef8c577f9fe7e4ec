import { can, type Permission } from "~/domain/shared/permissions";
import { paths } from "~/paths";
import { type Viewer, visibleNavigation } from "../navigation";

export interface Place {
  label: string;
  to: string;
  /** Its group, shown next to it and included in the search. */
  area: string;
  /** Other names used in the trade. */
  synonyms?: string;
}

/** Who may use it: people with the permission, any member of a business, or anyone signed in. */
type Needs = Permission | "member" | "person";

const actions: readonly (Place & { permission: Needs })[] = [
  {
    label: "New Work Order",
    to: paths.newWorkOrder(),
    area: "Work Orders",
    synonyms: "create job, new job, book a job, schedule a job, service call, ticket",
    permission: "work_orders.write",
  },
  {
    label: "New Customer",
    to: paths.newCustomer(),
    area: "Customers",
    synonyms: "add client, create customer, homeowner",
    permission: "customers.write",
  },
  {
    label: "New Lead",
    to: paths.newLead(),
    area: "Sales",
    synonyms: "add lead, inquiry, prospect, someone called",
    permission: "leads.write",
  },
  {
    label: "Invite Technician",
    to: paths.inviteTechnician(),
    area: "Technicians",
    synonyms: "add tech, new employee, hire",
    permission: "technicians.manage",
  },
  {
    label: "New To-do",
    to: paths.newTodo(),
    area: "Workspace",
    synonyms: "add task, reminder, follow-up",
    permission: "member",
  },
  {
    label: "New Message",
    to: paths.newConversation(),
    area: "Workspace",
    synonyms: "write, conversation, text, chat",
    permission: "work_orders.read",
  },
  {
    label: "New System Design",
    to: paths.newDesign(),
    area: "Workspace",
    synonyms: "new layout, draw a system, ducts, Manual D",
    permission: "equipment.write",
  },
  {
    label: "New Calendar Feed",
    to: paths.newCalendarFeed(),
    area: "Plenum",
    synonyms: "subscribe, ical, ics, google calendar, outlook",
    permission: "member",
  },
  {
    label: "New Equipment",
    to: paths.newEquipment(),
    area: "Equipment",
    synonyms: "add unit, system, furnace, air conditioner, asset",
    permission: "equipment.write",
  },
  {
    label: "New Item",
    to: paths.newItem(),
    area: "Inventory",
    synonyms: "add part, material, sku",
    permission: "inventory.write",
  },
  {
    label: "New Purchase Order",
    to: paths.newPurchaseOrder(),
    area: "Inventory",
    synonyms: "order parts, buy, restock",
    permission: "inventory.write",
  },
  {
    label: "Move Stock",
    to: paths.newMovement(),
    area: "Inventory",
    synonyms: "receive, transfer, adjust, load a truck",
    permission: "inventory.write",
  },
  {
    label: "New Stock Count",
    to: paths.newCount(),
    area: "Inventory",
    synonyms: "stocktake, count inventory",
    permission: "inventory.write",
  },
  {
    label: "New Service Type",
    to: paths.newServiceType(),
    area: "Service Types",
    synonyms: "add job type, playbook",
    permission: "service_types.write",
  },
  {
    label: "New Issue",
    to: paths.newIssue(),
    area: "Bug Tracker",
    synonyms: "add bug, ticket, defect",
    permission: "issues.write",
  },
  {
    label: "Report a Problem",
    to: paths.reportProblem(),
    area: "Plenum",
    synonyms: "bug, something is wrong, broken",
    permission: "member",
  },
  {
    label: "New Income",
    to: paths.newPlanItem("income"),
    area: "Household",
    synonyms: "add paycheck, salary, earnings",
    permission: "person",
  },
  {
    label: "New Supplier",
    to: paths.newSupplier(),
    area: "Inventory",
    synonyms: "add vendor, distributor",
    permission: "inventory.write",
  },
  {
    label: "New Stock Location",
    to: paths.newLocation(),
    area: "Inventory",
    synonyms: "add warehouse, truck, van",
    permission: "inventory.write",
  },
  {
    label: "New Expense",
    to: paths.newExpense(),
    area: "Household",
    synonyms: "add bill, cost, budget",
    permission: "person",
  },
  {
    label: "New Bank Account",
    to: paths.newAccount(),
    area: "Household",
    synonyms: "add checking, savings, card",
    permission: "person",
  },
];

/** Actions available from any screen, filtered by the viewer's rights. */
export function createActions(viewer: Viewer): Place[] {
  return actions.filter(({ permission }) => mayDo(viewer, permission)).map(({ permission: _, ...action }) => action);
}

function mayDo(viewer: Viewer, needs: Needs): boolean {
  if (needs === "person") return viewer !== null;
  const member = viewer?.member ?? null;
  return needs === "member" ? member !== null : can(member, needs);
}

/** Synonyms of sidebar pages, whose labels are defined elsewhere. */
const synonyms: Readonly<Record<string, string>> = {
  [paths.workOrders()]: "jobs, service calls, tickets, list",
  [paths.scheduler()]: "dispatch, calendar, schedule a job, appointments, routes, day",
  [paths.map()]: "where, coverage, service area, technicians' places, gps",
  [paths.map2()]: "drive time, stops, order, routing, travel",
  [paths.board()]: "dispatch board, pipeline, columns, statuses",
  [paths.technicianJob("WO-001")]: "my jobs, today, phone",
  [paths.customers()]: "clients, homeowners, contacts",
  [paths.properties()]: "sites, service addresses, locations, tenants, gate codes, access notes",
  [paths.equipmentList()]: "units, systems, furnaces, air conditioners, assets",
  [paths.serviceTypes()]: "job types, playbooks, checklists, price book",
  [paths.technicians()]: "techs, crew, employees, staff",
  [paths.pgi()]: "reports, revenue, insight, growth, first-time fix, callbacks, utilization, forecast",
  [paths.leads()]: "pipeline, prospects, inquiries, estimate, quote, sales",
  [paths.estimates()]: "quotes, proposals, bids, good better best",
  [paths.invoices()]: "bills, payments, billing",
  [paths.items()]: "parts, materials, stock",
  [paths.settings()]: "company, logo, time zone, address",
  [paths.users()]: "people, roles, permissions, team",
  [paths.finances()]: "budget, income, household",
  [paths.accounts()]: "bank, checking, savings, import",
};

const everybodys: readonly Place[] = [
  { label: "My Account", to: paths.profile(), area: "Plenum", synonyms: "profile, password, sessions" },
  { label: "Help Center", to: paths.support(), area: "Plenum", synonyms: "support, articles, how to" },

  {
    label: "Receipts",
    to: paths.receipts(),
    area: "Workspace",
    synonyms: "photograph a receipt, scan, bills paid, expenses, purchases, tax",
  },
  {
    label: "Plan and Payments",
    to: paths.payment(),
    area: "Workspace",
    synonyms: "upgrade, pro, subscription, cancel plan, billing",
  },
  { label: "Assistant", to: paths.chat(), area: "Workspace", synonyms: "chat, ask, question, ai" },
  {
    label: "Export My Household",
    to: paths.householdExport(),
    area: "Household",
    synonyms: "download my data, backup, zip, csv, json",
  },
  { label: "Privacy Policy", to: paths.privacy(), area: "Legal" },
  { label: "Terms of Service", to: paths.terms(), area: "Legal" },
];

const members: readonly Place[] = [
  { label: "Today", to: paths.dashboard(), area: "Work Orders", synonyms: "home, dashboard, day at a glance, my day" },
  { label: "To-dos", to: paths.todos(), area: "Workspace", synonyms: "tasks, reminders, follow-ups" },
  { label: "Messages", to: paths.messages(), area: "Workspace", synonyms: "chat, conversations, texts" },
  {
    label: "System Designer",
    to: paths.designer(),
    area: "Workspace",
    synonyms: "layout, duct design, Manual D, draw a system, static pressure, duct calculator",
  },
  {
    label: "Knowledge Graph",
    to: paths.knowledgeGraph(),
    area: "Workspace",
    synonyms: "connections, relationships, network, what else did this part fail in",
  },
];

const industryAnalysis: Place = {
  label: "Industry Analysis",
  to: paths.industryAnalysis(),
  area: "Workspace",
  synonyms: "benchmark, market, trades, wages, seasonality, naics",
};

/** Parts of a screen that the sidebar names as one. */
const leadPlaces: readonly Place[] = [
  { label: "Lead List", to: paths.leadList(), area: "Sales", synonyms: "prospects, export leads" },
  { label: "Lead Report", to: paths.leadReport(), area: "Sales", synonyms: "conversion by source, lost reasons" },
];

const moneyPlaces: readonly Place[] = [
  {
    label: "Card Payments and Payouts",
    to: paths.cardPayouts(),
    area: "Billing",
    synonyms: "stripe, fees, deposits, payments received",
  },
];

const exportPlaces: readonly Place[] = [
  {
    label: "Export the Business",
    to: paths.businessExport(),
    area: "Settings",
    synonyms: "download all data, backup, zip, csv, json",
  },
  {
    label: "Restore an Export",
    to: paths.businessRestore(),
    area: "Settings",
    synonyms: "import all data, backup, zip",
  },
];

const firstSteps: Place = {
  label: "First Steps",
  to: paths.dashboard({ steps: "show" }),
  area: "Plenum",
  synonyms: "getting started, setup, onboarding",
};

/** Every page the viewer may open, in the sidebar or elsewhere. */
export function placesFor(viewer: Viewer): Place[] {
  const groups = visibleNavigation(viewer);
  const sidebar = groups.flatMap(({ title, links }) =>
    links.map(({ label, to }): Place => ({ label, to, area: title, synonyms: synonyms[to] })),
  );
  const member = viewer?.member ?? null;
  return [
    ...(member ? [] : [{ label: "Home", to: paths.home(), area: "Plenum" }]),
    ...(member ? members.slice(0, 1) : []),
    ...sidebar,
    ...(can(member, "leads.read") ? leadPlaces : []),
    ...(can(member, "invoices.read") ? [industryAnalysis, ...moneyPlaces] : []),
    ...(can(member, "system.admin") ? [firstSteps, ...exportPlaces] : []),
    ...(member ? members.slice(1) : []),
    ...everybodys,
  ];
}
