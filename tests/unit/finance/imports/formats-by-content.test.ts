import { expect, test } from "vitest";
import { importText, inShort } from "./import-file";

// Fictional files in the formats banks publish: none is recognized by the bank's name.
const FILES: [shape: string, lines: string[], rows: string[]][] = [
  [
    "a column of D and C next to an unsigned amount",
    [
      "EXPORT;;;;",
      "Rekening;Transactiedatum;Valutacode;CreditDebet;Bedrag;Tegenrekeninghouder;Omschrijving",
      "NL01;01-10-2025;EUR;D;12,50;Winkel;",
      "NL01;02-10-2025;EUR;C;900,00;Werk;Loon",
      "NL01;20-10-2025;EUR;D;5,00;;Kosten kaart",
    ],
    ["2025-10-01 -12.50 Winkel", "2025-10-02 900.00 Loon", "2025-10-20 -5.00 Kosten kaart"],
  ],
  [
    "D and K, with balances and turnovers between the rows, and a column without a name",
    [
      '"Sąskaitos Nr.","","Data","Gavėjas","Paaiškinimai","Suma","Valiuta","D/K"',
      '"LT1","10","2025-10-01","","Likutis pradžiai","100.00","EUR","K"',
      '"LT1","20","2025-10-02","Parduotuvė","Pirkinys","12.50","EUR","D"',
      '"LT1","20","2025-10-03","Darbas","Alga","900.00","EUR","K"',
      '"LT1","82","2025-10-31","","Apyvarta","12.50","EUR","D"',
      '"LT1","82","2025-10-31","","Apyvarta","900.00","EUR","K"',
      '"LT1","86","2025-10-31","","likutis pabaigai","987.50","EUR","K"',
    ],
    ["2025-10-02 -12.50 Pirkinys", "2025-10-03 900.00 Alga"],
  ],
  [
    "known and unknown column names, with the balance before the amount",
    [
      "Buchung;Valuta;Auftraggeber/Empfänger;Buchungstext;Verwendungszweck;Saldo;Währung;Betrag;Währung",
      "13.10.2025;13.10.2025;Markt;Lastschrift;Einkauf 1;975,00;EUR;-25,00;EUR",
      "12.10.2025;12.10.2025;Firma;Gehalt;Lohn;1.000,00;EUR;900,00;EUR",
    ],
    ["2025-10-13 -25.00 Einkauf 1", "2025-10-12 900.00 Lohn"],
  ],
  [
    "an amount with its currency next to one in another currency",
    [
      "kaart;datum transactie;bedrag;credit;debet;munt;bedrag in EUR;Handelaar",
      "4111;13/10/2025;-12,50;;-12,50;EUR;-12,50;Winkel",
      "4111;14/10/2025;-10,00;;-9,20;USD;-9,20;Shop",
      "4111;15/10/2025;50,00;50,00;;EUR;50,00;Terug",
    ],
    ["2025-10-13 -12.50 Winkel", "2025-10-14 -9.20 Shop", "2025-10-15 50.00 Terug"],
  ],
  [
    "an id and a timestamp first, which are not descriptions",
    [
      "id,created,amount,currency,category,description",
      "tx_0001,2018-02-20T10:00:00Z,-3.50,GBP,eating,SANDWICHES",
      "tx_0002,2018-02-21 10:00:00 +0000,100.00,GBP,general,Top up",
    ],
    ["2018-02-20 -3.50 SANDWICHES", "2018-02-21 100.00 Top up"],
  ],
  [
    "an empty description next to a filled text column",
    [
      "Buchungsdatum;Wertstellung;Verwendungszweck;Text;Betrag;Währung",
      "13.10.2025;13.10.2025;;Einkauf;-12,50;EUR",
      "14.10.2025;14.10.2025;;Gehalt;900,00;EUR",
    ],
    ["2025-10-13 -12.50 Einkauf", "2025-10-14 900.00 Gehalt"],
  ],
  [
    "a product name in the description column",
    [
      "Bewertungsdatum;Produkt;IBAN;Whrg.;Datum von;Datum bis;Beschreibung;Buchungsdatum;Beschreibung 1;Belastung;Gutschrift;Saldo",
      "31.10.2025;234;CH1;CHF;01.10.2025;31.10.2025;Privatkonto;13.10.2025;Laden;12.50;;1'087.50",
      "31.10.2025;234;CH1;CHF;01.10.2025;31.10.2025;Privatkonto;12.10.2025;Lohn;;1'000.00;1'100.00",
    ],
    ["2025-10-13 -12.50 Laden", "2025-10-12 1000.00 Lohn"],
  ],
  [
    "no header, with separate debit and credit columns before the balance",
    ["10/13/2025,COFFEE,4.75,,995.25", "10/14/2025,PAYROLL,,900.00,1895.25", "10/15/2025,RENT,800.00,,1095.25"],
    ["2025-10-13 -4.75 COFFEE", "2025-10-14 900.00 PAYROLL", "2025-10-15 -800.00 RENT"],
  ],
  [
    "unknown column names that the balance explains",
    [
      "Wann;Was;Wieviel;Xo;Stand",
      "01.10.2025;Anfang;5,00;Zut;105,00",
      "02.10.2025;Laden;12,50;Brr;92,50",
      "13.10.2025;Lohn;900,00;Zut;992,50",
      "14.10.2025;Miete;500,00;Brr;492,50",
    ],
    ["2025-10-01 5.00 Anfang", "2025-10-02 -12.50 Laden", "2025-10-13 900.00 Lohn", "2025-10-14 -500.00 Miete"],
  ],
  [
    "signs that the balance proves reversed",
    [
      "Date,Description,Amount,Balance",
      "2025-10-01,Start,-5.00,105.00",
      "2025-10-02,Shop,12.50,92.50",
      "2025-10-03,Cafe,2.50,90.00",
      "2025-10-04,Pay,-10.00,100.00",
    ],
    ["2025-10-01 5.00 Start", "2025-10-02 -12.50 Shop", "2025-10-03 -2.50 Cafe", "2025-10-04 10.00 Pay"],
  ],
  [
    "dates that end with a dot, and a space between thousands",
    ["Dátum;Megnevezés;Összeg", "2025.10.01.;Bolt;-1 250,00", "2025.10.02.;Fizetés;90 000,00"],
    ["2025-10-01 -1250.00 Bolt", "2025-10-02 90000.00 Fizetés"],
  ],
];

test.each(FILES)("%s: read without questions or errors", (_, lines, rows) => {
  const read = importText(`${lines.join("\n")}\n`);
  expect([read.questions, read.errors]).toEqual([[], []]);
  expect(read.rows.map(inShort)).toEqual(rows);
});

test("amounts without any sign of direction raise a question showing the first row", () => {
  const { questions } = importText("Date,Description,Amount\n2025-10-01,Shop,12.50\n2025-10-02,Cafe,3.00\n");
  expect(questions).toMatchObject([
    {
      kind: "sign",
      needed: true,
      text: "All 2 amounts are positive. Is row 2 (Shop, 12.50) money in or money out?",
      labels: ["Money in (+12.50)", "Money out (-12.50)"],
    },
  ]);
});

test("a warning appears if more than a fifth of the rows have no description", () => {
  const { warnings } = importText("Date,Description,Amount\n2025-10-01,,-12.50\n2025-10-02,Cafe,-3.00\n");
  expect(warnings).toEqual(["1 of 2 transactions have no description."]);
});
