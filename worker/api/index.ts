import { Hono } from "hono";
import { DomainError } from "~/domain/shared/errors";
import type { HonoEnv } from "../hono";
import { accountImports } from "./account-imports";
import { accountTransactions } from "./account-transactions";
import { addresses } from "./addresses";
import { auth } from "./auth";
import { bankAccounts } from "./bank-accounts";
import { bankInstitutions } from "./bank-institutions";
import { bankMatches } from "./bank-matches";
import { cashflow } from "./cashflow";
import { customers } from "./customers";
import { type Endpoint, serve } from "./endpoint";
import { equipment } from "./equipment";
import { events } from "./events";
import { expenses } from "./expenses";
import { income } from "./income";
import { type OpenApiDocument, openApiDocument } from "./openapi";
import { plaid } from "./plaid";
import { scheduling } from "./scheduling";
import { serviceTasks } from "./service-tasks";
import { serviceTypes } from "./service-types";
import { system } from "./system";
import { technicianDays } from "./technician-days";
import { technicianPhone } from "./technician-phone";
import { technicians } from "./technicians";
import { webhooks } from "./webhooks";
import { workOrderNotes } from "./work-order-notes";
import { workOrders } from "./work-orders";

/** Every operation of the API. The routes, the document and the tests are made from this list. */
export const endpoints: Endpoint[] = [
  ...system,
  ...auth,
  ...scheduling,
  ...workOrders,
  ...workOrderNotes,
  ...customers,
  ...addresses,
  ...expenses,
  ...income,
  ...cashflow,
  ...bankAccounts,
  ...accountTransactions,
  ...accountImports,
  ...bankInstitutions,
  ...bankMatches,
  ...equipment,
  ...serviceTypes,
  ...serviceTasks,
  ...plaid,
  ...technicianPhone,
  ...technicianDays,
  ...technicians,
];

let document: OpenApiDocument | null = null;

/** Made when it is first asked for: seldom, and the schemas do not change while the Worker runs. */
function documentOnce(): OpenApiDocument {
  document ??= openApiDocument(endpoints);
  return document;
}

export const api = new Hono<HonoEnv>();
serve(api, endpoints);
api.get("/openapi.json", (c) => {
  return c.json({ ...documentOnce(), servers: [{ url: new URL(c.req.url).origin }] });
});
api.get("/docs", async (c) => {
  const { docsPage } = await import("./docs");
  return c.html(docsPage(documentOnce(), endpoints, c.var.cspNonce));
});
api.route("/events", events);
api.route("/webhooks", webhooks);
api.all("*", () => {
  throw new DomainError("not_found", "There is no such endpoint.");
});
