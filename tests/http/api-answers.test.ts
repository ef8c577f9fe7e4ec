import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { demoPassword, seedDemo } from "#drizzle/seed/demo";
import { apiDocument, findOperation } from "#tests/support/api-contract";
import { create, use } from "#tests/support/authenticator";
import { CARDS, cardPayments } from "#tests/support/card-payments";
import { importCsv, stageCsv } from "#tests/support/csv-upload";
import { type AttachmentJson, sendFile } from "#tests/support/issues";
import { linkToken } from "#tests/support/mailbox";
import { goodPassword } from "#tests/support/people";
import { jpegOf } from "#tests/support/pictures";
import type { Answer, Visitor } from "#tests/support/visitor";
import { testWorker } from "#tests/support/worker";
import { stepAt, totpCode } from "~/domain/auth/second-step/totp";
import { HOST_KINDS } from "~/domain/code-hosts/host";
import { simulatedTokens } from "~/domain/code-hosts/simulated";
import { simulatedPublicToken } from "~/domain/finance/bank-link/simulated";

// Every operation of the document succeeds here once; the visitor holds each answer against the document.
const worker = await testWorker();
const document = await apiDocument(worker.url);
const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, operation]) => ({ method: method.toUpperCase(), path, operation })),
);
const succeeded = new Set<string>();

/** Where the answer of what cannot be made here is held against the document. */
const elsewhere: Record<string, string> = {
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
  postOperationsRetries: "tests/http/operations.test.ts",
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
};

interface Made {
  id: string;
  version: number;
}

async function ask<T = Made>(by: Visitor, method: string, path: string, body?: unknown): Promise<T> {
  const answer = await by.send<T>(method, `/api${path}`, { body });
  return noted(method, path, answer);
}

function noted<T>(method: string, path: string, { status, json, text }: Answer<T>): T {
  const operation = findOperation(document, method, `/api${path.split("?")[0]}`);
  if (!operation || status >= 300) throw new Error(`${method} ${path} was answered ${status}: ${text.slice(0, 300)}`);
  succeeded.add(operation.operationId);
  return json;
}

async function signedIn(email: string, password = demoPassword): Promise<Visitor> {
  const visitor = worker.visitor();
  await ask(visitor, "POST", "/auth/login", { email, password });
  return visitor;
}

async function person() {
  const email = "new.person@example.com";
  const guest = worker.visitor();
  await ask(guest, "POST", "/auth/signup", { firstName: "Ada", lastName: "Byron", email, password: goodPassword });
  await ask(guest, "POST", "/auth/activate", { token: await linkToken(worker, email, "/auth/activate") });
  await ask(guest, "POST", "/auth/request-reset", { email });
  const token = await linkToken(worker, email, "/auth/reset");
  await ask(guest, "POST", "/auth/reset", { token, password: `${goodPassword}-2` });
  const again = await signedIn(email, `${goodPassword}-2`);
  await ask(again, "POST", "/auth/refresh");
  await secondStep(again, email, `${goodPassword}-2`);
  await passkeys(again, `${goodPassword}-2`);
  await ask(again, "POST", "/auth/deletion", { currentPassword: `${goodPassword}-2`, confirm: "DELETE" });
  await ask(again, "DELETE", "/auth/deletion");
  await ask(again, "POST", "/auth/sign-out");
}

async function secondStep(person: Visitor, email: string, password: string) {
  const { secret } = await ask<{ secret: string }>(person, "POST", "/auth/second-step", { currentPassword: password });
  const now = stepAt(Date.now());
  const { recoveryCodes } = await ask<{ recoveryCodes: string[] }>(person, "POST", "/auth/second-step/confirm", {
    code: await totpCode(secret, now),
  });
  const [first, second] = recoveryCodes;
  await ask(person, "GET", "/auth/second-step");
  const guest = worker.visitor();
  const { challenge } = await ask<{ challenge: string }>(guest, "POST", "/auth/login", { email, password });
  await ask(guest, "POST", "/auth/login/code/lost", { challenge });
  const token = await linkToken(worker, email, "/login/turn-off");
  await ask(guest, "POST", "/auth/second-step/remove", { token });
  await ask(person, "POST", "/auth/second-step/keep");
  await ask(guest, "POST", "/auth/login/code", { challenge, code: first });
  const change = { currentPassword: password, code: second };
  await ask(person, "POST", "/auth/second-step/recovery-codes", change);
  await ask(person, "POST", "/auth/second-step/turn-off", { ...change, code: await totpCode(secret, now + 1) });
}

async function passkeys(person: Visitor, currentPassword: string) {
  const { origin } = worker.url;
  const made = await ask<Prompt>(person, "POST", "/auth/passkeys/options", { currentPassword });
  const { passkey, response } = await create(made.options, { origin });
  const { id } = await ask(person, "POST", "/auth/passkeys", { token: made.token, name: "Phone", response });
  await ask(person, "GET", "/auth/passkeys");
  await ask(person, "PATCH", `/auth/passkeys/${id}`, { name: "Old phone" });
  const guest = worker.visitor();
  const { options, token } = await ask<Prompt>(guest, "POST", "/auth/login/passkey/options", {});
  await ask(guest, "POST", "/auth/login/passkey", { token, response: await use(passkey, options, { origin }) });
  const again = await ask<Prompt>(person, "POST", "/auth/proof/options");
  const answer = { token: again.token, response: await use(passkey, again.options, { origin }) };
  await ask(person, "POST", "/auth/proof", { passkey: answer });
  await ask(person, "POST", `/auth/passkeys/${id}/remove`, { currentPassword });
}

interface Prompt {
  options: { challenge: string; user: { id: string } };
  token: string;
}

const place = { line1: "1417 W Vliet St", city: "Milwaukee", state: "WI", postalCode: "53205" };

async function customers(admin: Visitor) {
  const { id, version } = await ask(admin, "POST", "/customers", { firstName: "Ana", lastName: "Moreau" });
  await ask(admin, "GET", `/customers/${id}`);
  await ask(admin, "PATCH", `/customers/${id}`, { version, notes: "Beware of the dog" });
  const address = await ask(admin, "POST", `/customers/${id}/addresses`, place);
  await ask(admin, "PATCH", `/addresses/${address.id}`, { version: address.version, label: "Home" });
  await ask(admin, "GET", `/addresses/${address.id}`);
  await ask(admin, "GET", `/addresses/${address.id}/formatted`);
  await ask(admin, "DELETE", `/addresses/${address.id}`);
  await ask(admin, "POST", "/addresses", place);
  await ask(admin, "POST", "/addresses/autocomplete", { query: "Milwau" });
  await ask(admin, "POST", "/addresses/verify", place);
  await ask(admin, "POST", "/addresses/search", { query: "Milwaukee" });
  await ask(admin, "GET", `/equipment/customer/${id}?includeRelations=true`);
  await ask(admin, "DELETE", `/customers/${id}`);
}

async function equipment(admin: Visitor) {
  const unit = await ask(admin, "POST", "/equipment", { equipmentName: "Attic", equipmentType: "furnace" });
  const at = `/equipment/${unit.id}`;
  const plate = new FormData();
  plate.set("text", "CARRIER SERIAL 4006A17330");
  await ask(admin, "POST", "/equipment/nameplate", plate);
  await ask(admin, "PATCH", at, { version: unit.version, notes: "Filter 16x20" });
  await ask(admin, "POST", `${at}/service-groups`, {
    name: "Circuit 1",
    refrigerant: "R-410A",
    chargeLb: 6.5,
    chargeBasis: "nameplate",
  });
  await ask(admin, "GET", `${at}/service-groups`);
  const plan = await ask(admin, "POST", `${at}/maintenance-plans`, {
    ...{ title: "Fall tune-up", startsOn: "2027-10-01", every: 1, unit: "year" },
  });
  await ask(admin, "GET", at);
  await ask(admin, "GET", `${at}/maintenance-plans`);
  await ask(admin, "POST", "/maintenance-plans/book");
  await ask(admin, "DELETE", `/maintenance-plans/${plan.id}`);
  await ask(admin, "DELETE", at);
}

async function voice(admin: Visitor) {
  const customer = await ask(admin, "POST", "/customers", { firstName: "Vera", lastName: "Lund" });
  await ask(admin, "POST", `/customers/${customer.id}/addresses`, place);
  const at = `/voice/sessions/${(await ask(admin, "POST", "/voice/sessions", { sessionType: "work_order_creation" })).id}`;
  const headers = { "content-type": "audio/wav" };
  const piece = `/api${at}/audio/0`;
  noted("PUT", `${at}/audio/0`, await admin.send("PUT", piece, { body: "RIFF0000WAVE", headers }));
  const words = new FormData();
  words.set("text", "No heat at Vera Lund's, bring two filters.");
  await ask(admin, "POST", `${at}/process`, words);
  const { version } = await ask(admin, "GET", `${at}/preview-actions`);
  await ask(admin, "PATCH", `${at}/drafts`, { version, index: 0, fields: { title: "No heat" } });
  const added = await ask<{ index: number }>(admin, "POST", `${at}/drafts`, { version });
  await ask(admin, "GET", `${at}/preview-actions`);
  await ask(admin, "DELETE", `${at}/drafts/${added.index}`);
  const drafts = [{ index: 0, title: "No heat", customerId: customer.id }];
  const made = await ask<{ workOrders: Made[] }>(admin, "POST", `${at}/create-work-order`, { version, drafts });
  const recordings = `/work-orders/${made.workOrders[0]?.id}/recordings`;
  const [recording] = (await ask<{ items: Made[] }>(admin, "GET", recordings)).items;
  await ask(admin, "GET", `${recordings}/${recording?.id}/audio`);
  const workOrderId = made.workOrders[0]?.id;
  const onJob = await ask(admin, "POST", "/voice/sessions", { sessionType: "job_commands", workOrderId });
  const note = new FormData();
  note.set("text", "Note that the gate is locked.");
  await ask(admin, "POST", `/voice/sessions/${onJob.id}/process`, note);
  await ask(admin, "PATCH", `/voice/sessions/${onJob.id}/commands`, {
    version: 1,
    index: 0,
    fields: { text: "Locked" },
  });
  const commands = [{ index: 0, kind: "note", note: "The gate is locked" }];
  await ask(admin, "POST", `/voice/sessions/${onJob.id}/apply`, { version: 1, commands });
  await ask(admin, "GET", `/voice/sessions/${onJob.id}`);
  await ask(admin, "GET", at);
  const idle = await ask(admin, "POST", "/voice/sessions", { sessionType: "work_order_creation" });
  await ask(admin, "DELETE", `/voice/sessions/${idle.id}`);
}

async function codeHosts(admin: Visitor) {
  for (const host of HOST_KINDS) {
    const [token] = simulatedTokens(host, "answers");
    await ask(admin, "POST", `/${host}/token`, { token: token?.token });
    await ask(admin, "GET", `/${host}/profile`);
    await ask(admin, "GET", `/${host}/repos`);
    await ask(admin, "DELETE", `/${host}/token`);
  }
}

async function apiKeys(admin: Visitor) {
  const input = { name: "Website", permissions: ["customers.read"], expires: "never", currentPassword: demoPassword };
  const { id } = await ask(admin, "POST", "/api-keys", input);
  await ask(admin, "GET", "/api-keys");
  await ask(admin, "DELETE", `/api-keys/${id}`);
}

async function webhooks(admin: Visitor) {
  // Nothing listens there: what is answered here needs nobody who does.
  const url = "http://127.0.0.1:9/hook";
  const input = { url, events: ["customer.created"], currentPassword: demoPassword };
  const { id } = await ask(admin, "POST", "/webhook-endpoints", input);
  await ask(admin, "GET", "/webhook-endpoints");
  const { id: deliveryId } = await ask(admin, "POST", `/webhook-endpoints/${id}/test`);
  await ask(admin, "GET", `/webhook-endpoints/${id}/deliveries`);
  await ask(admin, "GET", `/webhook-endpoints/${id}/deliveries/${deliveryId}`);
  await ask(admin, "POST", `/webhook-endpoints/${id}/deliveries/${deliveryId}/send-again`);
  await ask(admin, "POST", `/webhook-endpoints/${id}/rotate-secret`, { currentPassword: demoPassword });
  const { version } = await ask(admin, "GET", `/webhook-endpoints/${id}`);
  await ask(admin, "PATCH", `/webhook-endpoints/${id}`, { version, description: "Reports" });
  await ask(admin, "DELETE", `/webhook-endpoints/${id}`);
}

async function secondStepRule(admin: Visitor) {
  await ask(admin, "PUT", "/auth/second-step/rule", { required: false, currentPassword: demoPassword });
  await ask(admin, "GET", "/auth/second-step/rule");
}

async function calendars(admin: Visitor) {
  const { id } = await ask(admin, "POST", "/calendar-feeds", { kind: "maintenance" });
  await ask(admin, "GET", "/calendar-feeds");
  await ask(admin, "DELETE", `/calendar-feeds/${id}`);
}

async function sites(admin: Visitor) {
  const { items } = await ask<{ items: { id: string; number: number }[] }>(admin, "GET", "/sites?limit=1");
  const at = `/sites/${items[0]?.number}`;
  const { version } = await ask(admin, "GET", at);
  await ask(admin, "PATCH", at, { occupancy: "vacant", version });
  await ask(admin, "PUT", `${at}/access`, { gateCode: "4471", version: version + 1 });
  await ask(admin, "GET", `${at}/access`);
  const person = await ask(admin, "POST", `${at}/people`, { role: "tenant", name: "Kim Lee" });
  await ask(admin, "PATCH", `${at}/people/${person.id}`, { role: "contact", name: "Kim Lee", version: 1 });
  await ask(admin, "DELETE", `${at}/people/${person.id}`);
  for (const list of ["visits", "history", "photos"]) await ask(admin, "GET", `${at}/${list}`);
  const form = new FormData();
  form.set("photo", new File([jpegOf(40, 30)], "gate.jpg", { type: "image/jpeg" }));
  const photo = noted<Made>("POST", `${at}/photos`, await admin.send("POST", `/api${at}/photos`, { body: form }));
  noted("GET", `${at}/photos/${photo.id}`, await admin.send("GET", `/api${at}/photos/${photo.id}`, {}));
  await ask(admin, "DELETE", `${at}/photos/${photo.id}`);
}

async function receipts(admin: Visitor) {
  const form = new FormData();
  form.set("picture", new File([jpegOf(40, 60)], "receipt.jpg", { type: "image/jpeg" }));
  const { id } = noted<Made>("POST", "/receipts", await admin.send("POST", "/api/receipts", { body: form }));
  const at = `/receipts/${id}`;
  await ask(admin, "GET", "/receipts");
  await ask(admin, "GET", at);
  noted("GET", `${at}/picture`, await admin.send("GET", `/api${at}/picture`, {}));
  await ask(admin, "POST", "/receipts/read-text", { text: "Ferguson\nTotal 4.00" });
  await ask(admin, "PUT", at, { merchant: "Ferguson", boughtOn: "2026-11-03", total: 4, tax: 0.2, version: 1 });
  noted("GET", "/receipts/export", await admin.send("GET", "/api/receipts/export?month=2026-11", {}));
  await ask(admin, "DELETE", at);
}

async function todos(admin: Visitor) {
  const { id, version } = await ask(admin, "POST", "/todos", { title: "Call back", dueOn: today, repeatUnit: "week" });
  const at = `/todos/${id}`;
  await ask(admin, "POST", "/todos/quick", { text: "call Ortega tomorrow 9" });
  await ask(admin, "GET", at);
  await ask(admin, "PUT", at, { title: "Call back today", dueOn: today, version });
  await ask(admin, "POST", `${at}/complete`);
  await ask(admin, "POST", `${at}/reopen`);
  await ask(admin, "DELETE", at);
  await ask(admin, "POST", `${at}/restore`);
}

async function plans(by: Visitor) {
  await ask(by, "GET", "/plans/household");
  await ask(by, "POST", "/plans/household/upgrade", { period: "month" });
  await ask(by, "POST", "/plans/business/cancel");
  await ask(by, "POST", "/plans/business/keep");
  await ask(by, "POST", "/plans/business/portal");
  await ask(by, "POST", "/plans/business/period", { period: "year" });
  const [invoice] = (await ask<{ items: Made[] }>(by, "GET", "/plans/business/invoices")).items;
  await ask(by, "GET", `/plan-invoices/${invoice?.id}/pdf`);
}

async function support(household: Visitor) {
  const [one] = (await ask<{ items: Made[] }>(household, "GET", "/support/messages?state=answered")).items;
  const at = `/support/messages/${one?.id}`;
  await ask(household, "GET", at);
  await ask(household, "POST", `${at}/replies`, { body: "Thank you for writing." });
  await ask(household, "PUT", `${at}/state`, { state: "closed" });
}

async function chat(admin: Visitor) {
  const answer = await admin.post<never>("/api/chat/questions", { text: "remind me to call Ortega tomorrow 9" });
  const events = answer.text.split("\n\n").filter(Boolean);
  const last = JSON.parse((events.at(-1) ?? "").split("data: ")[1] ?? "{}");
  const { conversationId } = JSON.parse((events[0] ?? "").split("data: ")[1] ?? "{}");
  const at = `/chat/conversations/${conversationId}`;
  const { token } = last.answer.proposal;
  await ask(admin, "POST", "/chat/proposals/confirm", { token });
  const second = await admin.post<never>("/api/chat/questions", { text: "remind me to wash the van", conversationId });
  const other = JSON.parse((second.text.split("\n\n").filter(Boolean).at(-1) ?? "").split("data: ")[1] ?? "{}");
  await ask(admin, "POST", "/chat/proposals/decline", { token: other.answer.proposal.token });
  await ask(admin, "GET", at);
  await ask(admin, "DELETE", at);
  await ask(admin, "DELETE", "/chat/conversations?about=household");
}

async function industryAnalysis(admin: Visitor) {
  const industries = ["238220", "238210"];
  await ask(admin, "POST", "/open-ai/analyze-industries", { industries });
  const { id } = await ask<Made>(admin, "POST", "/industry-analyses", { title: "The trades", industries });
  const at = `/industry-analyses/${id}`;
  await ask(admin, "GET", at);
  await ask(admin, "GET", `${at}/export?format=csv`);
  await ask(admin, "PATCH", at, { title: "Our trades", version: 1 });
  await ask(admin, "DELETE", at);
  await ask(admin, "POST", `${at}/restore`);
}

async function designs(admin: Visitor) {
  const { items } = await ask<{ items: { id: string }[] }>(admin, "GET", "/sites");
  const body = { title: "Upstairs", template: "split_system", siteAddressId: items[0]?.id };
  const made = await ask<Made & { layout: object }>(admin, "POST", "/designs", body);
  const [at, { layout }] = [`/designs/${made.id}`, made];
  await ask(admin, "GET", "/designs");
  await ask(admin, "POST", "/designs/check", { layout });
  await ask(admin, "GET", at);
  await ask(admin, "PUT", at, { ...body, layout, version: 1 });
  await ask(admin, "POST", `${at}/copy`);
  await ask(admin, "GET", `${at}/versions`);
  await ask(admin, "GET", `${at}/versions/1`);
  await ask(admin, "POST", `${at}/restore-version`, { from: 1, version: 2 });
  await ask(admin, "POST", `${at}/estimate`);
  await ask(admin, "GET", `${at}/picture`);
  await ask(admin, "GET", `${at}/pdf`);
  await ask(admin, "DELETE", at);
  await ask(admin, "POST", `${at}/restore`);
}

async function knowledgeGraph(admin: Visitor) {
  const { items } = await ask<{ items: { id: string }[] }>(admin, "GET", "/customers");
  const { items: parts } = await ask<{ items: { id: string }[] }>(admin, "GET", "/inventory/items");
  const [at, key] = [`/knowledge-graph/records/customer/${items[0]?.id}`, `customer:${items[0]?.id}`];
  await ask(admin, "GET", `/knowledge-graph?from=${key}`);
  await ask(admin, "GET", "/knowledge-graph/search?q=Oak");
  await ask(admin, "GET", `/knowledge-graph/way?from=${key}&to=part:${parts[0]?.id}`);
  await ask(admin, "GET", at);
  await ask(admin, "GET", `${at}/neighbors?relation=customer-jobs`);
  await ask(admin, "GET", `/knowledge-graph/parts/${parts[0]?.id}/uses`);
}

async function messages(admin: Visitor) {
  const { items } = await ask<{ items: { id: string; kind: string }[] }>(admin, "GET", "/threads");
  const direct = items.find(({ kind }) => kind === "direct")?.id;
  const { readers } = await ask<{ readers: Made[] }>(admin, "GET", `/threads/${direct}`);
  const { id } = await ask(admin, "POST", "/threads", { people: readers.map((each) => each.id), title: "Roof job" });
  const at = `/threads/${id}`;
  const said = await ask<{ seq: number }>(admin, "POST", `${at}/messages`, { body: "Is the lift back?" });
  await ask(admin, "GET", `${at}/messages`);
  await ask(admin, "GET", `${at}/export`);
  await ask(admin, "PUT", `${at}/read`, { seq: said.seq });
  await ask(admin, "GET", "/messages?q=lift");
  await ask(admin, "GET", "/messages/export?q=lift");
  await ask(admin, "POST", `${at}/close`);
  await ask(admin, "POST", `${at}/reopen`);
  const photo = new FormData();
  photo.set("photo", new Blob([jpegOf(4, 3)], { type: "image/jpeg" }), "photo.jpg");
  const sent = await ask(admin, "POST", `${at}/photos`, photo);
  await ask(admin, "GET", `${at}/photos/${sent.id}`);
  await ask(admin, "POST", "/work-orders/WO-001/thread");
  const customer = await ask(admin, "POST", "/work-orders/WO-001/customer-thread");
  await ask(admin, "POST", `/threads/${customer.id}/templates`);
  await ask(admin, "POST", `/threads/${customer.id}/customer-messages`, { channel: "page", body: "See you at nine" });
  await ask(admin, "PUT", `/threads/${customer.id}/assignee`, { assigneeId: null });
  await ask(admin, "PUT", `/threads/${customer.id}/consent`, { channel: "mail", allowed: true });
  await ask(admin, "POST", "/work-orders/WO-001/visit-page");
  await ask(admin, "DELETE", "/work-orders/WO-001/visit-page");
  const { templates } = await ask<{ templates: object }>(admin, "GET", "/message-settings");
  await ask(admin, "PUT", "/message-settings", { version: 0, quietFrom: "21:00", quietTo: "08:00", templates });
}

async function leads(admin: Visitor) {
  const lead = { name: "Ana Ortega", phone: "4145551007", need: "New furnace" };
  const { id } = await ask(admin, "POST", "/leads", lead);
  const at = `/leads/${id}`;
  await ask(admin, "GET", at);
  await ask(admin, "GET", "/leads/board");
  await ask(admin, "GET", "/leads/report");
  await ask(admin, "GET", "/lead-form");
  await ask(admin, "PUT", "/lead-form", { heading: "Ask us", thanks: "Thank you.", enabled: true, version: 0 });
  await ask(admin, "GET", "/leads/similar?phone=4145551007");
  await ask(admin, "POST", `${at}/stage`, { stage: "contacted", version: 1 });
  await ask(admin, "PUT", at, { ...lead, value: 4200, version: 2 });
  await ask(admin, "POST", `${at}/notes`, { text: "Left a message" });
  await ask(admin, "POST", `${at}/lose`, { reason: "price", version: 3 });
  await ask(admin, "DELETE", at);
  await ask(admin, "POST", `${at}/restore`);
}

async function estimates(admin: Visitor) {
  const place = { line1: "3318 N Oakland Ave", city: "Milwaukee", state: "WI", postalCode: "53211" };
  const fields = { name: "Gil Stern", phone: "4145551099", need: "New furnace", place };
  const lead = await ask(admin, "POST", "/leads", fields);
  const content = {
    ...{ title: "New furnace", validUntil: "2090-01-31", taxState: "exempt", taxNote: "Resale" },
    options: [{ name: "Good", lines: [{ description: "Furnace", quantity: 1, unitPrice: 3000 }] }],
  };
  const mail = { subject: "Your estimate", message: "Have a look." };
  const open = async () => {
    const { id, version } = await ask(admin, "POST", "/estimates", { leadId: lead.id });
    const saved = await ask(admin, "PUT", `/estimates/${id}`, { ...content, version });
    const made = { ...mail, version: saved.version };
    return ask<Made & { url: string; documentHash: string }>(admin, "POST", `/estimates/${id}/send`, made);
  };
  const [one, two] = [await open(), await open()];
  await ask(admin, "GET", "/estimates");
  await ask(admin, "GET", `/estimates/${one.id}`);
  await ask(admin, "POST", `/estimates/${one.id}/withdraw`);
  const next = await ask(admin, "POST", `/estimates/${one.id}/revise`);
  await ask(admin, "DELETE", `/estimates/${next.id}`);
  const guest = worker.visitor();
  const third = await open();
  await ask(guest, "POST", `/signed/estimates/${third.url.split("/").at(-1)}/decline`, { reason: "Price" });
  const signed = `/signed/estimates/${two.url.split("/").at(-1)}`;
  await ask(guest, "GET", signed);
  const answer = { option: 1, signerName: "Gil Stern", agreed: true, documentHash: two.documentHash };
  await ask(guest, "POST", `${signed}/approve`, answer);
  await ask(admin, "POST", `/estimates/${two.id}/convert`);
  await ask(admin, "POST", `/estimates/${two.id}/undo-conversion`);
  await ask(admin, "POST", `/leads/${lead.id}/convert`, {});
  await ask(admin, "POST", `/leads/${lead.id}/undo-conversion`);
  await ask(admin, "POST", `/estimates/${two.id}/revoke-links`);
}

async function issues(admin: Visitor) {
  const label = await ask(admin, "POST", "/issues/labels", { name: "Noise", color: "#aa5500" });
  await ask(admin, "PATCH", `/issues/labels/${label.id}`, { version: label.version, color: "#aa5501" });
  const { id, version } = await ask(admin, "POST", "/issues", { title: "Fan rattles", labelIds: [label.id] });
  const at = `/issues/${id}`;
  await ask(admin, "GET", at);
  await ask(admin, "PATCH", at, { version, priority: "high" });
  const comment = await ask(admin, "POST", `${at}/comments`, { body: "Here too" });
  await ask(admin, "GET", `${at}/comments`);
  await ask(admin, "PATCH", `${at}/comments/${comment.id}`, { version: 1, body: "Here as well" });
  await ask(admin, "DELETE", `${at}/comments/${comment.id}`);
  const file = noted<AttachmentJson>(
    "POST",
    `${at}/attachments`,
    await sendFile(admin, id, { name: "a.txt", bytes: Buffer.from("a") }),
  );
  await ask(admin, "GET", `${at}/attachments`);
  noted("GET", `${at}/attachments/${file.id}`, await admin.get(`/api${at}/attachments/${file.id}`));
  await ask(admin, "DELETE", `${at}/attachments/${file.id}`);
  await ask(admin, "POST", `${at}/attachments/${file.id}/restore`);
  const at2 = "/issues/states";
  const state = await ask(admin, "POST", at2, { name: "Parts ordered", kind: "open", color: "#aa5500" });
  await ask(admin, "PATCH", `${at2}/${state.id}`, { version: state.version, color: "#aa5501" });
  const states = await ask<{ items: Made[] }>(admin, "GET", at2);
  await ask(admin, "PUT", `${at2}/order`, { ids: states.items.map((one) => one.id).toReversed() });
  await ask(admin, "DELETE", `${at2}/${state.id}?replacement=todo`);
  const project = await ask(admin, "POST", "/issues/projects", { name: "Roofs" });
  await ask(admin, "PUT", `/issues/projects/${project.id}`, { name: "Roofs", archived: true, version: 1 });
  await ask(admin, "GET", "/issues/projects");
  const milestone = await ask(admin, "POST", "/issues/milestones", { name: "Spring", dueOn: "2027-03-20" });
  await ask(admin, "PATCH", `/issues/milestones/${milestone.id}`, { version: 1, closed: true });
  await ask(admin, "GET", "/issues/milestones");
  await ask(admin, "DELETE", `/issues/milestones/${milestone.id}`);
  const view = await ask(admin, "POST", "/issues/views", { name: "Hot ones", query: "priority=urgent" });
  await ask(admin, "PATCH", `/issues/views/${view.id}`, { version: 1, shared: true });
  await ask(admin, "PUT", "/issues/views/default", { viewId: view.id });
  await ask(admin, "GET", "/issues/views");
  await ask(admin, "DELETE", `/issues/views/${view.id}`);
  await ask(admin, "POST", "/issues/bulk", { issues: [{ id }], change: { priority: "low" } });
  await ask(admin, "DELETE", at);
  await ask(admin, "GET", "/issues/trash");
  await ask(admin, "POST", `${at}/restore`);
  await ask(admin, "DELETE", `/issues/labels/${label.id}`);
}

async function purchasing(admin: Visitor) {
  const supplier = await ask(admin, "POST", "/inventory/suppliers", { name: "Counter Supply" });
  const at = `/inventory/suppliers/${supplier.id}`;
  await ask(admin, "GET", at);
  await ask(admin, "PATCH", at, { version: supplier.version, leadTimeDays: 3 });
  const item = await ask(admin, "POST", "/inventory/items", {
    ...{ sku: "BOUGHT-1", name: "Contactor", primaryCategory: "PARTS", baseUnit: "EA" },
  });
  await ask(admin, "PUT", `${at}/items/${item.id}`, { partNumber: "4711", price: 14.65, preferred: true });
  await ask(admin, "GET", `${at}/items`);
  await ask(admin, "GET", `/inventory/items/${item.id}/suppliers`);
  const place = await ask(admin, "POST", "/inventory/locations", { name: "Dock", type: "warehouse" });
  const lines = [{ itemId: item.id, locationId: place.id, quantity: 4 }];
  const order = await ask(admin, "POST", "/inventory/purchase-orders", { supplierId: supplier.id, lines });
  const orderAt = `/inventory/purchase-orders/${order.id}`;
  await ask(admin, "PUT", orderAt, { supplierId: supplier.id, lines, note: "Call first", version: 1 });
  await ask(admin, "GET", "/inventory/purchase-orders");
  await ask(admin, "POST", `${orderAt}/place`, { way: "phone", version: 2 });
  const mail = { to: "counter@example.com", subject: "Our order", message: "Please confirm.", version: 3 };
  await ask(admin, "POST", `${orderAt}/send`, mail);
  await ask(admin, "GET", `${orderAt}/pdf`);
  await ask(admin, "POST", `${orderAt}/receive`, { version: 4, lines: [{ position: 1, quantity: 1 }] });
  await ask(admin, "POST", `${orderAt}/cancel`, { version: 5, reason: "Discontinued" });
  await ask(admin, "GET", orderAt);
  await ask(admin, "GET", "/inventory/reorder");
  const reorder = { locationId: place.id, lines: [{ itemId: item.id, quantity: 3 }] };
  const [drafted] = (await ask<{ ids: string[] }>(admin, "POST", "/inventory/reorder", reorder)).ids;
  await ask(admin, "DELETE", `/inventory/purchase-orders/${drafted}`);
  await ask(admin, "DELETE", `${at}/items/${item.id}`);
}

async function inventory(admin: Visitor) {
  const item = await ask(admin, "POST", "/inventory/items", {
    ...{ sku: "CAP-1", name: "Capacitor", primaryCategory: "PARTS", baseUnit: "EA" },
  });
  const imported = {
    rows: [{ line: 2, cells: { sku: "IMP-1", name: "Igniter", primaryCategory: "Parts", baseUnit: "EA" } }],
  };
  await ask(admin, "POST", "/inventory/items/import/preview", imported);
  await ask(admin, "POST", "/inventory/items/import", imported);
  await ask(admin, "GET", "/inventory/items/sku/cap-1");
  await ask(admin, "GET", "/inventory/items/export?active=true");
  await ask(admin, "GET", `/inventory/items/${item.id}`);
  await ask(admin, "PATCH", `/inventory/items/${item.id}`, { version: item.version, unitCost: 12.5 });
  const location = await ask(admin, "POST", "/inventory/locations", { name: "Annex", type: "warehouse" });
  await ask(admin, "GET", `/inventory/locations/${location.id}`);
  await ask(admin, "PATCH", `/inventory/locations/${location.id}`, { version: location.version, capacity: 500 });
  const at = { itemId: item.id, locationId: location.id };
  await ask(admin, "POST", "/inventory/movements", { kind: "receipt", lines: [{ ...at, quantity: 4 }] });
  const typo = { name: "Typo", primaryCategory: "PARTS", baseUnit: "EA" };
  const mistaken = await ask(admin, "POST", "/inventory/items", { ...typo, sku: "CAP-TYPO" });
  await ask(admin, "DELETE", `/inventory/items/${mistaken.id}`);
  const nowhere = await ask(admin, "POST", "/inventory/locations", { name: "Typo", type: "warehouse" });
  await ask(admin, "DELETE", `/inventory/locations/${nowhere.id}`);
  await ask(admin, "GET", `/inventory/items/${item.id}/stock`);
  await ask(admin, "GET", `/inventory/items/${item.id}/history`);
  const picture = new FormData();
  picture.set("picture", new Blob([jpegOf(4, 3)], { type: "image/jpeg" }), "part.jpg");
  await ask(admin, "PUT", `/inventory/items/${item.id}/picture`, picture);
  await ask(admin, "GET", `/inventory/items/${item.id}/picture`);
  await ask(admin, "DELETE", `/inventory/items/${item.id}/picture`);
  await ask(admin, "GET", "/inventory/stock?asOf=2027-01-01T00:00:00Z");
  await ask(admin, "GET", `/inventory/items/${item.id}/nearest?workOrderId=WO-001`);
  const { items } = await ask<{ items: Made[] }>(admin, "GET", `/inventory/movements?itemId=${item.id}`);
  const reservation = await ask(admin, "POST", "/inventory/reservations", { ...at, quantity: 1 });
  await ask(admin, "GET", `/inventory/reservations/${reservation.id}`);
  await ask(admin, "POST", `/inventory/reservations/${reservation.id}/release`);
  await ask(admin, "POST", "/inventory/movements", { kind: "receipt", lines: [{ ...at, quantity: 1 }] });
  const used = await ask(admin, "POST", "/inventory/reservations", { ...at, quantity: 1 });
  await ask(admin, "POST", `/inventory/reservations/${used.id}/fulfill`, { quantity: 1 });
  const van = await ask(admin, "POST", "/inventory/locations", { name: "Van", type: "truck" });
  const ofVan = `/inventory/locations/${van.id}`;
  await ask(admin, "PUT", `${ofVan}/levels/${item.id}`, { minStockLevel: 1, maxStockLevel: 2 });
  await ask(admin, "GET", `${ofVan}/stock`);
  await ask(admin, "GET", `${ofVan}/restock?fromLocationId=${location.id}`);
  await ask(admin, "POST", `${ofVan}/restock`, { fromLocationId: location.id });
  await ask(admin, "POST", `/inventory/locations/${location.id}/levels/copy`, { fromLocationId: van.id });
  await ask(admin, "DELETE", `${ofVan}/levels/${item.id}`);
  const count = await ask(admin, "POST", "/inventory/counts", { locationId: location.id });
  const counted = `/inventory/counts/${count.id}`;
  await ask(admin, "GET", counted);
  await ask(admin, "GET", `${counted}/lines`);
  const line = await ask(admin, "POST", `${counted}/lines`, { code: "cap-1" });
  await ask(admin, "PUT", `${counted}/lines/${line.id}`, { quantity: 4, version: line.version });
  await ask(admin, "POST", `${counted}/post`);
  const another = await ask(admin, "POST", "/inventory/counts", { locationId: location.id, scope: "empty" });
  await ask(admin, "POST", `/inventory/counts/${another.id}/cancel`);
  await ask(admin, "GET", `/inventory/movements/${items[0]?.id}`);
  await expiredLot(admin, { itemId: item.id, locationId: location.id });
  await ask(admin, "POST", `/inventory/movements/${items[0]?.id}/reverse`, { note: "Entered twice" });
}

async function billing(admin: Visitor) {
  const { version } = await ask(admin, "GET", "/billing/settings");
  await ask(admin, "PUT", "/billing/settings", {
    ...{ version, effectiveFrom: "2026-01-01", laborRate: 140, roundingMinutes: 15, minimumCharge: 0, tripCharge: 49 },
    ...{ partsPricing: "markup", partsMarkup: 55, termsDays: 15 },
  });
  const rate = await ask(admin, "POST", "/billing/tax-rates", {
    ...{ name: "Iowa", state: "IA", rate: 6, effectiveFrom: "2026-01-01" },
  });
  await ask(admin, "POST", `/billing/tax-rates/${rate.id}/end`, { endsOn: "2026-12-31" });
  const customer = await ask(admin, "POST", "/customers", { firstName: "Mona", lastName: "Reyes" });
  const address = await ask(admin, "POST", `/customers/${customer.id}/addresses`, place);
  const job = await ask(admin, "POST", "/work-orders", {
    ...{ title: "No heat", customerId: customer.id, siteAddressId: address.id },
  });
  await ask(admin, "GET", `/work-orders/${job.id}/billing-preview`);
  const money = { amount: 20, method: "cash", receivedOn: "2026-11-01" };
  await ask(admin, "POST", "/payments", { ...money, customerId: customer.id });
  const atDeposits = `/work-orders/${job.id}/deposit-requests`;
  const deposit = await ask(admin, "POST", atDeposits, { amount: 50, to: "mona@example.com" });
  await ask(admin, "POST", `/deposit-requests/${deposit.id}/send`, { to: "mona@example.com", version: 1 });
  await ask(admin, "GET", `/deposit-requests/${deposit.id}`);
  await ask(admin, "POST", `/deposit-requests/${deposit.id}/withdraw`);
  await ask(admin, "GET", atDeposits);
  const made = await ask(admin, "POST", `/work-orders/${job.id}/invoices`);
  const draft = {
    ...{ termsDays: 15, taxState: "exempt", taxNote: "Resale" },
    lines: [{ description: "Igniter", unitPrice: 100 }],
  };
  const issue = async (id: string) => {
    const put = await ask(admin, "PUT", `/invoices/${id}`, { ...draft, version: 1 });
    return ask(admin, "POST", `/invoices/${id}/issue`, { version: put.version });
  };
  const now = () => ask(admin, "GET", `/invoices/${made.id}`);
  await issue(made.id);
  await ask(admin, "POST", `/invoices/${made.id}/apply-credit`, { version: (await now()).version });
  const { paymentId } = await ask<{ paymentId: string }>(admin, "POST", `/invoices/${made.id}/payments`, {
    ...{ ...money, version: (await now()).version },
  });
  await ask(admin, "POST", `/payments/${paymentId}/refunds`, {
    ...{ amount: 5, method: "cash", refundedOn: "2026-11-02", reason: "Goodwill" },
  });
  const cards = cardPayments(worker, { manager: admin, site: { customerId: customer.id } });
  await cards.told(await cards.begin(await cards.link(made.id), "1"), { op: "pay", card: CARDS.good });
  const [card] = (await ask<{ cardPayments: { id: string }[] }>(admin, "GET", `/invoices/${made.id}`)).cardPayments;
  await ask(admin, "POST", `/payments/${card?.id}/card-refunds`, { amount: 1, reason: "Goodwill" });
  await ask(admin, "POST", `/invoices/${made.id}/credit`, {
    ...{ version: (await now()).version, reason: "Returned", lines: [{ position: 1, amount: 10 }] },
  });
  const again = await ask(admin, "POST", `/invoices/${made.id}/correct`, {
    ...{ version: (await now()).version, reason: "Wrong part" },
  });
  await ask(admin, "POST", `/invoices/${again.id}/void`, {
    ...{ version: (await issue(again.id)).version, reason: "Twice" },
  });
  const mail = { to: "mona@example.com", subject: "Credit note", message: "Here it is." };
  await ask(admin, "POST", `/invoices/${again.id}/send`, mail);
  await ask(admin, "GET", `/customers/${customer.id}/statement`);
  await ask(admin, "POST", `/customers/${customer.id}/statement/send`, mail);
  const rules = { enabled: false, firstAfterDays: 3, everyDays: 7, maxCount: 3, version: 0 };
  await ask(admin, "PUT", "/billing/reminders", rules);
  await ask(admin, "GET", "/billing/reminders");
  await ask(admin, "PUT", `/customers/${customer.id}/reminders`, { paused: true });
  await ask(admin, "GET", "/invoices/reminders");
  await ask(admin, "POST", "/invoices/reminders", { invoiceIds: [again.id] });
  await ask(admin, "GET", "/invoices?state=void");
  await ask(admin, "GET", "/invoices/aging");
  await ask(admin, "GET", "/invoices/aging/customers?asOf=2026-01-31&sortBy=total");
  await ask(admin, "GET", "/invoices/aging/export");
  await ask(admin, "GET", "/invoices/export?file=invoices&from=2026-01-01&to=2026-12-31");
  await ask(admin, "DELETE", `/invoices/${(await ask(admin, "POST", "/invoices", { customerId: customer.id })).id}`);
}

async function serviceTypes(admin: Visitor) {
  await ask(admin, "POST", "/service-types/starter");
  const type = await ask(admin, "POST", "/service-types", { name: "Duct test", category: "inspection" });
  const at = `/service-types/${type.id}`;
  const first = await ask(admin, "POST", `${at}/tasks`, { title: "Look" });
  const second = await ask(admin, "POST", `${at}/tasks`, { title: "Measure" });
  await ask(admin, "POST", `${at}/tasks/reorder`, { tasks: [second.id, first.id] });
  const { version } = await ask(admin, "GET", `/service-tasks/${first.id}`);
  await ask(admin, "PATCH", `/service-tasks/${first.id}`, { version, title: "Look closely" });
  await ask(admin, "GET", `${at}/tasks`);
  await ask(admin, "GET", `${at}/tasks/active`);
  await ask(admin, "GET", `${at}/tasks/next-sequence`);
  await ask(admin, "GET", "/service-tasks/by-skills?skills=HVAC");
  await ask(admin, "DELETE", `/service-tasks/${first.id}`);
  await ask(admin, "DELETE", `/service-tasks/${second.id}/hard`);
  const now = await ask(admin, "GET", at);
  await ask(admin, "PATCH", at, { version: now.version, name: "Duct leakage test" });
  await ask(admin, "DELETE", at);
}

async function technicians(admin: Visitor) {
  const names = { firstName: "Mia", lastName: "Stone" };
  const { id, version } = await ask(admin, "POST", "/technicians", { ...names, email: "mia.stone@example.com" });
  await ask(admin, "PUT", `/technicians/${id}`, { version, phone: "(414) 555-0142" });
  const off = await ask(admin, "POST", `/technicians/${id}/time-off`, { from: "2027-03-01", reason: "vacation" });
  await ask(admin, "GET", `/technicians/${id}`);
  await ask(admin, "GET", `/technicians/${id}/workload`);
  await ask(admin, "DELETE", `/technicians/${id}/time-off/${off.id}`);
  const holiday = await ask(admin, "POST", "/technicians/holidays", { name: "Labor Day", from: "2027-09-06" });
  await ask(admin, "GET", "/technicians/holidays");
  await ask(admin, "DELETE", `/technicians/holidays/${holiday.id}`);
  await ask(admin, "GET", "/technicians/search?skills=HVAC");
  const invited = await ask(admin, "POST", "/technicians/invite", { email: "lee.park@example.com", ...names });
  await ask(admin, "GET", "/technicians/invitations/pending");
  await ask(admin, "POST", `/technicians/invitations/${invited.id}/resend`);
  // The first one ends when it is sent again.
  const token = await linkToken(worker, "lee.park@example.com", "invitation", 2);
  const guest = worker.visitor();
  await ask(guest, "POST", "/auth/validate-invitation", { token });
  await ask(guest, "POST", "/auth/accept-invitation", { token, ...names, password: goodPassword });
  const other = await ask(admin, "POST", "/technicians/invite", { email: "kim.roe@example.com", ...names });
  await ask(admin, "POST", `/technicians/invitations/${other.id}/cancel`);
  await ask(admin, "POST", "/technicians/me");
}

async function workOrders(admin: Visitor) {
  const crew = await ask<{ items: Made[] }>(admin, "GET", "/technicians");
  const technicianId = crew.items[0]?.id;
  const customer = await ask(admin, "POST", "/customers", {
    firstName: "Noor",
    lastName: "Haddad",
    addresses: [place],
  });
  const job = { title: "No heat", customerId: customer.id };
  const { id } = await ask(admin, "POST", "/work-orders", job);
  const at = `/work-orders/${id}`;
  const version = async () => (await ask(admin, "GET", at)).version;
  await ask(admin, "PATCH", at, { version: await version(), title: "No heat upstairs" });
  await ask(admin, "PUT", `${at}/schedule`, { version: await version(), technicianId, start: "2027-03-02T15:00:00Z" });
  await ask(admin, "GET", `${at}/suggested-slots`);
  await ask(admin, "DELETE", `${at}/schedule`);
  await ask(admin, "PATCH", `${at}/status`, { status: "cancelled", cancelReason: "customer" });
  for (const what of ["", "/durations"]) await ask(admin, "GET", `${at}/status-history${what}`);
  await ask(admin, "GET", `${at}/status-distribution`);
  const note = await ask(admin, "POST", `${at}/notes`, { body: "Call first" });
  await ask(admin, "GET", `${at}/notes`);
  await ask(admin, "GET", `${at}/notes/customer-visible`);
  await ask(admin, "GET", `${at}/notes/${note.id}`);
  await ask(admin, "PATCH", `${at}/notes/${note.id}`, { body: "Call before", version: note.version });
  await ask(admin, "DELETE", `${at}/notes/${note.id}`);
  const open = await ask(admin, "POST", "/work-orders", job);
  const { items: types } = await ask<{ items: Made[] }>(admin, "GET", "/service-types/active");
  await ask(admin, "POST", `/work-orders/${open.id}/playbook`, { serviceTypeId: types[0]?.id });
  const drive = { originWorkOrderId: id, destinationWorkOrderId: open.id };
  await ask(admin, "POST", "/work-orders/calculate-drive-time", drive);
  await ask(admin, "POST", "/work-orders/calculate-batch-drive-time", { requests: [drive] });
  await onTheJob(admin, open.id);
  await partsOnTheJob(admin, open.id);
  await readingsOnTheJob(admin, job, technicianId);
  await loadedTruck(admin, { ...job, technicianId });
  const unwanted = await ask(admin, "POST", "/work-orders", job);
  await ask(admin, "DELETE", `/work-orders/${unwanted.id}`);
}

async function expiredLot(admin: Visitor, at: { itemId?: string; locationId?: string }) {
  const lot = { lotNumber: "L-1", expiresOn: "2026-01-31" };
  await ask(admin, "POST", "/inventory/movements", { kind: "receipt", lines: [{ ...at, quantity: 1, ...lot }] });
  const { items } = await ask<{ items: Made[] }>(admin, "GET", "/inventory/lots?expiresWithin=0");
  await ask(admin, "GET", `/inventory/lots/${items[0]?.id}`);
  const correction = { expiresOn: "2026-01-30", previousExpiresOn: lot.expiresOn, reason: "Misread" };
  await ask(admin, "PATCH", `/inventory/lots/${items[0]?.id}`, correction);
  await ask(admin, "POST", `/inventory/lots/${items[0]?.id}/write-off`);
}

async function partsOnTheJob(admin: Visitor, id: string) {
  const at = `/work-orders/${id}/parts`;
  const part = await ask(admin, "POST", at, { partDescription: "Furnace tape" });
  const item = await ask<{ items: Made[] }>(admin, "GET", "/inventory/items?search=capacitor");
  const place = await ask(admin, "POST", "/inventory/locations", { name: "Shelf", type: "warehouse" });
  const line = { itemId: item.items[0]?.id, locationId: place.id, quantity: 2 };
  await ask(admin, "POST", "/inventory/movements", { kind: "receipt", lines: [line] });
  await ask(admin, "POST", `${at}/with-inventory`, { inventoryItemId: line.itemId, locationId: place.id });
  await ask(admin, "PATCH", `${at}/${part.id}`, { version: part.version, quantity: 2 });
  for (const what of ["", "/grouped-by-equipment", "/cost"]) await ask(admin, "GET", at + what);
  await ask(admin, "GET", `/work-orders/parts/suggestions?workOrderId=${id}`);
  await ask(admin, "DELETE", `${at}/${part.id}`);
  await ask(admin, "POST", `${at}/${part.id}/restore`);
}

async function readingsOnTheJob(admin: Visitor, job: object, technicianId?: string) {
  const { version } = await ask(admin, "GET", `/technicians/${technicianId}`);
  const certifications = [{ name: "EPA 608 Universal", number: "U-77" }];
  await ask(admin, "PUT", `/technicians/${technicianId}`, { version, certifications });
  const unit = await ask(admin, "POST", "/equipment", {
    equipmentName: "Condenser",
    equipmentType: "air_conditioner",
    ...job,
  });
  const circuit = await ask(admin, "POST", `/equipment/${unit.id}/service-groups`, { name: "A", refrigerant: "R-32" });
  const { id } = await ask(admin, "POST", "/work-orders", { ...job, technicianId, equipmentIds: [unit.id] });
  const reading = {
    metering: "txv",
    suctionPsig: 118,
    suctionTempF: 52,
    liquidPsig: 350,
    liquidTempF: 95,
    addedLb: 0.5,
  };
  for (const at of [`equipment/${unit.id}`, `service-groups/${circuit.id}`]) {
    const made = await ask(admin, "POST", `/work-orders/${id}/${at}/refrigerant-readings`, reading);
    await ask(admin, "GET", `/work-orders/${id}/${at}/refrigerant-readings`);
    await ask(admin, "PUT", `/refrigerant-readings/${made.id}`, { version: made.version, notes: "After cleaning" });
    if (at.startsWith("service-groups")) await ask(admin, "DELETE", `/refrigerant-readings/${made.id}`);
  }
  await ask(admin, "GET", `/work-orders/${id}/equipment/${unit.id}/refrigerant-readings/latest`);
  await ask(admin, "GET", `/equipment/${unit.id}/refrigerant-readings/history`);
  await ask(admin, "GET", `/equipment/${unit.id}/leak-rates`);
  await leakEpisode(admin, { ...job, technicianId });
  await cylinder(admin);
}

async function cylinder(admin: Visitor) {
  const { id } = await ask(admin, "POST", "/refrigerant-cylinders", {
    ...{ number: "R410-1", refrigerant: "R-410A", kind: "virgin", tareLb: 5, capacityLb: 25, grossLb: 30 },
  });
  const at = `/refrigerant-cylinders/${id}`;
  await ask(admin, "PATCH", at, { version: 1, testDueOn: "2028-05-01" });
  await ask(admin, "POST", `${at}/entries`, { kind: "weighed", grossLb: 29.5 });
  const { items } = await ask<{ items: Made[] }>(admin, "GET", `${at}/entries`);
  await ask(admin, "POST", `${at}/entries/${items[0]?.id}/reverse`, { reason: "Another cylinder" });
  await ask(admin, "GET", at);
  await ask(admin, "GET", "/refrigerant-cylinders");
  await ask(admin, "GET", "/refrigerant-cylinders/variance");
}

async function leakEpisode(admin: Visitor, job: object) {
  const unit = await ask(admin, "POST", "/equipment", {
    ...{ equipmentName: "Walk-in freezer", equipmentType: "refrigeration", ...job },
  });
  await ask(admin, "POST", `/equipment/${unit.id}/service-groups`, {
    ...{ name: "A", refrigerant: "R-448A", chargeLb: 20, chargeBasis: "nameplate" },
  });
  const { id: jobId } = await ask(admin, "POST", "/work-orders", { ...job, equipmentIds: [unit.id] });
  const addition = { metering: "txv", addedLb: 5 };
  await ask(admin, "POST", `/work-orders/${jobId}/equipment/${unit.id}/refrigerant-readings`, addition);
  const { items } = await ask<{ items: (Made & { openedOn: string })[] }>(
    admin,
    "GET",
    `/equipment/${unit.id}/leak-episodes`,
  );
  const [{ id, openedOn: happenedOn } = { id: "", openedOn: "" }] = items;
  const at = `/leak-episodes/${id}`;
  await ask(admin, "GET", "/leak-episodes");
  const repaired = { kind: "repair_done", happenedOn, version: 1 };
  const { events } = await ask<{ events: Made[] }>(admin, "POST", `${at}/events`, repaired);
  await ask(admin, "POST", `${at}/events/${events[0]?.id}/void`, { reason: "Another circuit", version: 2 });
  await ask(admin, "POST", `${at}/void`, { reason: "Wrong charge", version: 3 });
  await ask(admin, "GET", "/leak-compliance/disposals");
  const days = `equipmentId=${unit.id}&startDate=${happenedOn}&endDate=${happenedOn}`;
  for (const type of ["csv", "pdf"]) await ask(admin, "GET", `/leak-compliance/audit-packet/${type}?${days}`);
  await ask(admin, "GET", at);
}

async function loadedTruck(admin: Visitor, job: object) {
  const item = await ask(admin, "POST", "/inventory/items", {
    ...{ sku: "LOADED-1", name: "Igniter", primaryCategory: "PARTS", baseUnit: "EA" },
  });
  const type = await ask(admin, "POST", "/service-types", {
    ...{ name: "Igniter swap", parts: [{ inventoryItemId: item.id, name: "Igniter", quantity: 2 }] },
  });
  const when = { scheduledStart: "2027-03-09T15:00:00Z", overrideReason: "Any day" };
  const { id } = await ask(admin, "POST", "/work-orders", { ...job, ...when, serviceTypeId: type.id });
  const place = await ask(admin, "POST", "/inventory/locations", { name: "Cage", type: "warehouse" });
  const at = { itemId: item.id, locationId: place.id, quantity: 1 };
  await ask(admin, "POST", "/inventory/movements", { kind: "receipt", lines: [{ ...at, quantity: 2 }] });
  await ask(admin, "GET", `/work-orders/${id}/truck-check`);
  const pick = await ask<{ reservationId: string }>(admin, "POST", `/work-orders/${id}/truck-check/picks`, at);
  await ask(admin, "POST", `/inventory/picks/${pick.reservationId}/load`);
  await ask(admin, "POST", `/work-orders/${id}/truck-check/transfers`, at);
}

async function onTheJob(admin: Visitor, id: string) {
  const at = `/work-orders/${id}`;
  const { tasks } = await ask<{ tasks: { id: string; kind: string }[] }>(admin, "GET", at);
  const check = tasks.find(({ kind }) => kind === "check");
  await ask(admin, "PUT", `${at}/tasks/${check?.id}/done`, { done: true });
  await ask(admin, "PUT", `${at}/tasks/${check?.id}/done`, { done: false });
  await ask(admin, "POST", `${at}/tasks/${check?.id}/result`, { kind: "check", answer: "fail", comment: "Cracked" });
  await ask(admin, "POST", `${at}/signatures`, { signerName: "Noor Haddad", strokes: "M0 0L10 10" });
  const photo = new FormData();
  photo.set("photo", new Blob([jpegOf(4, 3)], { type: "image/jpeg" }), "photo.jpg");
  const taken = await ask(admin, "POST", `${at}/photos`, photo);
  await ask(admin, "GET", `${at}/photos`);
  await ask(admin, "GET", `${at}/photos/${taken.id}`);
  await ask(admin, "PATCH", `${at}/photos/${taken.id}`, { visible: true });
}

async function reassignedDay(admin: Visitor) {
  const { items } = await ask<{ items: { technicianId: string | null; scheduledStart: string | null }[] }>(
    ...([admin, "GET", "/work-orders?status=scheduled"] as const),
  );
  for (const { technicianId, scheduledStart } of items) {
    if (!technicianId || !scheduledStart || Date.parse(scheduledStart) < Date.now()) continue;
    const request = { technicianId, date: scheduledStart.slice(0, 10) };
    const proposal = await ask<{ at: number; fingerprint: string; changes: unknown[] }>(
      ...([admin, "GET", `/scheduling/reassignment-proposal?${new URLSearchParams(request)}`] as const),
    );
    if (proposal.changes.length === 0) continue;
    const { at, fingerprint } = proposal;
    const { id } = await ask(admin, "POST", "/scheduling/reassignments", { ...request, at, fingerprint });
    await ask(admin, "POST", `/scheduling/reassignments/${id}/undo`);
    return;
  }
}

async function money(household: Visitor) {
  for (const [path, item] of [
    ["/expenses", { name: "Rent", amount: 1800, date: "2026-11-01", category: "housing" }],
    ["/income", { name: "Salary", amount: 5000, date: "2026-11-01", category: "salary", frequency: "monthly" }],
  ] as const) {
    const { id, version } = await ask(household, "POST", path, item);
    await ask(household, "PATCH", `${path}/${id}`, { version, amount: 1900 });
    await ask(household, "GET", `${path}/${id}`);
    await ask(household, "DELETE", `${path}/${id}`);
  }
  await ask(household, "PUT", "/cashflow/projection-mode", { mode: "remaining_days" });
  const bank = await ask(household, "POST", "/bank-institutions", { name: "Lake Bank" });
  await ask(household, "PUT", `/bank-institutions/${bank.id}`, { name: "Lakes Bank", version: bank.version });
  const account = await ask(household, "POST", "/bank-accounts", { name: "Cash box", currentBalance: 10 });
  const at = `/bank-accounts/${account.id}`;
  await ask(household, "GET", at);
  await ask(household, "PUT", at, { name: "Cash", currentBalance: 10, version: account.version });
  const bought = { amount: 4.5, transactionDate: "2026-11-02", description: "Coffee", type: "withdrawal" };
  const made = await ask(household, "POST", `${at}/transactions`, bought);
  await ask(household, "GET", `${at}/transactions`);
  await ask(household, "PUT", `/account-transactions/${made.id}`, { ...bought, version: made.version, amount: 5 });
  const planned = { name: "Market", amount: 5, date: bought.transactionDate, category: "food" };
  const { id: itemId } = (await household.post<{ id: string }>("/api/expenses", planned)).json;
  await ask(household, "PUT", `/account-transactions/${made.id}/planned-match`, {
    ...{ kind: "expense", itemId, date: planned.date },
  });
  await ask(household, "DELETE", `/account-transactions/${made.id}/planned-match`);
  await ask(household, "GET", "/account-transactions");
  const changed = await ask(household, "POST", "/account-transactions/changes", { ids: [made.id], excluded: true });
  await ask(household, "POST", `/account-transactions/changes/${changed.id}/undo`);
  const rule = await ask(household, "POST", "/category-rules", { pattern: "Coffee", category: "dining" });
  await ask(household, "GET", "/category-rules");
  await ask(household, "GET", `/category-rules/${rule.id}/preview`);
  await ask(household, "POST", `/category-rules/${rule.id}/apply`);
  await ask(household, "DELETE", `/category-rules/${rule.id}`);
  await ask(household, "DELETE", `/account-transactions/${made.id}`);
  const csv = { content: "Date,Description,Amount\n2026-11-03,Groceries,-20.00\n2026-11-14,Refund,3.00\n" };
  const discarded = noted("POST", `${at}/imports`, await stageCsv(household, account.id, csv));
  await ask(household, "DELETE", `/imports/${discarded.id}`);
  const staged = noted("POST", `${at}/imports`, await stageCsv(household, account.id, csv));
  await ask(household, "GET", `/imports/${staged.id}`);
  await ask(household, "PATCH", `/imports/${staged.id}`, { decisions: { possible: "add" } });
  await ask(household, "GET", `/imports/${staged.id}/rows?kind=new`);
  await ask(household, "POST", `/imports/${staged.id}/confirm`);
  noted("POST", `${at}/transactions/import`, await importCsv(household, account.id, csv));
  await ask(household, "GET", `${at}/imports`);
  await ask(household, "POST", `/imports/${staged.id}/undo`);
  await ask(household, "POST", `/imports/${staged.id}/redo`);
  await ask(household, "POST", `${at}/archive`);
  await ask(household, "DELETE", at);
}

async function bankLink(household: Visitor) {
  await ask(household, "POST", "/plaid/create-link-token", {});
  const publicToken = simulatedPublicToken("ins_sim_harbor", [0, 1]);
  const { plaidItemId, accounts } = await ask<{ plaidItemId: string; accounts: { plaidAccountId: string }[] }>(
    ...([household, "POST", "/plaid/exchange-token", { publicToken, accountIds: [] }] as const),
  );
  await ask(household, "POST", `/plaid/sync-accounts/${plaidItemId}`);
  const choices = accounts.map(({ plaidAccountId }) => ({ plaidAccountId, action: "create" }));
  await ask(household, "POST", `/plaid/match-accounts/${plaidItemId}`, { accounts: choices });
  await ask(household, "POST", `/plaid/sync-transactions/${plaidItemId}`);
  await ask(household, "POST", `/plaid/items/${plaidItemId}/relinked`);
  await ask(household, "DELETE", `/plaid/items/${plaidItemId}`);
}

const queries: Record<string, string> = {
  year: "2026",
  month: "11",
  startYear: "2026",
  startMonth: "1",
  endYear: "2026",
  endMonth: "12",
  fromYear: "2026",
  fromMonth: "1",
  toYear: "2026",
  skills: "HVAC",
  industries: "238220",
  table: "technicians",
  format: "csv",
};

/** Lists and figures need nothing but what their query requires. */
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
const today = new Date().toISOString().slice(0, 10);

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
  ["two-step verification of Admins", () => secondStepRule(admin)],
  ["API keys", () => apiKeys(admin)],
  ["webhooks", () => webhooks(admin)],
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
])("the API carries through: %s", async (_area, run) => {
  await run();
});

test.each(operations.filter(({ operation }) => !(operation.operationId in elsewhere)))(
  "$method $path answers as it is documented",
  ({ operation }) => {
    expect(succeeded.has(operation.operationId)).toBe(true);
  },
);

test.each(Object.entries(elsewhere))("%s is asked for in %s", (operationId, file) => {
  const { path = "" } = operations.find(({ operation }) => operation.operationId === operationId) ?? {};
  const literal = path.split("{")[0] ?? "";
  expect(readFileSync(file, "utf8")).toContain(literal);
});
