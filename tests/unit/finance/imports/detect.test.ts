import { expect, test } from "vitest";
import { decode } from "~/domain/finance/imports/csv/decode";
import { detectFormat } from "~/domain/finance/imports/csv/detect";
import { readRows } from "~/domain/finance/imports/csv/read-rows";
import { detectText, importFixture, importText, inShort } from "./import-file";

function refusalOf(text: string) {
  const file = decode(new TextEncoder().encode(text));
  if ("refusal" in file) return file.refusal;
  const detected = detectFormat(file);
  return "refusal" in detected ? detected.refusal : null;
}

test.each([
  ["comma", "Date,Description,Amount\n2025-01-02,a,-5.00\n", ","],
  ["semicolon with decimal commas", "Datum;Text;Betrag\n02.01.2025;a;-5,00\n13.01.2025;b;-6,00\n", ";"],
  ["two semicolon columns with a comma in each row", "02.01.2025;-5,00\n13.01.2025;-6,00\n", ";"],
  ["tab", "Date\tDescription\tAmount\n2025-01-02\ta, b\t-5.00\n", "\t"],
  ["bar", "Date|Description|Amount\n2025-01-02|a, b|-5.00\n", "|"],
  ["Excel's own line", "sep=;\nDate;Description;Amount\n2025-01-02;a;-5.00\n", ";"],
])("the delimiter is detected: %s", (_, text, delimiter) => {
  const { mapping, questions } = detectText(text);
  expect([mapping.delimiter, questions]).toEqual([delimiter, []]);
});

test("the header is found below a preamble of up to 19 lines", () => {
  const preamble = Array.from({ length: 19 }, (_, line) => `Note ${line}`).join("\n");
  const { mapping, rows } = importText(`${preamble}\nDate,Description,Amount\n2025-01-02,a,-5.00\n`);
  expect(mapping).toMatchObject({ headerRow: 20, firstRow: 21 });
  expect(rows.map(inShort)).toEqual(["2025-01-02 -5.00 a"]);
});

test("a file without a header is read by its columns' contents", () => {
  const { mapping, questions, rows } = importText("14.11.2025;Bäcker Müller;-5,00\n03.11.2025;Gehalt;2.150,00\n");
  expect(mapping).toMatchObject({ headerRow: 0, firstRow: 1, columns: { date: 0, description: 1, amount: 2 } });
  expect(questions).toEqual([]);
  expect(rows.map(inShort)).toEqual(["2025-11-14 -5.00 Bäcker Müller", "2025-11-03 2150.00 Gehalt"]);
});

test("two unnamed amount columns raise a question", () => {
  const { questions } = importText("14.11.2025;Bäcker;-5,00;95,00\n03.11.2025;Gehalt;100,00;10,00\n");
  expect(questions).toMatchObject([{ kind: "columns", needed: true }]);
});

test("unknown column names are matched by content, and raise a question if ambiguous", () => {
  const { mapping, questions } = detectText(
    "Wann;Was;Wieviel;Stand\n14.11.2025;a;-5,00;95,00\n03.11.2025;b;1,00;10,00\n",
  );
  expect(mapping).toMatchObject({ headerRow: 1, columns: { date: 0, description: 1, amount: 2, balance: 3 } });
  expect(questions).toMatchObject([{ kind: "columns", needed: true }]);
});

test("an ambiguous date order raises a question with both readings, and its rows are errors until answered", () => {
  const { mapping, questions, rows, errors, text } = importFixture("ambiguous-dates.csv");
  expect(questions).toEqual([
    {
      kind: "dateOrder",
      needed: true,
      text: "Is 03/04/2025 March 4, 2025 or April 3, 2025?",
      choices: ["mdy", "dmy"],
      labels: ["March 4, 2025", "April 3, 2025"],
    },
  ]);
  expect(rows).toEqual([]);
  expect(errors[0]?.message).toBe(
    "Row 2: date “03/04/2025” can be read two ways: choose whether day or month comes first",
  );
  const answered = readRows(text, { ...mapping, dateOrder: "dmy" });
  expect(answered.rows.map((row) => row.date)).toEqual(["2025-04-03", "2025-06-05"]);
});

test("an unclear decimal mark raises a question, and its rows are errors until answered", () => {
  const { mapping, questions, errors, text } = importText("Date,Description,Amount\n2025-01-02,a,12.345\n");
  expect(questions.map((question) => question.text)).toContain("Does 12.345 have a decimal point or a decimal comma?");
  expect(errors[0]?.message).toBe("Row 2: amount “12.345” can be read two ways: choose the decimal mark");
  expect(readRows(text, { ...mapping, decimalMark: "," }).rows.map((row) => row.amountMinor)).toEqual([1_234_500]);
});

test("one value decides the decimal mark for the whole column, and balances help where amounts do not", () => {
  expect(
    importText("Date,Text,Amount\n2025-01-02,a,1.000\n2025-01-03,b,-5\n2025-01-04,c,-7,\n").mapping.decimalMark,
  ).toBeNull();
  expect(importText("Date;Text;Amount\n2025-01-02;a;-1.000\n2025-01-03;b;-12,50\n").rows[0]?.amountMinor).toBe(
    -100_000,
  );
  const byBalance = importText("Date;Text;Amount;Balance\n2025-01-02;a;-1.000;12,50\n");
  expect(byBalance.rows[0]?.amountMinor).toBe(-100_000);
});

test("a credit column with negative amounts raises a question, unless the bank is known to use it", () => {
  const { questions } = importText("Date,Description,Debit,Credit\n2025-01-20,a,5.00,\n2025-01-21,b,,-6.00\n");
  expect(questions).toMatchObject([{ kind: "sign", needed: true }]);
  expect(importFixture("citi.csv").questions).toEqual([]);
});

test("a signed amount next to a direction column keeps its sign", () => {
  const { mapping, rows } = importText(
    "Date,Description,Amount,Type\n2025-01-20,a,-5.00,Debit\n2025-01-21,b,6.00,Credit\n",
  );
  expect(mapping.signStyle).toBe("signed");
  expect(rows.map((row) => row.amountMinor)).toEqual([-500, 600]);
});

test("correcting columns, header row or delimiter reruns the detection", () => {
  const text = "Tag;Konto;Was;Wieviel\n14.11.2025;7,00;a;-5,00\n";
  const { mapping, questions } = detectText(text, { columns: { date: 0, description: 2, amount: 3 } });
  expect(questions).toEqual([]);
  expect(readRows(text, mapping).rows.map(inShort)).toEqual(["2025-11-14 -5.00 a"]);
  const noHeader = detectText(text, { headerRow: 0, firstRow: 2, columns: { date: 0, description: 2, amount: 3 } });
  expect(noHeader.mapping).toMatchObject({ headerRow: 0, firstRow: 2 });
  expect(detectText(text, { delimiter: "," }).questions).toMatchObject([{ kind: "columns", needed: true }]);
});

test.each([
  [
    "a letter",
    "Dear bank\nplease send me a CSV\n",
    "The file has no columns: its rows have no comma, semicolon, tab or vertical bar.",
  ],
  ["only a header row", "Date,Description,Amount\n", "The file has no rows below its header."],
  ["60,000 columns", `${"Amount,".repeat(60_000)}\n${"1.00,".repeat(60_000)}\n`, "Row 1 has more than 200 columns."],
  [
    "250,000 rows",
    `Date,Description,Amount\n${"2025-01-02,a,-5.00\n".repeat(250_000)}`,
    "The file has 250,000 rows; the limit is 200,000.",
  ],
])("%s is rejected with a sentence", (_, text, refusal) => {
  expect(refusalOf(text)).toBe(refusal);
});

test("a mapping is plain JSON", () => {
  const { mapping, text, rows } = importFixture("ing-nl.csv");
  expect(readRows(text, JSON.parse(JSON.stringify(mapping))).rows).toEqual(rows);
});

test("files from one bank share a header hash, files from two banks do not", () => {
  const hashes = ["chase-card.csv", "chase-checking.csv", "wells-fargo.csv"].map(
    (name) => importFixture(name).headerHash,
  );
  expect(new Set(hashes).size).toBe(3);
  expect(detectText("date , DESCRIPTION,Amount\n2025-01-20,a,-5.00\n").headerHash).toBe(
    detectText("Date,Description,Amount\n2024-01-20,b,-7.00\n").headerHash,
  );
});

test("a list of daily balances is not read as transactions", () => {
  const { questions, rows } = importText(
    "Datum,Boeksaldo,Valutair saldo\n2025-05-30,13.20,13.20\n2025-05-29,19.69,13.20\n",
  );
  expect([rows, questions.map(({ kind, needed }) => [kind, needed])]).toEqual([[], [["columns", true]]]);
});

test("a column without any decimals is read alongside one that has some", () => {
  const { rows, questions } = importText(
    "31.05.2025;Salary;33123,56;0\n03.05.2025;Account fee;0;50\n14.05.2025;Kiosk;0;15\n",
  );
  expect(questions.map(({ kind }) => kind)).toEqual(["sign"]);
  expect(rows.map(({ amountMinor }) => Math.abs(amountMinor))).toEqual([3312356, 5000, 1500]);
});

test("whether a card is a debit or a credit card does not decide the direction", () => {
  const { mapping, questions } = detectText(
    "Date,Description,Amount,Card funding\n2025-01-02,a,5.00,credit\n2025-01-03,b,6.00,debit\n",
  );
  expect([mapping.signStyle, questions.map(({ kind }) => kind)]).toEqual(["signed", ["sign"]]);
});

test("the amount with the account's currency in its name's brackets precedes one in another currency", () => {
  const { mapping } = detectText(
    "Date,Text,Amount (foreign),Amount (account currency)\n2025-01-02,a,-5.00,-4.10\n2025-01-13,b,-6.00,-5.05\n",
  );
  expect(mapping.columns.amount).toBe(3);
});
