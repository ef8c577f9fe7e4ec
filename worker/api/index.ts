import { OpenAPIHono } from "@hono/zod-openapi";
import type { Context } from "hono";
import type { HonoEnv } from "#worker/env";
import { readCookie } from "~/domain/auth/cookies";
import { notFound } from "~/domain/shared/errors";
import { accountImports } from "./account-imports";
import { accountTransactions } from "./account-transactions";
import { accounting } from "./accounting";
import { addresses } from "./addresses";
import { apiKeys } from "./api-keys";
import { archives } from "./archives";
import { auditLog } from "./audit-log";
import { auth } from "./auth";
import { bankAccounts } from "./bank-accounts";
import { bankInstitutions } from "./bank-institutions";
import { bankMatches } from "./bank-matches";
import { billing } from "./billing";
import { calendarFeeds } from "./calendar-feeds";
import { cardPayments } from "./card-payments";
import { cardPayouts } from "./card-payouts";
import { cashflow } from "./cashflow";
import { chat } from "./chat";
import { codeHosts } from "./code-hosts";
import { customers } from "./customers";
import { dashboard } from "./dashboard";
import { depositRequests } from "./deposit-requests";
import { designs } from "./designs";
import { type OpenApiDocument, openApiDocument } from "./document";
import { equipment } from "./equipment";
import { estimates } from "./estimates";
import { events } from "./events";
import { expenses } from "./expenses";
import { income } from "./income";
import { industries } from "./industries";
import { industryAnalyses } from "./industry-analyses";
import { integrations } from "./integrations";
import { inventory } from "./inventory";
import { invoiceDelivery } from "./invoice-delivery";
import { invoices } from "./invoices";
import { issueAttachments } from "./issue-attachments";
import { issueReports } from "./issue-reports";
import { issueSetup } from "./issue-setup";
import { issues } from "./issues";
import { itemImport } from "./item-import";
import { itemPictures } from "./item-pictures";
import { knowledgeGraph } from "./knowledge-graph";
import { leads } from "./leads";
import { leakEpisodes } from "./leak-episodes";
import { listFiles } from "./list-files";
import { levels } from "./location-levels";
import { lots } from "./lots";
import { maps } from "./maps";
import { messagePictures } from "./message-pictures";
import { messageSettings } from "./message-settings";
import { messages } from "./messages";
import { refuseInvalid } from "./operation";
import { operations } from "./operations";
import { passkeys } from "./passkeys";
import { performance } from "./performance";
import { plaid } from "./plaid";
import { plans } from "./plans";
import { purchaseOrders } from "./purchase-orders";
import { purchasing } from "./purchasing";
import { pushDevices } from "./push-devices";
import { receipts } from "./receipts";
import { receivables } from "./receivables";
import { recordListFiles } from "./record-list-files";
import { refrigerantCylinders } from "./refrigerant-cylinders";
import { refrigerantReadings } from "./refrigerant-readings";
import { reminders } from "./reminders";
import { reservations } from "./reservations";
import { restores } from "./restores";
import { scenarios } from "./scenarios";
import { scheduling } from "./scheduling";
import { search } from "./search";
import { secondStep } from "./second-step";
import { serviceTasks } from "./service-tasks";
import { serviceTypes } from "./service-types";
import { setupListFiles } from "./setup-list-files";
import { sites } from "./sites";
import { stock } from "./stock";
import { stockCounts } from "./stock-counts";
import { support } from "./support";
import { system } from "./system";
import { teams } from "./teams";
import { technicianApp } from "./technician-app";
import { technicianDays } from "./technician-days";
import { technicians } from "./technicians";
import { todos } from "./todos";
import { transactions } from "./transactions";
import { truckChecks } from "./truck-check";
import { visits } from "./visits";
import { voice } from "./voice";
import { webhookEndpoints } from "./webhook-endpoints";
import { webhooks } from "./webhooks";
import { workOrderNotes } from "./work-order-notes";
import { workOrderParts } from "./work-order-parts";
import { workOrders } from "./work-orders";

/** Every operation of the API. The document, its pages and the tests are built from what is registered here. */
export const api = new OpenAPIHono<HonoEnv>({ defaultHook: refuseInvalid }).basePath("/api");

const routers = [
  // Before every route that reads an id.
  listFiles,
  setupListFiles,
  recordListFiles,
  support,
  plans,
  cardPayouts,
  system,
  operations,
  auth,
  apiKeys,
  secondStep,
  passkeys,
  pushDevices,
  auditLog,
  scheduling,
  search,
  webhookEndpoints,
  // Before /issues/{id}.
  issueReports,
  issueSetup,
  issues,
  issueAttachments,
  calendarFeeds,
  archives,
  restores,
  leads,
  estimates,
  // Before /work-orders/{id}.
  workOrderParts,
  truckChecks,
  refrigerantCylinders,
  refrigerantReadings,
  leakEpisodes,
  voice,
  workOrders,
  workOrderNotes,
  customers,
  addresses,
  expenses,
  income,
  scenarios,
  cashflow,
  bankAccounts,
  accountTransactions,
  transactions,
  accountImports,
  bankInstitutions,
  bankMatches,
  equipment,
  itemImport,
  inventory,
  itemPictures,
  lots,
  reservations,
  stockCounts,
  purchasing,
  purchaseOrders,
  stock,
  levels,
  billing,
  accounting,
  receivables,
  reminders,
  invoices,
  invoiceDelivery,
  cardPayments,
  depositRequests,
  serviceTypes,
  serviceTasks,
  industries,
  industryAnalyses,
  integrations,
  maps,
  sites,
  todos,
  receipts,
  knowledgeGraph,
  designs,
  messages,
  visits,
  messageSettings,
  messagePictures,
  performance,
  dashboard,
  plaid,
  chat,
  codeHosts,
  technicianApp,
  // Before /technicians/{id}.
  technicianDays,
  teams,
  technicians,
];
for (const router of routers) api.route("/", router);

let memo: OpenApiDocument | null = null;

/** Created on first request, to keep the Worker's startup fast. */
function apiDocument(): OpenApiDocument {
  memo ??= openApiDocument(api);
  return memo;
}

const shownTo = (c: Context<HonoEnv>) => ({
  nonce: c.var.secureHeadersNonce ?? "",
  theme: readCookie(c.req.raw, "plenum_theme") ?? undefined,
});

api.get("/openapi.json", (c) => c.json({ ...apiDocument(), servers: [{ url: new URL(c.req.url).origin }] }));
api.get("/docs", async (c) => {
  const { docsOverview } = await import("./docs");
  return c.html(docsOverview(apiDocument(), shownTo(c)));
});
api.get("/docs/:area", async (c) => {
  const { docsArea } = await import("./docs");
  const page = docsArea(apiDocument(), c.req.param("area"), shownTo(c));
  if (!page) throw notFound("There is no such area of the API.");
  return c.html(page);
});
api.route("/events", events);
api.route("/webhooks", webhooks);
api.all("*", () => {
  throw notFound("Endpoint not found.");
});
