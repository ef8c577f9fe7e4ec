import type { Visitor } from "#tests/support/visitor";
import { ask, type Made, today } from "./requests";

export async function todos(admin: Visitor) {
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

export async function chat(admin: Visitor) {
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

export async function industryAnalysis(admin: Visitor) {
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

export async function designs(admin: Visitor) {
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
  await ask(admin, "GET", `${at}/versions/export`);
  await ask(admin, "GET", `${at}/versions/1`);
  await ask(admin, "POST", `${at}/restore-version`, { from: 1, version: 2 });
  await ask(admin, "POST", `${at}/estimate`);
  await ask(admin, "GET", `${at}/picture`);
  await ask(admin, "GET", `${at}/pdf`);
  await ask(admin, "DELETE", at);
  await ask(admin, "POST", `${at}/restore`);
}

export async function knowledgeGraph(admin: Visitor) {
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
