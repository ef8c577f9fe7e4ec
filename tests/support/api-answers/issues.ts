import { type AttachmentJson, sendFile } from "#tests/support/issues";
import { nextYear } from "#tests/support/next-year";
import { jpegOf } from "#tests/support/pictures";
import type { Visitor } from "#tests/support/visitor";
import { HOST_KINDS } from "~/domain/code-hosts/host";
import { simulatedTokens } from "~/domain/code-hosts/simulated";
import { ask, type Made, noted } from "./requests";

export async function issues(admin: Visitor) {
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
  await ask(admin, "GET", "/issues/export?format=json");
  await ask(admin, "GET", "/issues/similar?title=Fan+rattles");
  await ask(admin, "POST", "/issues/reports", { text: "The list stays empty", page: "/todos" });
  const pictured = new FormData();
  pictured.set("text", "The total is cut off");
  pictured.set("screenshot", new File([jpegOf(40, 30)], "total.jpg"));
  const reportPath = "/issues/reports/pictured";
  noted("POST", reportPath, await admin.send("POST", `/api${reportPath}`, { body: pictured }));
  const at2 = "/issues/states";
  const state = await ask(admin, "POST", at2, { name: "Parts ordered", kind: "open", color: "#aa5500" });
  await ask(admin, "PATCH", `${at2}/${state.id}`, { version: state.version, color: "#aa5501" });
  const states = await ask<{ items: Made[] }>(admin, "GET", at2);
  await ask(admin, "PUT", `${at2}/order`, { ids: states.items.map((one) => one.id).toReversed() });
  await ask(admin, "DELETE", `${at2}/${state.id}?replacement=todo`);
  await ask(admin, "GET", "/issues/priorities");
  await ask(admin, "PATCH", "/issues/priorities/low", { version: 1, name: "Someday", label: "priority: low" });
  const project = await ask(admin, "POST", "/issues/projects", { name: "Roofs" });
  await ask(admin, "PUT", `/issues/projects/${project.id}`, { name: "Roofs", archived: true, version: 1 });
  await ask(admin, "GET", "/issues/projects");
  const milestone = await ask(admin, "POST", "/issues/milestones", { name: "Spring", dueOn: nextYear("2027-03-20") });
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

export async function codeHosts(admin: Visitor) {
  for (const host of HOST_KINDS) {
    const [token] = simulatedTokens(host, "answers");
    await ask(admin, "POST", `/${host}/token`, { token: token?.token });
    await ask(admin, "GET", `/${host}/profile`);
    await ask(admin, "GET", `/${host}/repos`);
    await ask(admin, "DELETE", `/${host}/token`);
  }
}
