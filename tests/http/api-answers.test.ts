import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { seedDemo } from "#drizzle/seed/demo";
import {
  billing,
  customers,
  equipment,
  estimates,
  leads,
  messages,
  sites,
  visitPages,
} from "#tests/support/api-answers/customers";
import { inventory, purchasing } from "#tests/support/api-answers/inventory";
import { codeHosts, issues } from "#tests/support/api-answers/issues";
import { reassignedDay, serviceTypes, technicians, voice, workOrders } from "#tests/support/api-answers/jobs";
import { bankLink, money, receipts } from "#tests/support/api-answers/money";
import {
  apiKeys,
  calendars,
  person,
  plans,
  pushDevices,
  secondStepRule,
  support,
  webhooks,
} from "#tests/support/api-answers/people";
import { ask, operations, signedIn, succeeded, today, worker } from "#tests/support/api-answers/requests";
import { chat, designs, industryAnalysis, knowledgeGraph, todos } from "#tests/support/api-answers/tools";
import type { Visitor } from "#tests/support/visitor";

// Every operation of the document succeeds here once; the visitor checks each response against the document.

/** Operations whose responses cannot be created here, and where they are checked instead. */
const elsewhere: Record<string, string> = {
  getPerformanceForecast: "tests/http/performance-rows.test.ts",
  getPerformanceForecastExport: "tests/http/performance-rows.test.ts",
  getMapsRoutesMovesId: "tests/http/maps.test.ts",
  postMapsOwnPlace: "tests/http/maps.test.ts",
  putMapsOwnPlaceSharing: "tests/http/maps.test.ts",
  getArchivesBusiness: "tests/http/archives.test.ts",
  postArchivesBusiness: "tests/http/archives.test.ts",
  getArchivesBusinessId: "tests/http/archives.test.ts",
  getArchivesBusinessIdFile: "tests/http/archives.test.ts",
  postArchivesBusinessIdCancel: "tests/http/archives.test.ts",
  postArchivesBusinessIdLink: "tests/http/archives.test.ts",
  postArchivesBusinessIdRetry: "tests/http/archives.test.ts",
  getArchivesHousehold: "tests/http/archives.test.ts",
  postArchivesHousehold: "tests/http/archives.test.ts",
  getArchivesHouseholdId: "tests/http/archives.test.ts",
  getArchivesHouseholdIdFile: "tests/http/archives.test.ts",
  postArchivesHouseholdIdCancel: "tests/http/archives.test.ts",
  postArchivesHouseholdIdLink: "tests/http/archives.test.ts",
  postArchivesHouseholdIdRetry: "tests/http/archives.test.ts",
  getRestoresBusiness: "tests/http/restores.test.ts",
  postRestoresBusiness: "tests/http/restores.test.ts",
  getRestoresBusinessId: "tests/http/restores.test.ts",
  putRestoresBusinessIdPartsPart: "tests/http/restores.test.ts",
  postRestoresBusinessIdBegin: "tests/http/restores.test.ts",
  postRestoresBusinessIdCancel: "tests/http/restores.test.ts",
  getRestoresHousehold: "tests/http/restores.test.ts",
  postRestoresHousehold: "tests/http/restores.test.ts",
  getRestoresHouseholdId: "tests/http/restores.test.ts",
  putRestoresHouseholdIdPartsPart: "tests/http/restores.test.ts",
  postRestoresHouseholdIdBegin: "tests/http/restores.test.ts",
  postRestoresHouseholdIdCancel: "tests/http/restores.test.ts",
  deleteAuthSessionsId: "tests/http/sessions.test.ts",
  postReceiptsIdRead: "tests/http/receipts.test.ts",
  postAuthJoinOrganization: "tests/http/people-invitations.test.ts",
  postAuthLeaveOrganization: "tests/http/account-deletion.test.ts",
  postOrganizationDeletion: "tests/http/business-deletion.test.ts",
  deleteOrganizationDeletion: "tests/http/business-deletion.test.ts",
  getAuthCallback: "tests/http/auth-links.test.ts",
  getInvoicesIdPdf: "tests/http/invoice-delivery.test.ts",
  getCustomersIdStatementPdf: "tests/http/receivables.test.ts",
  postBankMatchesMatchIdVerdict: "tests/http/bank-matches.test.ts",
  deleteBankMatchesMatchIdVerdict: "tests/http/bank-matches.test.ts",
  postOpenAiAnalyzeIndustriesRemarks: "tests/http/industry-remarks.test.ts",
  getThreadsIdPicturesPictureId: "tests/http/incoming-pictures.test.ts",
  postThreadsIdPicturesPictureIdCopies: "tests/http/incoming-pictures.test.ts",
  postThreadsIdPicturesPictureIdRetry: "tests/http/incoming-pictures.test.ts",
  getOperations: "tests/http/operations.test.ts",
  postOperationsRetries: "tests/http/operations-retries.test.ts",
  postOperationsMoves: "tests/http/tenant-moves.test.ts",
  getOperationsMovesId: "tests/http/tenant-moves.test.ts",
  postOperationsMovesIdCancel: "tests/http/tenant-moves.test.ts",
  postSupportMessages: "tests/http/support.test.ts",
  postChatQuestions: "tests/http/chat.test.ts",
  postChatQuestionsRetry: "tests/http/chat.test.ts",
  getBillingCardAccount: "tests/http/card-account.test.ts",
  putBillingCardAccount: "tests/http/card-account.test.ts",
  deleteBillingCardAccount: "tests/http/card-account.test.ts",
  postBillingCardAccountTest: "tests/http/card-account.test.ts",
  putCodeHostsHostRepositoriesRepositoryIdRules: "tests/http/code-host-rules.test.ts",
  postCodeHostsHostRepositoriesRepositoryIdSync: "tests/http/code-host-rules.test.ts",
  postCodeHostsHostRepositoriesRepositoryIdResume: "tests/http/code-host-rules.test.ts",
  getCodeHostsHostRepositoriesRepositoryIdBackfill: "tests/http/code-host-rules.test.ts",
  postCodeHostsHostRepositoriesRepositoryIdBackfill: "tests/http/code-host-rules.test.ts",
  putCodeHostsHostPeopleLogin: "tests/http/code-host-rules.test.ts",
  postCodeHostsLogRetry: "tests/http/code-host-rules.test.ts",
  postCodeHostsLogEntryIdRetry: "tests/http/code-host-rules.test.ts",
  getCodeHostsHostConflicts: "tests/http/code-host-conflicts.test.ts",
  postCodeHostsHostConflictsConflictIdResolve: "tests/http/code-host-conflicts.test.ts",
  postIssuesIdCodeHost: "tests/http/code-host-rules.test.ts",
  postWorkOrdersIdRecordingsRecordingIdReview: "tests/http/voice-commands.test.ts",
};

const queries: Record<string, string> = {
  year: "2026",
  month: "11",
  startYear: "2026",
  startMonth: "1",
  endYear: "2026",
  endMonth: "12",
  from: "2026-11-01",
  to: "2026-11-30",
  fromYear: "2026",
  fromMonth: "1",
  toYear: "2026",
  skills: "HVAC",
  industries: "238220",
  q: "furnace",
  table: "technicians",
  format: "csv",
};

/** Lists and figures need only the parameters their query requires. */
async function lists(visitors: { admin: Visitor; household: Visitor; guest: Visitor }) {
  for (const { method, path, operation } of operations) {
    const { operationId } = operation;
    if (method !== "GET" || path.includes("{") || operationId in elsewhere || succeeded.has(operationId)) continue;
    const access = operation["x-access"];
    const by = !access ? visitors.guest : access === "person" ? visitors.household : visitors.admin;
    const needed = (operation.parameters ?? []).filter(({ in: where, required }) => where === "query" && required);
    const query = new URLSearchParams(needed.map(({ name }) => [name, queries[name] ?? ""]));
    await ask(by, "GET", `${path.replace("/api", "")}?${query}`);
  }
}

await seedDemo(worker.db, new Date());
const admin = await signedIn("admin@example.com");
const household = await signedIn("household@example.com");

test.each([
  ["live connection", () => ask(admin, "POST", "/auth/event-token")],
  [
    "units of readings",
    () => ask(admin, "PUT", "/auth/profile/gauge-units", { pressure: "psig", temperature: "f", weight: "lb" }),
  ],
  ["scheduler", () => ask(admin, "GET", `/scheduling/days/${today}?view=week`)],
  ["load of the scheduler's days", () => ask(admin, "GET", `/scheduling/load?from=${today}&to=${today}`)],
  ["sign-up", person],
  ["customers and addresses", () => customers(admin)],
  ["equipment", () => equipment(admin)],
  ["inventory", () => inventory(admin)],
  ["purchasing", () => purchasing(admin)],
  ["issues", () => issues(admin)],
  ["code hosts", () => codeHosts(admin)],
  ["industry analysis", () => industryAnalysis(admin)],
  ["integrations", () => ask(admin, "POST", "/integrations/storage/test")],
  ["plans of a cohort", () => ask(admin, "GET", `/performance/plans?started=${today}`)],
  ["plans of a cohort as CSV", () => ask(admin, "GET", `/performance/plans/export?started=${today}`)],
  ["work of a week", () => ask(admin, "GET", `/performance/work?kind=created&week=${today}`)],
  ["work of a week as CSV", () => ask(admin, "GET", `/performance/work/export?kind=booked&week=${today}`)],
  ["jobs behind a figure", () => ask(admin, "GET", `/performance/jobs?from=${today}&to=${today}`)],
  ["payments received", () => ask(admin, "GET", `/payments-received?from=${today}&to=${today}`)],
  ["to-dos", () => todos(admin)],
  ["receipts", () => receipts(admin)],
  ["assistant", () => chat(admin)],
  ["designs", () => designs(admin)],
  ["knowledge graph", () => knowledgeGraph(admin)],
  ["support", () => support(household)],
  ["plans", () => plans(admin)],
  ["card payments", () => ask(admin, "GET", "/card-payments")],
  ["card payments as a file", () => ask(admin, "GET", "/card-payments/export")],
  ["messages", () => messages(admin)],
  ["visit pages", () => visitPages(admin)],
  ["two-step verification of Admins", () => secondStepRule(admin)],
  ["API keys", () => apiKeys(admin)],
  ["webhooks", () => webhooks(admin)],
  ["push devices", () => pushDevices(admin)],
  ["calendars", () => calendars(admin)],
  ["leads", () => leads(admin)],
  ["properties", () => sites(admin)],
  ["estimates", () => estimates(admin)],
  ["billing", () => billing(admin)],
  ["service types", () => serviceTypes(admin)],
  ["technicians", () => technicians(admin)],
  ["work orders", () => workOrders(admin)],
  ["spoken work orders", () => voice(admin)],
  ["a day reassigned", () => reassignedDay(admin)],
  ["money", () => money(household)],
  ["bank link", () => bankLink(household)],
  ["lists", () => lists({ admin, household, guest: worker.visitor() })],
])("the API works end to end: %s", async (_area, run) => {
  await run();
});

test.each(operations.filter(({ operation }) => !(operation.operationId in elsewhere)))(
  "$method $path responds as documented",
  ({ operation }) => {
    expect(succeeded.has(operation.operationId)).toBe(true);
  },
);

test.each(Object.entries(elsewhere))("%s is called in %s", (operationId, file) => {
  const { path = "" } = operations.find(({ operation }) => operation.operationId === operationId) ?? {};
  const literal = path.split("{")[0] ?? "";
  expect(readFileSync(file, "utf8")).toContain(literal);
});
