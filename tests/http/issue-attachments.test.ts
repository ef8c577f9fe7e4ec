import { randomUUID } from "node:crypto";
import { expect, test } from "vitest";
import { type AttachmentJson, addIssue, type IssueJson, type IssueRefused, sendFile } from "#tests/support/issues";
import { jpegOf } from "#tests/support/pictures";
import { testWorker } from "#tests/support/worker";

const worker = await testWorker();
const { admin, manager, technician, orgId } = await worker.business();
const other = await worker.business();

const pdf = Buffer.from("%PDF-1.7\n%%EOF\n");
const text = (content: string) => Buffer.from(content);
const listed = async (ref: string, by = manager) =>
  (await by.get<{ items: AttachmentJson[]; total: number }>(`/api/issues/${ref}/attachments`)).json;
const storedBytes = () =>
  worker.db
    .prepare("SELECT value FROM counters WHERE org_id = ? AND name = 'photo_bytes'")
    .bind(orgId)
    .first<number>("value");

test("a file is added, listed, counted, logged in the activity and downloaded under its name", async () => {
  const { id, number } = await addIssue(manager);
  const picture = await sendFile(manager, id, { name: "Überhitzung 1.JPG", bytes: jpegOf(40, 30) });
  expect(picture.status).toBe(201);
  expect(picture.json).toMatchObject({ name: "Überhitzung 1.JPG", contentType: "image/jpeg", by: "Test Person" });
  const paper = await sendFile(manager, String(number), { name: 'a "b".pdf', bytes: pdf });
  const found = await listed(`BUG-${number}`);
  expect(found.items.map(({ name }) => name)).toEqual(["Überhitzung 1.JPG", 'a "b".pdf']);
  expect((await manager.get<IssueJson>(`/api/issues/${id}`)).json).toMatchObject({ attachmentCount: 2, version: 1 });
  const shown = await manager.get(`/api/issues/${id}/attachments/${picture.json.id}`);
  expect(shown.headers.get("content-type")).toBe("image/jpeg");
  expect(shown.headers.get("content-disposition")).toBe(
    "inline; filename=\"_berhitzung 1.JPG\"; filename*=UTF-8''%C3%9Cberhitzung%201.JPG",
  );
  const loaded = await manager.get(`/api/issues/${id}/attachments/${paper.json.id}`);
  expect(loaded.headers.get("content-disposition")).toMatch(/^attachment; filename="a _b_.pdf"/);
  expect(loaded.headers.get("x-content-type-options")).toBe("nosniff");
  const screen = await manager.get(`/bugscout/issues/${number}`);
  expect(screen.text).toContain("attached Überhitzung 1.JPG");
  expect(screen.text).toContain(`/api/issues/${number}/attachments/${picture.json.id}`);
});

test("files uploaded in chunks at the same time arrive unchanged, even along with one above the limit", async () => {
  const { id } = await addIssue(manager);
  const send = (bytes: Uint8Array<ArrayBuffer>) =>
    sendFile(manager, id, { name: "log.txt", bytes }, { "transfer-encoding": "chunked" });
  // Each repeats its own letter; the sizes range from a form's to several times what is read at once.
  const files = [10, 990_000, 1_200_000, 1_499_800, 2_900_000, 5_000_000, 9_900_000].map((length, at) =>
    new Uint8Array(length).fill(97 + at),
  );
  const tooLarge = new Uint8Array(10_500_000).fill(65);
  const sent = await Promise.all([...files, tooLarge].map(send));
  expect(sent.map(({ status }) => status)).toEqual([...files.map(() => 201), 413]);
  for (const [at, file] of files.entries()) {
    const { text } = await manager.get(`/api/issues/${id}/attachments/${sent[at]?.json.id}`);
    expect([text.length, text === String.fromCharCode(97 + at).repeat(file.length)]).toEqual([file.length, true]);
  }
});

test("a repeated key adds one file, and uploading a file twice adds two", async () => {
  const { id } = await addIssue(manager);
  const body = () => {
    const form = new FormData();
    form.set("file", new File([text("hello")], "log.txt"));
    return form;
  };
  const headers = { "idempotency-key": randomUUID() };
  const at = `/api/issues/${id}/attachments`;
  const first = await manager.send<AttachmentJson>("POST", at, { body: body(), headers });
  const again = await manager.send<AttachmentJson>("POST", at, { body: body(), headers });
  expect([first.status, again.status, again.json.id]).toEqual([201, 201, first.json.id]);
  await sendFile(manager, id, { name: "log.txt", bytes: text("hello") });
  expect((await listed(id)).total).toBe(2);
  expect(await worker.files(`issue-attachments/${orgId}/${id}/`)).toHaveLength(2);
});

test("a file that is too large, empty, damaged or of an unsupported type is rejected with a reason", async () => {
  const { id } = await addIssue(manager);
  const send = (name: string, bytes: Uint8Array<ArrayBuffer>) => sendFile(manager, id, { name, bytes });
  const big = await send("big.txt", new Uint8Array(10_000_001).fill(65));
  expect([big.status, big.json.message]).toEqual([413, "The file is larger than 10 MB"]);
  const empty = await send("empty.txt", new Uint8Array(0));
  expect([empty.status, empty.json.fields?.file?.[0]]).toEqual([400, "The file is empty"]);
  const program = await send("invoice.pdf", Buffer.from([0x4d, 0x5a, 0x90, 0, 3, 0, 0, 0]));
  expect([program.status, program.json.fields?.file?.[0]]).toEqual([400, expect.stringContaining("Please choose")]);
  const heic = await send("a.jpg", new Uint8Array([0, 0, 0, 24, ...Buffer.from("ftypheic"), 0, 0, 0, 0]));
  expect([heic.status, heic.json.fields?.file?.[0]]).toEqual([400, expect.stringContaining("HEIC")]);
  const cut = await send("cut.jpg", jpegOf(40, 30).slice(0, 20));
  expect([cut.status, cut.json.fields?.file?.[0]]).toEqual([400, expect.stringContaining("damaged")]);
  const none = await manager.send<IssueRefused>("POST", `/api/issues/${id}/attachments`, { body: new FormData() });
  expect([none.status, Object.keys(none.json.fields ?? {})]).toEqual([400, ["file"]]);
  expect((await listed(id)).total).toBe(0);
  expect(await worker.files(`issue-attachments/${orgId}/${id}/`)).toEqual([]);
});

test("a file with a script is downloaded as plain text, whatever its extension", async () => {
  const { id } = await addIssue(manager);
  for (const name of ["page.html", "drawing.svg"]) {
    const { json } = await sendFile(manager, id, { name, bytes: text("<svg onload='alert(1)'></svg>") });
    const { headers } = await manager.get(`/api/issues/${id}/attachments/${json.id}`);
    expect(headers.get("content-type")).toBe("text/plain; charset=utf-8");
    expect(headers.get("content-disposition")).toMatch(/^attachment;/);
  }
});

test("a removed file can be restored, and is deleted for good after a week", async () => {
  const { id } = await addIssue(manager);
  const before = (await storedBytes()) ?? 0;
  const { json } = await sendFile(manager, id, { name: "log.txt", bytes: text("12345") });
  const at = `/api/issues/${id}/attachments/${json.id}`;
  expect((await manager.delete(at)).status).toBe(204);
  expect([(await manager.get(at)).status, (await manager.delete(at)).status, (await listed(id)).total]).toEqual([
    ...[404, 404, 0],
  ]);
  expect((await manager.post(`${at}/restore`)).status).toBe(200);
  expect((await manager.post(`${at}/restore`)).status).toBe(409);
  expect([(await manager.get(at)).status, (await listed(id)).total]).toEqual([200, 1]);
  expect(await storedBytes()).toBe(before + 5);
  await manager.delete(at);
  const removedDaysAgo = (days: number) =>
    worker.db
      .prepare("UPDATE issue_attachments SET deleted_at = ? WHERE id = ?")
      .bind(new Date(Date.now() - days * 24 * 60 * 60 * 1000).toISOString(), json.id)
      .run();
  const hour = new Date();
  hour.setUTCMinutes(8, 0, 0);
  await removedDaysAgo(6);
  await worker.sweep(hour);
  expect((await manager.post(`${at}/restore`)).status).toBe(200);
  await manager.delete(at);
  await removedDaysAgo(8);
  await worker.sweep(hour);
  expect((await manager.post(`${at}/restore`)).status).toBe(404);
  expect(await worker.files(`issue-attachments/${orgId}/${id}/`)).toEqual([]);
  expect(await storedBytes()).toBe(before);
  expect((await manager.get<IssueJson>(`/api/issues/${id}`)).json.attachmentCount).toBe(0);
});

test("a file can be added by issue writers and removed by its uploader or an issue manager", async () => {
  const { id } = await addIssue(manager);
  const writer = await worker.member(orgId, "Technician", ["issues.write"]);
  const reader = await worker.member(orgId, "Technician", ["issues.read"]);
  const { json: theirs } = await sendFile(manager, id, { name: "a.txt", bytes: text("a") });
  const { json: own } = await sendFile(writer, id, { name: "b.txt", bytes: text("b") });
  const at = (one: AttachmentJson) => `/api/issues/${id}/attachments/${one.id}`;
  expect((await sendFile(reader, id, { name: "c.txt", bytes: text("c") })).status).toBe(403);
  expect((await sendFile(technician, id, { name: "c.txt", bytes: text("c") })).status).toBe(403);
  expect([(await reader.get(at(theirs))).status, (await technician.get(at(theirs))).status]).toEqual([200, 403]);
  expect([(await reader.delete(at(own))).status, (await writer.delete(at(theirs))).status]).toEqual([403, 403]);
  expect([(await writer.delete(at(own))).status, (await admin.delete(at(theirs))).status]).toEqual([204, 204]);
});

test("another business can neither see, add, remove nor restore files", async () => {
  const { id } = await addIssue(manager);
  const { json } = await sendFile(manager, id, { name: "a.txt", bytes: text("a") });
  const at = `/api/issues/${id}/attachments`;
  const answers = [
    await other.manager.get(at),
    await sendFile(other.manager, id, { name: "b.txt", bytes: text("b") }),
    await other.manager.get(`${at}/${json.id}`),
    await other.manager.delete(`${at}/${json.id}`),
    await other.manager.post(`${at}/${json.id}/restore`),
  ];
  expect(answers.map(({ status }) => status)).toEqual([404, 404, 404, 404, 404]);
  const { id: mine } = await addIssue(other.manager);
  expect((await other.manager.get(`/api/issues/${mine}/attachments/${json.id}`)).status).toBe(404);
  expect(await worker.files(`issue-attachments/${other.orgId}/`)).toEqual([]);
});

test("an issue in the trash rejects files, shows existing ones and keeps them when restored", async () => {
  const { id } = await addIssue(manager);
  const { json } = await sendFile(manager, id, { name: "a.txt", bytes: text("a") });
  await manager.delete(`/api/issues/${id}`);
  expect((await sendFile(manager, id, { name: "b.txt", bytes: text("b") })).status).toBe(404);
  expect((await manager.get(`/api/issues/${id}/attachments/${json.id}`)).status).toBe(200);
  await manager.post(`/api/issues/${id}/restore`);
  expect((await listed(id)).items.map(({ name }) => name)).toEqual(["a.txt"]);
});

test("an issue has at most fifty files, even with two uploads at once or a restore", async () => {
  const { id } = await addIssue(manager);
  const rows = Array.from({ length: 49 }, (_, n) => ({ id: randomUUID(), name: `${n}.txt` }));
  await worker.db
    .prepare(
      `INSERT INTO issue_attachments (org_id, issue_id, id, name, content_type, bytes, file_key, created_at)
       SELECT ?1, ?2, value->>'id', value->>'name', 'text/plain', 1, value->>'id', ?4 FROM json_each(?3)`,
    )
    .bind(orgId, id, JSON.stringify(rows), new Date().toISOString())
    .run();
  const both = await Promise.all(["x.txt", "y.txt"].map((name) => sendFile(manager, id, { name, bytes: text(name) })));
  expect(both.map(({ status }) => status).sort()).toEqual([201, 409]);
  expect(both.find(({ status }) => status === 409)?.json.message).toBe(
    "An issue has at most 50 files. Remove one first.",
  );
  expect(await worker.files(`issue-attachments/${orgId}/${id}/`)).toHaveLength(1);
  const first = `/api/issues/${id}/attachments/${rows[0]?.id}`;
  expect((await admin.delete(first)).status).toBe(204);
  expect((await sendFile(manager, id, { name: "z.txt", bytes: text("z") })).status).toBe(201);
  expect((await admin.post(`${first}/restore`)).status).toBe(409);
});

test("a screenshot is sent only after confirmation and is attached to the issue", async () => {
  const report = (fields: Record<string, string>, picture?: Uint8Array<ArrayBuffer>) => {
    const body = new FormData();
    for (const [name, value] of Object.entries({ text: "The total is wrong", page: "/invoices-v2", ...fields }))
      body.set(name, value);
    if (picture) body.set("screenshot", new File([picture], "screenshot.png"));
    return technician.send<never>("POST", "/report-problem", { body });
  };
  const reported = async () =>
    (await manager.get<{ items: IssueJson[] }>("/api/issues?source=report&limit=100")).json.items;
  const refused = await report({}, jpegOf(40, 30));
  expect([refused.status, refused.text]).toEqual([400, expect.stringContaining("confirm that it can be sent")]);
  const yes = { screenshotChecked: "on" };
  const program = await report(yes, Buffer.from([0x4d, 0x5a, 0x90, 0]));
  expect([program.status, program.text]).toEqual([400, expect.stringContaining("Please choose a picture")]);
  const paper = await report(yes, pdf);
  expect([paper.status, paper.text]).toEqual([400, expect.stringContaining("Please choose a PNG")]);
  expect(await reported()).toEqual([]);
  const key = { idempotencyKey: randomUUID() };
  expect((await report({ ...yes, ...key }, jpegOf(40, 30))).status).toBe(302);
  expect((await report({ ...yes, ...key }, jpegOf(40, 30))).status).toBe(302);
  expect((await report({ text: "Without a picture" })).status).toBe(302);
  const issues = await reported();
  expect(issues.map(({ title, attachmentCount }) => [title, attachmentCount])).toEqual([
    ["Without a picture", 0],
    ["The total is wrong", 1],
  ]);
  const { items } = await listed(issues[1]?.id ?? "");
  expect(items).toMatchObject([{ name: "screenshot.png", contentType: "image/jpeg" }]);
});

test("the API takes a report with a picture, without the location in it, from any member", async () => {
  const report = (picture: Uint8Array<ArrayBuffer> | null, more: Record<string, string> = {}) => {
    const body = new FormData();
    for (const [name, value] of Object.entries({ text: "The chart is empty", page: "/dashboard", ...more }))
      body.set(name, value);
    if (picture) body.set("screenshot", new File([picture], "chart.jpg"));
    const headers = { "idempotency-key": randomUUID() };
    return technician.send<{ id: string; fields?: Record<string, string[]> }>("POST", "/api/issues/reports/pictured", {
      ...{ body, headers },
    });
  };
  const made = await report(jpegOf(40, 30, { extras: true }), { errors: "TypeError: secret" });
  expect(made.status).toBe(201);
  const { items } = await listed(made.json.id);
  expect(items).toMatchObject([{ name: "chart.jpg", contentType: "image/jpeg" }]);
  expect(items[0]?.bytes).toBe(jpegOf(40, 30).length);
  const shown = await manager.get(`/api/issues/${made.json.id}/attachments/${items[0]?.id}`);
  expect([shown.status, /41\.8781|at home|hidden/.test(shown.text)]).toEqual([200, false]);
  const issue = await manager.get<{ body: string }>(`/api/issues/${made.json.id}`);
  expect([issue.json.body.includes("/dashboard"), issue.json.body.includes("secret")]).toEqual([true, false]);
  for (const refused of [await report(null), await report(pdf), await report(jpegOf(40, 30).slice(0, 40))])
    expect([refused.status, Object.keys(refused.json.fields ?? {})]).toEqual([400, ["screenshot"]]);
  const large = await report(new Uint8Array(10 * 1024 * 1024 + 200_000));
  expect(large.status).toBe(413);
});
