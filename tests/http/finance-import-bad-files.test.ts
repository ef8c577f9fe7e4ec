import { expect, test } from "vitest";
import { newAccount, type Refusal, transactionsOf } from "#tests/support/accounts";
import { type Imported, importCsv, stageCsv } from "#tests/support/csv-upload";
import { testWorker } from "#tests/support/worker";

const worker = await testWorker();

const head = "Date,Description,Amount\n";
const wrongType = "Invalid file type. Please select a CSV file.";
const bytes = (...values: number[]) => new Uint8Array(values);
const ascii = (text: string) => new Uint8Array(new TextEncoder().encode(text));

test.each([
  ["a PDF by its type", { content: "%PDF-1.7", type: "application/pdf", name: "a.pdf" }, 415, wrongType],
  ["a workbook by its type", { content: head, type: "application/vnd.ms-excel", name: "a.xls" }, 415, wrongType],
  ["a text file", { content: head, type: "text/plain", name: "a.csv" }, 415, wrongType],
  ["a file without a type or a .csv name", { content: head, type: "", name: "statement" }, 415, wrongType],
  ["an empty file", { content: "" }, 400, "The file is empty."],
  ["a PDF named .csv", { content: "%PDF-1.7\n%abc" }, 400, "The file is a PDF, not a CSV."],
  [
    "a workbook named .csv",
    { content: bytes(0x50, 0x4b, 3, 4, 20, 0) },
    400,
    "The file is an Excel workbook or ZIP archive, not a CSV.",
  ],
  ["binary data", { content: new Uint8Array(4096).map((_, at) => (at * 37) % 31) }, 400, /not a CSV/],
  ["a web page", { content: "<!doctype html><p>Please sign in</p>" }, 400, "The file is a web page, not a CSV."],
  ["JSON", { content: '[{"date":"2026-10-05","amount":1}]' }, 400, "The file is a JSON file, not a CSV."],
  [
    "an empty OFX file",
    { content: "OFXHEADER:100\nDATA:OFXSGML\n" },
    400,
    "The file is an OFX file without transactions of a bank account.",
  ],
  [
    "an XML document type with entities",
    {
      content: `<?xml version="1.0"?><!DOCTYPE x [<!ENTITY a "b">]><Document><BkToCstmrStmt>&a;</BkToCstmrStmt></Document>`,
      name: "camt.xml",
    },
    400,
    "The file cannot be read: it has a document type.",
  ],
  [
    "text without columns",
    { content: "hello\nworld\n" },
    400,
    "The file has no columns: its rows have no comma, semicolon, tab or vertical bar.",
  ],
  ["only a header row", { content: head }, 400, "The file has no rows below its header."],
  ["60,000 columns", { content: `${"a,".repeat(60_000)}\n${"1,".repeat(60_000)}\n` }, 400, /more than 200 columns/],
  ["6 MB in one cell", { content: `${head}2026-10-05,"${"x".repeat(6_000_000)}",-1\n` }, 200, null],
  [
    "17 MB",
    { content: ascii(head + "2026-10-05,Coffee,-4.75\n".repeat(740_000)) },
    413,
    "The file is larger than 16 MB.",
  ],
  [
    "201,000 rows",
    { content: head + "2026-10-05,Coffee,-4.75\n".repeat(201_000) },
    400,
    "The file has 201,000 rows; the limit is 200,000.",
  ],
])("%s gets a clear message, and nothing is written", async (_, upload, status, message) => {
  const person = await worker.household();
  const { id } = await newAccount(person);
  const staged = await stageCsv<Refusal & { id: string }>(person, id, upload);
  const imported = await importCsv<Refusal>(person, id, upload);
  expect([staged.status, imported.status]).toEqual([status === 200 ? 201 : status, status]);
  if (message) expect(staged.json.message).toMatch(message);
  if (message) expect(imported.json.message).toMatch(message);
  if (status === 200) expect((await person.delete(`/api/imports/${staged.json.id}`)).status).toBe(204);
  expect((await transactionsOf(person, id)).total).toBe(0);
  const { results } = await worker.db.prepare("SELECT 1 FROM staged_rows WHERE user_id = ?").bind(person.userId).all();
  expect(results).toEqual([]);
});

test("a .csv name is enough when the browser reports Excel or no type", async () => {
  const person = await worker.household();
  const { id } = await newAccount(person);
  const content = `${head}2026-10-05,Coffee,-4.75\n`;
  for (const type of ["application/vnd.ms-excel", ""]) {
    expect((await stageCsv(person, id, { content, type, name: "EXPORT.CSV" })).status).toBe(201);
  }
});

test("unreadable rows are listed one by one, and the others are imported", async () => {
  const person = await worker.household();
  const { id } = await newAccount(person);
  const content = `${head}2026-10-05,Coffee,-4.75\n2026-13-45,Never,-1.00\n2026-10-06,Words,twelve\n2026-10-07,"open,-3.00\n2026-10-08,Tea,-3.00\n`;
  const { json } = await importCsv<Imported>(person, id, { content });
  expect(json).toMatchObject({ importedCount: 2, errorCount: 3 });
  expect(json.errors).toEqual([
    expect.stringMatching(/^Row 3: date “2026-13-45”/),
    "Row 4: amount “twelve” is not a number",
    "Row 5: an opening quote is never closed",
  ]);
});

test("a cell that looks like a formula is stored as text", async () => {
  const person = await worker.household();
  const { id } = await newAccount(person);
  await importCsv(person, id, { content: `${head}2026-10-05,"=HYPERLINK(""http://x"")",-4.75\n` });
  const { transactions } = await transactionsOf(person, id);
  expect(transactions.map((row) => row.description)).toEqual(['=HYPERLINK("http://x")']);
});

test("an upload that is not a complete form is rejected", async () => {
  const person = await worker.household();
  const { id } = await newAccount(person);
  const path = `/api/bank-accounts/${id}/transactions/import`;
  expect((await person.post<Refusal>(path, { file: "x" })).status).toBe(415);
  const broken = await person.send<Refusal>("POST", path, {
    body: "--x\r\ncontent-disposition: form-data",
    headers: { "content-type": "multipart/form-data; boundary=x" },
  });
  expect(broken.status).toBe(400);
  const empty = new FormData();
  empty.set("note", "no file");
  const answer = await person.send<Refusal>("POST", path, { body: empty });
  expect(answer.json.fields?.file).toEqual(["Please choose a file"]);
});
