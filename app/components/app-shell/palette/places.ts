import { paths } from "~/paths";
import { type Viewer, visibleNavigation } from "../navigation";
import { allowed, type GuardedPlace, type Place } from "./place";

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
  {
    label: "Restore My Household",
    to: paths.householdRestore(),
    area: "Household",
    synonyms: "import all data, backup, zip",
  },
  {
    label: "Bank Connections",
    to: paths.bankConnections(),
    area: "Household",
    synonyms: "plaid, sync, reconnect",
  },
  {
    label: "Possible Duplicates",
    to: paths.reviewDuplicates(),
    area: "Household",
    synonyms: "review transactions, same payment twice",
  },
  {
    label: "Category Rules",
    to: paths.categoryRules(),
    area: "Household",
    synonyms: "categorize transactions, merchants",
  },
  {
    label: "What-if Scenarios",
    to: paths.financeScenarios(),
    area: "Household",
    synonyms: "forecast, plan, what if",
  },
  { label: "Contact Us", to: paths.contact(), area: "Plenum", synonyms: "chat with us, message support" },
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

/** Screens that the sidebar does not name, and who may open them. */
const more: readonly GuardedPlace[] = [
  {
    label: "Lead List",
    to: paths.leadList(),
    area: "Sales",
    synonyms: "prospects, export leads",
    permission: "leads.read",
  },
  {
    label: "Lead Report",
    to: paths.leadReport(),
    area: "Sales",
    synonyms: "conversion by source, lost reasons",
    permission: "leads.read",
  },
  {
    label: "Lead Form",
    to: paths.leadForm(),
    area: "Sales",
    synonyms: "web form, website, embed, inquiries",
    permission: "leads.manage",
  },
  {
    label: "Voice Sessions",
    to: paths.voiceSessions(),
    area: "Work Orders",
    synonyms: "spoken work orders, dictation, recordings, transcripts",
    permission: "work_orders.read",
  },
  {
    label: "Equipment Health",
    to: paths.equipmentHealth(),
    area: "Equipment",
    synonyms: "oldest units, replace, failing",
    permission: "equipment.read",
  },
  {
    label: "Maintenance Due",
    to: paths.maintenanceDue(),
    area: "Equipment",
    synonyms: "tune-ups, maintenance plans, overdue service",
    permission: "equipment.read",
  },
  {
    label: "Leak Compliance",
    to: paths.leakDeadlines(),
    area: "Equipment",
    synonyms: "EPA 608, leak rate, deadlines",
    permission: "equipment.read",
  },
  {
    label: "Disposals",
    to: paths.disposals(),
    area: "Equipment",
    synonyms: "recovered refrigerant, EPA log",
    permission: "equipment.write",
  },
  {
    label: "Audit Packet",
    to: paths.auditPacket(),
    area: "Equipment",
    synonyms: "EPA inspection, refrigerant records",
    permission: "equipment.write",
  },
  {
    label: "Refrigerant Cylinders",
    to: paths.cylinders(),
    area: "Equipment",
    synonyms: "tanks, jugs, recovery, R-410A, R-454B",
    permission: "equipment.read",
  },
  {
    label: "Cylinder Variance",
    to: paths.cylinderVariance(),
    area: "Equipment",
    synonyms: "refrigerant missing, charged and weighed",
    permission: "equipment.read",
  },
  {
    label: "Available Technicians",
    to: paths.availableTechnicians(),
    area: "Technicians",
    synonyms: "who is free, openings",
    permission: "technicians.read",
  },
  {
    label: "Holidays",
    to: paths.holidays(),
    area: "Technicians",
    synonyms: "closed days, days off",
    permission: "technicians.manage",
  },
  {
    label: "Suppliers",
    to: paths.suppliers(),
    area: "Inventory",
    synonyms: "vendors, distributors, supply house",
    permission: "inventory.read",
  },
  {
    label: "Stock Counts",
    to: paths.counts(),
    area: "Inventory",
    synonyms: "stocktake, cycle count",
    permission: "inventory.read",
  },
  {
    label: "Lots",
    to: paths.lots(),
    area: "Inventory",
    synonyms: "batches, expiry, serial",
    permission: "inventory.read",
  },
  {
    label: "Parts to Pick",
    to: paths.picks(),
    area: "Inventory",
    synonyms: "pick list, load trucks, tomorrow",
    permission: "inventory.read",
  },
  {
    label: "Labels",
    to: paths.labels(),
    area: "Inventory",
    synonyms: "barcodes, QR codes, print",
    permission: "inventory.read",
  },
  {
    label: "Industry Analysis",
    to: paths.industryAnalysis(),
    area: "Workspace",
    synonyms: "benchmark, market, trades, wages, seasonality, naics",
    permission: "invoices.read",
  },
  {
    label: "Saved Analyses",
    to: paths.industryAnalyses(),
    area: "Workspace",
    synonyms: "industry analysis, benchmark, history",
    permission: "invoices.read",
  },
  {
    label: "Card Payments and Payouts",
    to: paths.cardPayouts(),
    area: "Billing",
    synonyms: "stripe, fees, deposits, payments received",
    permission: "invoices.read",
  },
  {
    label: "Issue Board",
    to: paths.issueBoard(),
    area: "Bug Tracker",
    synonyms: "bugs, kanban",
    permission: "issues.read",
  },
  {
    label: "Deleted Issues",
    to: paths.issueTrash(),
    area: "Bug Tracker",
    synonyms: "trash, restore",
    permission: "issues.read",
  },
  {
    label: "Issue Sync",
    to: paths.issueSync(),
    area: "Bug Tracker",
    synonyms: "GitHub, GitLab, repositories",
    permission: "system.admin",
  },
  {
    label: "Issue Sync Log",
    to: paths.issueSyncLog(),
    area: "Bug Tracker",
    synonyms: "conflicts, deliveries",
    permission: "system.admin",
  },
  {
    label: "First Steps",
    to: paths.dashboard({ steps: "show" }),
    area: "Plenum",
    synonyms: "getting started, setup, onboarding",
    permission: "system.admin",
  },
  {
    label: "Billing Settings",
    to: paths.billingSettings(),
    area: "Settings",
    synonyms: "taxes, tax rates, card payments, terms, reminders",
    permission: "system.admin",
  },
  {
    label: "Message Settings",
    to: paths.messageSettings(),
    area: "Settings",
    synonyms: "templates, text messages, on my way",
    permission: "system.admin",
  },
  {
    label: "API Keys",
    to: paths.apiKeys(),
    area: "Settings",
    synonyms: "tokens, developer",
    permission: "system.admin",
  },
  {
    label: "Webhooks",
    to: paths.webhooks(),
    area: "Settings",
    synonyms: "endpoints, events, developer",
    permission: "system.admin",
  },
  {
    label: "Usage and Limits",
    to: paths.usage(),
    area: "Settings",
    synonyms: "quota, storage, rate limit",
    permission: "system.admin",
  },
  {
    label: "Audit Log",
    to: paths.auditLog(),
    area: "Settings",
    synonyms: "who changed what, sign-ins, history",
    permission: "system.admin",
  },
  {
    label: "Failed Deliveries",
    to: paths.deliveries(),
    area: "System",
    synonyms: "email not sent, retry",
    permission: "system.admin",
  },
  {
    label: "Export the Business",
    to: paths.businessExport(),
    area: "Settings",
    synonyms: "download all data, backup, zip, csv, json",
    permission: "system.admin",
  },
  {
    label: "Restore an Export",
    to: paths.businessRestore(),
    area: "Settings",
    synonyms: "import all data, backup, zip",
    permission: "system.admin",
  },
];

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
    ...allowed(viewer, more),
    ...(member ? members.slice(1) : []),
    ...everybodys,
  ];
}
