import { expect, test } from "vitest";
import { decode } from "~/domain/finance/imports/csv/decode";
import { statementAsCsv } from "~/domain/finance/imports/statements/statement.server";
import { importText, inShort } from "./import-file";

function statement(text: string) {
  const file = decode(new TextEncoder().encode(text));
  const csv = "refusal" in file ? file : statementAsCsv(file);
  if ("refusal" in csv) throw new Error(csv.refusal);
  return importText(csv.text);
}

const SGML = `OFXHEADER:100
DATA:OFXSGML
VERSION:102
ENCODING:USASCII
CHARSET:1252

<OFX><SIGNONMSGSRSV1><SONRS><STATUS><CODE>0<SEVERITY>INFO</STATUS><DTSERVER>20261105</SONRS></SIGNONMSGSRSV1>
<BANKMSGSRSV1><STMTTRNRS><TRNUID>1<STMTRS><CURDEF>USD
<BANKACCTFROM><BANKID>1<ACCTID>000123<ACCTTYPE>CHECKING</BANKACCTFROM>
<BANKTRANLIST><DTSTART>20261001<DTEND>20261031
<STMTTRN><TRNTYPE>DEBIT<DTPOSTED>20261031235959.000[-5:EST]<TRNAMT>-4.75<FITID>A1<NAME>COFFEE &amp; TEA<MEMO>Main St</STMTTRN>
<STMTTRN>
<TRNTYPE>CREDIT
<DTPOSTED>20261030
<TRNAMT>1000.00
<FITID>A2
<CHECKNUM>
<NAME>PAYROLL
</STMTTRN>
<STMTTRN><TRNTYPE>CHECK<DTPOSTED>20261029<TRNAMT>-60<FITID>A3<CHECKNUM>1042<MEMO>Check paid</STMTTRN>
</BANKTRANLIST><LEDGERBAL><BALAMT>935.25<DTASOF>20261031</LEDGERBAL></STMTRS></STMTTRNRS></BANKMSGSRSV1></OFX>
`;

test("an OFX 1 file: unclosed tags, days in the bank's zone, ids and check numbers", () => {
  const { mapping, questions, rows, errors } = statement(SGML);
  expect([mapping.format, questions, errors]).toEqual(["OFX", [], []]);
  expect(rows.map(inShort)).toEqual([
    "2026-10-31 -4.75 COFFEE & TEA",
    "2026-10-30 1000.00 PAYROLL",
    "2026-10-29 -60.00 Check paid",
  ]);
  expect(rows[0]).toMatchObject({ bankId: "A1", memo: "Main St", currency: "USD" });
  expect(rows.map(({ checkNumber }) => checkNumber)).toEqual([undefined, undefined, "1042"]);
});

test("an OFX 2 file is XML, and a card's charges are money out", () => {
  const { rows, errors } = statement(`<?xml version="1.0" encoding="UTF-8"?>
<?OFX OFXHEADER="200" VERSION="211" SECURITY="NONE" OLDFILEUID="NONE" NEWFILEUID="NONE"?>
<OFX><CREDITCARDMSGSRSV1><CCSTMTTRNRS><CCSTMTRS><CURDEF>EUR</CURDEF><CCACCTFROM><ACCTID>4111</ACCTID></CCACCTFROM>
<BANKTRANLIST><STMTTRN><TRNTYPE>POS</TRNTYPE><DTPOSTED>20261005120000</DTPOSTED><TRNAMT>-12,50</TRNAMT><FITID>Z9</FITID><NAME>Bücher &amp; mehr</NAME></STMTTRN>
</BANKTRANLIST></CCSTMTRS></CCSTMTTRNRS></CREDITCARDMSGSRSV1></OFX>`);
  expect([rows.map(inShort), errors]).toEqual([["2026-10-05 -12.50 Bücher & mehr"], []]);
  expect(rows[0]).toMatchObject({ bankId: "Z9", currency: "EUR" });
});

test("a file with two accounts asks which one to import", () => {
  const two = SGML.replace(
    "</BANKMSGSRSV1>",
    "<STMTTRNRS><STMTRS><CURDEF>USD<BANKACCTFROM><ACCTID>777</BANKACCTFROM><BANKTRANLIST><STMTTRN><DTPOSTED>20261001<TRNAMT>-1<FITID>B1<NAME>Fee</STMTTRN></BANKTRANLIST></STMTRS></STMTTRNRS></BANKMSGSRSV1>",
  );
  expect(statement(two).questions).toMatchObject([{ kind: "account", needed: true, choices: ["000123", "777"] }]);
});

test("a QIF file: payee, memo, check number and Quicken's date format", () => {
  const { mapping, rows, questions } = statement(
    "!Type:Bank\nD1/25'26\nT-1,234.56\nN1043\nPLandlord\nMRent\nLHousing\n^\nD1/ 5'26\nT90.00\nCX\nPCoaching\n^\n!Type:Cat\nNFood\n^\n",
  );
  expect([mapping.format, mapping.dateOrder, questions]).toEqual(["QIF", "mdy", []]);
  expect(rows.map(inShort)).toEqual(["2026-01-25 -1234.56 Landlord", "2026-01-05 90.00 Coaching"]);
  expect(rows[0]).toMatchObject({ memo: "Rent", checkNumber: "1043" });
});

test("a QIF file with ambiguous day and month asks for the order", () => {
  expect(statement("!Type:CCard\nD03/04/2026\nT-5.00\nPx\n^\n").questions).toMatchObject([{ kind: "dateOrder" }]);
});

const entry = (more: string) => `<Ntry>${more}<BookgDt><Dt>2026-10-05</Dt></BookgDt><Sts>BOOK</Sts></Ntry>`;
const camt = (entries: string, prolog = "") =>
  `<?xml version="1.0" encoding="UTF-8"?>${prolog}
<Document xmlns="urn:iso:std:iso:20022:tech:xsd:camt.053.001.02"><BkToCstmrStmt><GrpHdr><MsgId>1</MsgId></GrpHdr><Stmt>
<Acct><Id><IBAN>DE02100100109307118603</IBAN></Id><Ccy>EUR</Ccy></Acct>${entries}</Stmt></BkToCstmrStmt></Document>`;

test("a CAMT.053 file: direction, counterparty, remittance, the servicer's reference, pending and information", () => {
  const { mapping, rows, skipped, questions } = statement(
    camt(
      `${entry(`<Amt Ccy="EUR">12.50</Amt><CdtDbtInd>DBIT</CdtDbtInd><AcctSvcrRef>R1</AcctSvcrRef><NtryDtls><TxDtls><RltdPties><Cdtr><Nm>Buchladen</Nm></Cdtr></RltdPties><RmtInf><Ustrd>Rechnung 7</Ustrd><Ustrd>Danke</Ustrd></RmtInf></TxDtls></NtryDtls>`)}
${entry(`<Amt Ccy="EUR">900.00</Amt><CdtDbtInd>CRDT</CdtDbtInd><NtryDtls><TxDtls><Refs><AcctSvcrRef>R2</AcctSvcrRef></Refs><RltdPties><Dbtr><Pty><Nm>Firma</Nm></Pty></Dbtr></RltdPties></TxDtls></NtryDtls>`)}
${entry(`<Amt Ccy="EUR">1.00</Amt><CdtDbtInd>DBIT</CdtDbtInd><AddtlNtryInf>Entgelt</AddtlNtryInf>`).replace("BOOK", "PDNG")}
${entry(`<Amt Ccy="EUR">2.00</Amt><CdtDbtInd>DBIT</CdtDbtInd>`).replace("<Sts>BOOK</Sts>", "<Sts><Cd>INFO</Cd></Sts>")}`,
    ),
  );
  expect([mapping.format, questions]).toEqual(["CAMT", []]);
  expect(rows.map(inShort)).toEqual([
    "2026-10-05 -12.50 Buchladen",
    "2026-10-05 900.00 Firma",
    "2026-10-05 -1.00 Entgelt",
  ]);
  expect(rows[0]).toMatchObject({ bankId: "R1", memo: "Rechnung 7 Danke", merchantName: "Buchladen" });
  expect(rows[1]?.bankId).toBe("R2");
  expect(rows.map(({ pending }) => pending)).toEqual([false, false, true]);
  expect(skipped).toHaveLength(1);
});

test("a CAMT entry of several payments is described by all of them, not by the first", () => {
  const payment = (name: string) =>
    `<TxDtls><RltdPties><Cdtr><Nm>${name}</Nm></Cdtr></RltdPties><RmtInf><Ustrd>Lohn</Ustrd></RmtInf></TxDtls>`;
  const batch = (more: string) =>
    `<Amt Ccy="EUR">30.00</Amt><CdtDbtInd>DBIT</CdtDbtInd>${more}<NtryDtls>${payment("Ada")}${payment("Bea")}</NtryDtls>`;
  const { rows } = statement(
    camt(`${entry(batch(""))}${entry(batch("<AddtlNtryInf>Sammler</AddtlNtryInf><AcctSvcrRef>R9</AcctSvcrRef>"))}`),
  );
  expect(rows.map(inShort)).toEqual(["2026-10-05 -30.00 2 payments: Ada, Bea", "2026-10-05 -30.00 Sammler"]);
  expect(rows.map(({ merchantName }) => merchantName)).toEqual([undefined, undefined]);
  expect(rows[1]).toMatchObject({ memo: "2 payments: Ada, Bea", bankId: "R9" });
});

test("an entry without a direction is a row error", () => {
  expect(statement(camt(entry(`<Amt Ccy="EUR">12.50</Amt>`))).errors).toHaveLength(1);
});

test.each([
  [
    "a document type",
    camt("", `<!DOCTYPE d [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;">]>`),
    "it has a document type",
  ],
  ["a custom entity", camt(entry("<Amt>&boom;</Amt>")), "it is not well-formed"],
  ["endless nesting", camt("<a>".repeat(5_000)), "its elements are nested too deep"],
  ["a flood of elements", camt("<a/>".repeat(30_000)), "it has too many elements"],
  ["an endless record", camt(`<Ntry>${"<a/>".repeat(3_000)}</Ntry>`), "it has too many elements"],
  ["endless SGML", SGML.replace("<BANKTRANLIST>", "<A>".repeat(5_000)), "its elements are nested too deep"],
])("hostile markup is rejected: %s", (_, text, why) => {
  expect(() => statement(text)).toThrow(`The file cannot be read: ${why}.`);
});

test.each([
  ["an OFX file without transactions of a bank account", "OFXHEADER:100\n<OFX></OFX>"],
  ["a QIF file without transactions of a bank account", "!Type:Cat\nNFood\n^\n"],
  ["an XML file without transactions of a bank account", camt("")],
])("%s is rejected", (what, text) => {
  expect(() => statement(text)).toThrow(`The file is ${what}.`);
});

test("an OFX 1 body with an OFX 2 header, and one whose header is a comment", () => {
  const body = SGML.slice(SGML.indexOf("<OFX>"));
  const head = '<?xml version="1.0" encoding="UTF-8"?>\n<?OFX OFXHEADER="200" VERSION="203"?>\n';
  expect(statement(head + body).rows).toHaveLength(3);
  expect(statement(`<!--\n${SGML.slice(0, SGML.indexOf("<OFX>"))}-->\n${body}`).rows).toHaveLength(3);
});

test("an OFX 1 file whose header begins with another key is read", () => {
  expect(statement(SGML.slice(SGML.indexOf("DATA:"))).rows).toHaveLength(3);
});

test("a memo that is the same in every entry stays the description, whatever the ids and types", () => {
  const entries = ["CREDIT", "DEBIT", "FEE"].map(
    (type, at) =>
      `<STMTTRN><TRNTYPE>${type}<DTPOSTED>2026100${at + 1}<TRNAMT>-1.00<FITID>ABCD-${at}-XYZW<MEMO>Kiosk</STMTTRN>`,
  );
  const { rows } = statement(SGML.replace(/<STMTTRN>[\s\S]*<\/STMTTRN>/, entries.join("\n")));
  expect(rows.map(({ description }) => description)).toEqual(["Kiosk", "Kiosk", "Kiosk"]);
});

test("a CAMT.053 file with credits of two types raises no question", () => {
  const credit = (code: string) =>
    entry(`<Amt Ccy="EUR">9.00</Amt><CdtDbtInd>CRDT</CdtDbtInd><BkTxCd><Prtry><Cd>${code}</Cd></Prtry></BkTxCd>`);
  const { questions, rows } = statement(camt(credit("BOOK") + credit("INTR")));
  expect([questions, rows.map(({ amountMinor }) => amountMinor)]).toEqual([[], [900, 900]]);
});

test("a truncated OFX 2 file is rejected", () => {
  const cut = `<?xml version="1.0"?>\n<?OFX OFXHEADER="200"?>\n${SGML.slice(SGML.indexOf("<OFX>")).slice(0, 500)}`;
  expect(() => statement(cut)).toThrow("it is not well-formed");
});
