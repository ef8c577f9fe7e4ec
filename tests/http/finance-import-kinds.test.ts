import { expect, test } from "vitest";
import { balanceOf, newAccount, type Refusal, transactionsOf } from "#tests/support/accounts";
import { importCsv, type Staged, stageCsv } from "#tests/support/csv-upload";
import { testWorker } from "#tests/support/worker";
import { createKeyer } from "~/domain/finance/imports/classify";

const worker = await testWorker();

const row = (id: string, day: string, amount: string, name: string) =>
  `<STMTTRN><TRNTYPE>OTHER<DTPOSTED>${day}<TRNAMT>${amount}<FITID>${id}<NAME>${name}</STMTTRN>`;
const ofx = (currency: string, ...rows: string[]) =>
  `OFXHEADER:100\nDATA:OFXSGML\n\n<OFX><BANKMSGSRSV1><STMTTRNRS><STMTRS><CURDEF>${currency}<BANKACCTFROM><ACCTID>1</BANKACCTFROM><BANKTRANLIST>${rows.join("\n")}</BANKTRANLIST></STMTRS></STMTTRNRS></BANKMSGSRSV1></OFX>`;
const ofxOf = (account: string, ...rows: string[]) => ofx("USD", ...rows).replace("<ACCTID>1<", `<ACCTID>${account}<`);
const coffee = row("A1", "20261005120000.000[-5:EST]", "-4.75", "COFFEE");
const twin = row("A2", "20261005", "-4.75", "COFFEE");

async function household() {
  const person = await worker.household();
  const { id } = await newAccount(person, { currentBalance: 50 });
  return { person, id };
}

test("an OFX file is imported by its IDs: a repeat adds nothing, and an undo removes its rows", async () => {
  const { person, id } = await household();
  const file = { content: ofx("USD", coffee, twin), name: "download.qfx", type: "" };
  const first = await importCsv(person, id, file);
  expect(first.json).toMatchObject({ importedCount: 2, skippedCount: 0, errorCount: 0 });
  const later = { ...file, content: ofx("USD", coffee, twin, row("A3", "20261006", "900.00", "PAY")) };
  expect((await importCsv(person, id, later)).json).toMatchObject({ importedCount: 1, skippedCount: 2 });
  expect(await balanceOf(person, id)).toBe(940.5);
  await person.post(`/api/imports/${first.json.importId}/undo`);
  expect((await transactionsOf(person, id)).transactions.map(({ description }) => description)).toEqual(["PAY"]);
});

test("rows in another currency are skipped, with a warning when none match the account's", async () => {
  const { person, id } = await household();
  const staged = await stageCsv(person, id, { content: ofx("EUR", coffee, twin), name: "download.ofx", type: "" });
  expect(staged.json.counts).toMatchObject({ new: 0, skipped: 2 });
  expect(staged.json.warnings).toEqual(["None of the 2 rows is in USD, the currency of this account."]);
});

test("amounts of unclear direction are not imported until the question is answered, not even over the API", async () => {
  const { person, id } = await household();
  const content = "When;Text;Sum;Xo\n2026-10-05;Coffee;4.75;V\n2026-10-06;Pay;900.00;Z\n";
  const refused = await importCsv<Refusal>(person, id, { content });
  expect([refused.status, refused.json.message]).toEqual([400, "“Xo” says “V” or “Z”. Which one is money out?"]);
  const answered = await importCsv(person, id, { content, options: { moneyOut: "V" } });
  expect(answered.json.importedCount).toBe(2);
  expect(await balanceOf(person, id)).toBe(945.25);
});

test("changing the encoding re-reads the uploaded file", async () => {
  const { person, id } = await household();
  const bytes = new Uint8Array(new TextEncoder().encode("Date;Description;Amount\n2026-10-05;Caf#;-4.75\n"));
  const content = bytes.map((byte) => (byte === 0x23 ? 0xe8 : byte));
  const { json } = await stageCsv<Staged & { sample: string[][] }>(person, id, { content });
  expect(json.sample[0]?.[1]).toBe("Cafè");
  const changed = await person.patch<typeof json>(`/api/imports/${json.id}`, { options: { encoding: "windows-1250" } });
  expect(changed.json.sample[0]?.[1]).toBe("Cafč");
});

test("a statement of another account asks before importing and remembers the answer", async () => {
  const person = await worker.household();
  const { id } = await newAccount(person, { currentBalance: 50, accountNumber: "4410028837" });
  const file = (account: string, ...rows: string[]) => ({
    ...{ content: ofxOf(account, ...rows), name: "download.ofx", type: "" },
  });
  expect((await stageCsv(person, id, file("00004410028837", coffee))).json.questions).toEqual([]);

  const other = file("9900112233", coffee);
  const refused = await importCsv<Refusal>(person, id, other);
  const text = "The file is for account ···2233, but this account is ···8837. Import it here anyway?";
  expect([refused.status, refused.json.message]).toEqual([400, text]);
  expect(await balanceOf(person, id)).toBe(50);
  const staged = (await stageCsv(person, id, other)).json;
  expect(staged.questions).toMatchObject([{ kind: "account", needed: true, text, choices: ["9900112233"] }]);
  await person.patch(`/api/imports/${staged.id}`, { options: { onlyAccount: "9900112233" } });
  await person.post(`/api/imports/${staged.id}/confirm`);
  expect(await balanceOf(person, id)).toBe(45.25);

  expect((await stageCsv(person, id, file("9900112233", twin))).json.questions).toEqual([]);
  // The decision for that account does not apply to a third one, and hides none of its own rows.
  expect((await stageCsv(person, id, file("7700112244", twin))).json.questions).toMatchObject([{ kind: "account" }]);
  const own = (await stageCsv(person, id, file("4410028837", twin))).json;
  expect([own.questions, own.counts]).toMatchObject([[], { new: 1, skipped: 0 }]);
});

test("for a file with several accounts, the account's own is labeled", async () => {
  const person = await worker.household();
  const { id } = await newAccount(person, { currentBalance: 50, accountNumber: "4410028837" });
  const two = ofxOf("4410028837", coffee).replace(
    "</BANKMSGSRSV1>",
    `<STMTTRNRS><STMTRS><CURDEF>USD<BANKACCTFROM><ACCTID>9900112233</BANKACCTFROM><BANKTRANLIST>${twin}</BANKTRANLIST></STMTRS></STMTTRNRS></BANKMSGSRSV1>`,
  );
  const { json } = await stageCsv(person, id, { content: two, name: "two.ofx", type: "" });
  expect(json.questions).toMatchObject([
    { kind: "account", choices: ["4410028837", "9900112233"], labels: ["4410028837 (this account)", "9900112233"] },
  ]);
});

const payment = (name: string) => `<TxDtls><RltdPties><Cdtr><Nm>${name}</Nm></Cdtr></RltdPties></TxDtls>`;
const batch = (amount: string, day: string, ...names: string[]) =>
  `<Ntry><Amt Ccy="EUR">${amount}</Amt><CdtDbtInd>DBIT</CdtDbtInd><BookgDt><Dt>${day}</Dt></BookgDt><Sts>BOOK</Sts><NtryDtls>${names.map(payment).join("")}</NtryDtls></Ntry>`;
const camt = (...entries: string[]) => ({
  content: `<?xml version="1.0"?><Document xmlns="urn:iso:std:iso:20022:tech:xsd:camt.053.001.02"><BkToCstmrStmt><Stmt><Acct><Id><IBAN>DE02100100109307118603</IBAN></Id></Acct>${entries.join("")}</Stmt></BkToCstmrStmt></Document>`,
  name: "statement.xml",
  type: "text/xml",
});

test("CAMT entries of several payments without a reference are imported once, twins each once, in whatever files", async () => {
  const person = await worker.household();
  const { id } = await newAccount(person, { currency: "EUR" });
  const wages = batch("30.00", "2026-10-05", "Ada", "Bea");
  const counts = async (...entries: string[]) => {
    const { json } = await importCsv(person, id, camt(...entries));
    return [json.importedCount, json.skippedCount];
  };
  expect(await counts(wages, wages)).toEqual([2, 0]);
  expect(await counts(wages, wages)).toEqual([0, 2]);
  expect(await counts(batch("9.00", "2026-10-04", "Cy", "Di"), wages, wages, wages)).toEqual([2, 2]);
});

test("an entry of several payments that was imported under another description is not imported again", async () => {
  const person = await worker.household();
  const { id } = await newAccount(person, { currency: "EUR" });
  const file = camt(batch("30.00", "2026-10-05", "Ada", "Bea"), batch("40.00", "2026-10-06", "Cy", "Di"));
  expect((await importCsv(person, id, file)).json.importedCount).toBe(2);
  const key = (date: string, amountMinor: number, description: string) => {
    const unused = { memo: undefined, type: undefined, bankId: undefined, checkNumber: undefined, keyText: undefined };
    const facts = { row: 1, date, amountMinor, description, ...unused, balanceMinor: undefined, currency: undefined };
    const keyOf = createKeyer(id);
    return date.replaceAll("-", "") + keyOf({ ...facts, merchantName: undefined, pending: false });
  };
  // The first payee was the description at first, then all of them.
  const before = [
    [key("2026-10-05", -3000, "Ada"), -3000],
    [key("2026-10-06", -4000, "2 payments: Cy, Di"), -4000],
  ] as const;
  for (const [importKey, amount] of before)
    await worker.db
      .prepare("UPDATE account_transactions SET import_key = ? WHERE user_id = ? AND amount_minor = ?")
      .bind(importKey, person.userId, amount)
      .run();
  expect((await importCsv(person, id, file)).json).toMatchObject({ importedCount: 0, skippedCount: 2 });
});
