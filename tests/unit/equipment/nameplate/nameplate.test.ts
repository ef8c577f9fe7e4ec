import fc from "fast-check";
import { expect, test } from "vitest";
import { type Nameplate, readNameplate } from "~/domain/equipment/nameplate/nameplate";
import { folded } from "~/domain/equipment/nameplate/ocr";
import { SURE_ENOUGH } from "~/domain/equipment/nameplate/reading";

const NOW = 2026;

/** Manufacturer, model number, serial number, refrigerant, charge in pounds, date; null if it is asked for or missing. */
type Expected = [string | null, string | null, string | null, string | null, number | null, string | null];

const plates: [what: string, text: string, expected: Expected][] = [
  [
    "Carrier, a full plate",
    `CARRIER CORPORATION
     MODEL NO. 24ABC636A003   SERIAL NO. 4006A17330
     VOLTS 208/230  PH 1  HZ 60
     FACTORY CHARGED R-410A  6.25 LBS  2.83 KG
     DESIGN PRESSURE HIGH 450 PSI`,
    ["Carrier", "24ABC636A003", "4006A17330", "R-410A", 6.25, "2006-W40"],
  ],
  [
    "Carrier, O for 0 in the serial number and the refrigerant",
    "CARR1ER\nMODEL 24ABC636AO03\nSERIAL 4OO6A17330\nR-41OA 8 LB 4 OZ",
    ["Carrier", "24ABC636AO03", "4006A17330", "R-410A", 8.25, "2006-W40"],
  ],
  [
    "Carrier, one line",
    "Carrier Model: 25HCB636A003 Serial: 1014E12345 Refrigerant: R410A Charge: 7 lbs 8 oz",
    ["Carrier", "25HCB636A003", "1014E12345", "R-410A", 7.5, "2014-W10"],
  ],
  [
    "Carrier, values below their labels",
    "CARRIER\nMODEL NO.\n24ACC636A003\nSERIAL NO.\n3612E04512\nREFRIGERANT\nR-410A 5.4 LBS",
    ["Carrier", "24ACC636A003", "3612E04512", "R-410A", 5.4, "2012-W36"],
  ],
  [
    "Carrier, a row of labels over a row of values",
    "CARRIER\nMODEL NO.   SERIAL NO.\n24ACC636A003   3612E04512",
    ["Carrier", "24ACC636A003", "3612E04512", null, null, "2012-W36"],
  ],
  [
    "Bryant built by Carrier",
    "BRYANT\nMANUFACTURED BY CARRIER CORP\nM/N 113ANA036-A\nS/N 1588E01234\nHCFC-22 6 LBS 9 OZ",
    ["Bryant", "113ANA036-A", "1588E01234", "R-22", 6.563, "1988-W15"],
  ],
  [
    "only the manufacturer's builder is printed",
    "MANUFACTURED BY CARRIER CORP\nM/N PA13NA036\nS/N 2209X70001",
    ["Carrier", "PA13NA036", "2209X70001", null, null, "2009-W22"],
  ],
  [
    "Payne",
    "Payne\nModel PA13NA036000\nSerial 2209X70001\nR22 5 lb",
    ["Payne", "PA13NA036000", "2209X70001", "R-22", 5, "2009-W22"],
  ],
  [
    "Day & Night, by either builder",
    "DAY & NIGHT\nMODEL N4A336GKB\nSERIAL E103412345",
    ["Day & Night", "N4A336GKB", "E103412345", null, null, "2010-W34"],
  ],
  [
    "Carrier of the 1970s, whose code was reused",
    "CARRIER\nMODEL 38CC024\nSERIAL A912345",
    ["Carrier", "38CC024", "A912345", null, null, null],
  ],
  [
    "Carrier of the 1970s with a sure year and an unsure month",
    "CARRIER\nMODEL 38CC024\nSERIAL K167890",
    ["Carrier", "38CC024", "K167890", null, null, "1971"],
  ],
  [
    "Trane with a printed date that agrees",
    "TRANE\nMODEL NO. 4TTR4036L1000AA\nSERIAL NO. 17103N6MF4\nMFR DATE 3/2017\nR-410A 5 LBS 10 OZ",
    ["Trane", "4TTR4036L1000AA", "17103N6MF4", "R-410A", 5.625, "2017-03"],
  ],
  [
    "Trane with a printed date of another year",
    "TRANE\nMODEL NO. 4TTR4036L1000AA\nSERIAL NO. 17103N6MF4\nMFR DATE 3/2019",
    ["Trane", "4TTR4036L1000AA", "17103N6MF4", null, null, null],
  ],
  [
    "Trane of 2008",
    "Trane MODEL 2TTB3036A1000AA SERIAL 81422S41G HCFC-22 5 LBS 15 OZ",
    ["Trane", "2TTB3036A1000AA", "81422S41G", "R-22", 5.938, "2008-W14"],
  ],
  [
    "Trane of 2000",
    "TRANE\nMOD. TTR036C100A2\nSER. NO. R394X7325",
    ["Trane", "TTR036C100A2", "R394X7325", null, null, "2000-W39"],
  ],
  [
    "American Standard",
    "AMERICAN STANDARD HEATING & AIR CONDITIONING\nMODEL 4A7A6036J1000AA\nSERIAL 19253KLMNF\nHFC-410A 6 LBS",
    ["American Standard", "4A7A6036J1000AA", "19253KLMNF", "R-410A", 6, "2019-W25"],
  ],
  [
    "Trane with R-454B read as R-4548",
    "TRANE MODEL 5TTR4036A SERIAL 25053ABCDF\nR-4548 FACTORY CHARGE 5 LB 2 OZ",
    ["Trane", "5TTR4036A", "25053ABCDF", "R-454B", 5.125, "2025-W05"],
  ],
  [
    "Lennox",
    "LENNOX\nM/N 14ACX-036-230-11\nS/N 1913E01234\nR-410A 6 lb 3 oz",
    ["Lennox", "14ACX-036-230-11", "1913E01234", "R-410A", 6.188, "2013-05"],
  ],
  [
    "Lennox in September or October",
    "LENNOX\nM/N EL16XC1-036\nS/N 1915J01234",
    ["Lennox", "EL16XC1-036", "1915J01234", null, null, "2015"],
  ],
  [
    "Lennox of 2021",
    "Lennox Industries Inc.\nModel: SL18XC1-036\nSerial: 5621M99989",
    ["Lennox", "SL18XC1-036", "5621M99989", null, null, "2021-12"],
  ],
  [
    "Armstrong Air",
    "ARMSTRONG AIR\nMODEL 4SCU13LE136P\nSERIAL 5808C05231",
    ["Armstrong Air", "4SCU13LE136P", "5808C05231", null, null, "2008-03"],
  ],
  [
    "Ducane",
    "DUCANE MODEL AC10B36-B SERIAL 5899A05231 R-22",
    ["Ducane", "AC10B36-B", "5899A05231", "R-22", null, "1999-01"],
  ],
  [
    "Goodman",
    "GOODMAN MANUFACTURING COMPANY\nMODEL: GSX140361KD\nSERIAL: 1404123456\nR410A 93 OZ",
    ["Goodman", "GSX140361KD", "1404123456", "R-410A", 5.813, "2014-04"],
  ],
  [
    "Goodman, I for 1",
    "GOODMAN\nMODEL GSX130361\nSERIAL I404123456",
    ["Goodman", "GSX130361", "1404123456", null, null, "2014-04"],
  ],
  [
    "Goodman with no month in its code",
    "GOODMAN\nMODEL GSX130361\nSERIAL 1435123456",
    ["Goodman", "GSX130361", "1435123456", null, null, "2014"],
  ],
  [
    "Amana before Goodman",
    "AMANA REFRIGERATION\nMODEL RCB36A2A\nSERIAL BB80200127",
    ["Amana", "RCB36A2A", "BB80200127", null, null, null],
  ],
  [
    "Amana from Goodman",
    "AMANA\nMODEL ASX160361\nSERIAL 1508123456\nHFC-410A 6 LB. 12 OZ.",
    ["Amana", "ASX160361", "1508123456", "R-410A", 6.75, "2015-08"],
  ],
  [
    "Daikin",
    "DAIKIN\nMODEL DX16SA0361\nSERIAL NO 1811223344\nR-32 2.1 kg",
    ["Daikin", "DX16SA0361", "1811223344", "R-32", 4.63, "2018-11"],
  ],
  [
    "Daikin with an unknown serial number format",
    "DAIKIN\nMODEL RXS12LVJU\nSERIAL E004512",
    ["Daikin", "RXS12LVJU", "E004512", null, null, null],
  ],
  [
    "Rheem",
    "RHEEM\nMODEL RA1436AJ1NA\nSERIAL W291013412\nR-410A 104 OZ",
    ["Rheem", "RA1436AJ1NA", "W291013412", "R-410A", 6.5, "2010-W29"],
  ],
  [
    "Rheem after a factory code",
    "RHEEM\nMODEL NO. RAKA-036JAZ\nSERIAL NO. 0R177 M2807 00097\nR22 6 LBS",
    ["Rheem", "RAKA-036JAZ", "0R177 M2807 00097", "R-22", 6, "2007-W28"],
  ],
  [
    "Ruud",
    "RUUD AIR CONDITIONING DIVISION\nMODEL UAKB-036JAZ\nSERIAL 5182 M3196 07788",
    ["Ruud", "UAKB-036JAZ", "5182 M3196 07788", null, null, "1996-W31"],
  ],
  [
    "York",
    "YORK\nMODEL YCJF36S41S1A\nSERIAL W1G7123456\nR-410A 5 LBS 3 OZ",
    ["York", "YCJF36S41S1A", "W1G7123456", "R-410A", 5.188, "2017-07"],
  ],
  ["York, O for 0", "Y0RK\nMODEL GY9S100\nSERIAL WOE5195159", ["York", "GY9S100", "W0E5195159", null, null, "2005-05"]],
  [
    "York before 2004, whose letters were reused",
    "YORK\nMODEL H1RA036S06\nSERIAL YHFM321456\nR-22 5 LB",
    ["York", "H1RA036S06", "YHFM321456", "R-22", 5, null],
  ],
  [
    "York before 2004 with a letter used once",
    "YORK\nMODEL H1RA036S06\nSERIAL EAPM203490",
    ["York", "H1RA036S06", "EAPM203490", null, null, "1984-01"],
  ],
  [
    "Luxaire in New York",
    "LUXAIRE\nSOLD IN NEW YORK\nMODEL TCJD36\nSERIAL N0D6653823",
    ["Luxaire", "TCJD36", "N0D6653823", null, null, "2006-04"],
  ],
  [
    "Coleman",
    "Coleman MODEL PCG6A300502X1A SERIAL W1A8486767",
    ["Coleman", "PCG6A300502X1A", "W1A8486767", null, null, "2018-01"],
  ],
  [
    "Johnson Controls",
    "JOHNSON CONTROLS\nMODEL ZF036\nSERIAL N2F2123456\nR-454B 7.5 LBS",
    ["Johnson Controls", "ZF036", "N2F2123456", "R-454B", 7.5, "2022-06"],
  ],
  [
    "Mitsubishi Electric, whose code has no decade",
    "MITSUBISHI ELECTRIC\nMODEL MUZ-FH12NA\nSERIAL NO. 84U01234\nR410A 1.15 kg",
    ["Mitsubishi Electric", "MUZ-FH12NA", "84U01234", "R-410A", 2.535, null],
  ],
  [
    "Mitsubishi Electric with a printed date",
    "MITSUBISHI ELECTRIC\nMODEL MUZ-FH12NA\nSERIAL NO. 84U01234\nMANUFACTURED 2018.04",
    ["Mitsubishi Electric", "MUZ-FH12NA", "84U01234", null, null, "2018-04"],
  ],
  [
    "Heil",
    "HEIL\nMODEL NAC036AKC1\nSERIAL L943321238\nHCFC-22 72 OZ",
    ["Heil", "NAC036AKC1", "L943321238", "R-22", 4.5, "1994-W33"],
  ],
  [
    "Tempstar",
    "TEMPSTAR\nMODEL EF16J2200A1\nSERIAL 971235635",
    ["Tempstar", "EF16J2200A1", "971235635", null, null, "1997-W12"],
  ],
  [
    "Comfortmaker",
    "COMFORTMAKER MODEL N4A330AKA100 SERIAL E094712345 R-410A",
    ["Comfortmaker", "N4A330AKA100", "E094712345", "R-410A", null, "2009-W47"],
  ],
  [
    "Frigidaire",
    "FRIGIDAIRE\nMODEL FS4BE-036KA\nSERIAL FSA110704567\nR-410A 6 LBS 2 OZ",
    ["Frigidaire", "FS4BE-036KA", "FSA110704567", "R-410A", 6.125, "2011-07"],
  ],
  [
    "Nordyne",
    "NORDYNE INC. O'FALLON MO\nMODEL GB5BV-T42K-B\nSERIAL GBB030708229",
    ["Nordyne", "GB5BV-T42K-B", "GBB030708229", null, null, "2003-07"],
  ],
  [
    "Bard",
    "BARD MANUFACTURING CO\nMODEL W36A1-A05\nSERIAL 123H80123456702\nR22 58 OZ",
    ["Bard", "W36A1-A05", "123H80123456702", "R-22", 3.625, "1980-06"],
  ],
  [
    "Bosch: no code published",
    "BOSCH\nMODEL BOVA-36HDN1-M18M\nSERIAL FD123456789\nR-410A 8 LBS",
    ["Bosch", "BOVA-36HDN1-M18M", "FD123456789", "R-410A", 8, null],
  ],
  [
    "AAON with a printed date",
    "AAON INC TULSA OK\nMODEL RN-013-8-0-EA09\nSERIAL 201304-ANDH01234\nDATE OF MFR: APR 2013",
    ["AAON", "RN-013-8-0-EA09", "201304-ANDH01234", null, null, "2013-04"],
  ],
  ["no brand", "MODEL ABC-123\nSERIAL 4006A17330\nR-404A 2 LBS", [null, "ABC-123", "4006A17330", "R-404A", 2, null]],
  [
    "two refrigerants",
    "CARRIER\nMODEL 24ABC636A003\nSERIAL 4006A17330\nR-22 OR R-407C 6 LBS",
    ["Carrier", "24ABC636A003", "4006A17330", null, 6, "2006-W40"],
  ],
  [
    "a refrigerant that is not in the unit",
    "CARRIER\nSERIAL 4006A17330\nDO NOT USE R-22\nR-410A 6 LBS",
    ["Carrier", null, "4006A17330", "R-410A", 6, "2006-W40"],
  ],
  [
    "a refrigerant that is not in the list",
    "CARRIER\nSERIAL 4006A17330\nR-421A 6 LBS",
    ["Carrier", null, "4006A17330", null, 6, "2006-W40"],
  ],
  ["two charges", "TRANE\nCIRCUIT 1 R-410A 6 LBS\nCIRCUIT 2 R-410A 9 LBS", ["Trane", null, null, "R-410A", null, null]],
  ["two brands", "CARRIER\nLENNOX\nSERIAL 4006A17330", [null, null, "4006A17330", null, null, null]],
  ["two serial numbers", "TRANE\nSERIAL 17103N6MF4\nSERIAL 81422S41G", ["Trane", null, null, null, null, null]],
  [
    "the compressor's numbers next to the unit's",
    "TRANE\nMODEL 4TTR4036\nSERIAL 17103N6MF4\nCOMPRESSOR MODEL ZP31K5E\nCOMPRESSOR SERIAL 11H12345",
    ["Trane", "4TTR4036", "17103N6MF4", null, null, "2017-W10"],
  ],
  [
    "a shipping weight",
    "TRANE\nMODEL 4TTR4036\nR-410A\nSHIPPING WEIGHT 180 LBS",
    ["Trane", "4TTR4036", null, "R-410A", null, null],
  ],
  [
    "a charge per foot",
    "TRANE\nR-410A FACTORY CHARGE 6 LBS\nADD 0.6 OZ CHARGE PER FT OVER 15 FT",
    ["Trane", null, null, "R-410A", 6, null],
  ],
  ["an impossibly large charge", "TRANE\nR-410A CHARGE 5000 LBS", ["Trane", null, null, "R-410A", null, null]],
  ["a misread charge", "TRANE\nR-410A CHARGE I2 LBS", ["Trane", null, null, "R-410A", 12, null]],
  ["a filter", "MERV 13 AIR FILTER\nMODEL FC100A1037\n16X25X5", [null, null, null, null, null, null]],
  ["a filter in Spanish", "FILTRO DE AIRE MERV 8 MODELO XYZ123", [null, null, null, null, null, null]],
  ["empty", "", [null, null, null, null, null, null]],
  ["blanks", " \n\t\n", [null, null, null, null, null, null]],
  ["a sentence", "The model is the one we put in last year, serial unknown.", [null, null, null, null, null, null]],
  [
    "a note with a phone number",
    "Call Bob about the unit, 555-0100, before noon",
    [null, null, null, null, null, null],
  ],
  [
    "English, Spanish and French labels",
    `YORK
     MODEL / MODELO / MODÈLE: YCJF36S41S1A
     SERIAL NO. / NO. DE SERIE / N° DE SÉRIE: W1G7123456
     REFRIGERANT / REFRIGERANTE / RÉFRIGÉRANT: R-410A
     FACTORY CHARGE / CARGA DE FÁBRICA / CHARGE D'USINE: 5 LBS 3 OZ / 2,35 KG`,
    ["York", "YCJF36S41S1A", "W1G7123456", "R-410A", 5.188, "2017-07"],
  ],
  [
    "Spanish",
    "CARRIER MÉXICO\nMODELO 38CKC036\nNÚMERO DE SERIE: 1210C12345\nREFRIGERANTE R-22 CARGA 2,5 KG\nFECHA DE FABRICACIÓN: 03/2010",
    ["Carrier", "38CKC036", "1210C12345", "R-22", 5.512, "2010-03"],
  ],
  [
    "French",
    "LENNOX\nMODÈLE 14ACX-036-230\nN° DE SÉRIE 1913E01234\nRÉFRIGÉRANT R-410A\nCHARGE 2,8 KG",
    ["Lennox", "14ACX-036-230", "1913E01234", "R-410A", 6.173, "2013-05"],
  ],
  [
    "misread labels and stray characters",
    "| LENN0X ~\n. M0DEL N0: 14ACX-036-230\n' 5ER1AL NO; 1913E01234 _",
    ["Lennox", "14ACX-036-230", "1913E01234", null, null, "2013-05"],
  ],
  [
    "a product series is not a serial number",
    "RHEEM CLASSIC SERIES 16\nMODEL RA1636AJ1NA\nSERIAL W291013412",
    ["Rheem", "RA1636AJ1NA", "W291013412", null, null, "2010-W29"],
  ],
  [
    "lowercase letters",
    "goodman\nmodel gsx140361kd\nserial 1404123456\nr-410a 5 lb",
    ["Goodman", "GSX140361KD", "1404123456", "R-410A", 5, "2014-04"],
  ],
  [
    "a day that may be a month",
    "BOSCH\nSERIAL FD123456789\nMFG DATE 03/04/2019",
    ["Bosch", null, "FD123456789", null, null, null],
  ],
  ["too many letters in place of digits", "GOODMAN\nSERIAL I4O4I2345O", ["Goodman", null, null, null, null, null]],
];

const valuesOf = (plate: Nameplate): Expected => [
  plate.manufacturer.value,
  plate.modelNumber.value,
  plate.serialNumber.value,
  plate.refrigerant.value,
  plate.chargeLb.value,
  plate.built.value,
];

test.each(plates)("%s", (_, text, expected) => {
  expect(valuesOf(readNameplate(text, NOW))).toEqual(expected);
});

test("an uncertain field has a reason and the possible values", () => {
  const york = readNameplate("YORK\nSERIAL YHFM321456\nR-22 OR R-407C", NOW);
  expect(york.built).toMatchObject({ value: null, source: "YHFM321456", others: ["1976-08", "1997-08"] });
  expect(york.built.note).toMatch(/repeats in later years/);
  expect(york.refrigerant).toMatchObject({
    value: null,
    others: ["R-22", "R-407C"],
    note: "More than one refrigerant is named.",
  });
  const misread = readNameplate("GOODMAN\nSERIAL I4O4I2345O", NOW);
  expect(misread.serialNumber).toMatchObject({ value: null, others: ["1404123450", "I4O4I2345O"] });
  expect(readNameplate("BOSCH SERIAL FD123456789", NOW).built.note).toBe(
    "No published code of Bosch serial numbers is known.",
  );
});

test("a corrected misreading is noted", () => {
  const { refrigerant, serialNumber, manufacturer } = readNameplate("CARR1ER\nSERIAL 4OO6A17330\nR-41OA", NOW);
  expect(refrigerant).toMatchObject({ value: "R-410A", source: "R-41OA", note: "“R-41OA” was read as R-410A." });
  expect(serialNumber).toMatchObject({ value: "4006A17330", source: "4OO6A17330", others: ["4OO6A17330"] });
  expect(manufacturer.confidence).toBeLessThan(0.9);
});

const words = fc.constantFrom(
  ...[
    "CARRIER",
    "TRANE",
    "Y0RK",
    "MODEL",
    "SERIAL NO.",
    "S/N",
    "R-410A",
    "R-22",
    "R-41OA",
    "CHARGE",
    "6 LBS",
    "4 OZ",
    "2,35 KG",
  ],
  ...[
    "4006A17330",
    "W1G7123456",
    "1404123456",
    "YHFM321456",
    "MFR DATE",
    "3/2017",
    "\n",
    ":",
    "COMPRESSOR",
    "DE",
    "N°",
    "ß",
    "İ",
    "𝔐",
  ],
);
const anyText = fc.oneof(
  fc.string({ unit: "binary", maxLength: 200 }),
  fc.array(fc.oneof(words, fc.string({ maxLength: 6 })), { maxLength: 24 }).map((parts) => parts.join(" ")),
);

/** Replaces characters that are easily confused, and removes blanks and punctuation. */
const alike = (text: string) =>
  folded(text)
    .replace(/[^A-Z0-9|]/g, "")
    .replace(
      /[OQD0IL|1Z2S5G6B8]/g,
      (char) => ({ O: "0", Q: "0", D: "0", I: "1", L: "1", "|": "1", Z: "2", S: "5", G: "6", B: "8" })[char] ?? char,
    );

test("no text makes the reader invent a value", () => {
  fc.assert(
    fc.property(anyText, (text) => {
      const plate = readNameplate(text, NOW);
      for (const field of Object.values(plate)) {
        expect(field.confidence).toBeLessThanOrEqual(1);
        if (field.source !== null) for (const part of field.source.split(" · ")) expect(text).toContain(part);
        if (field.value === null) expect(field.note).toBeTruthy();
        else expect(field).toMatchObject({ source: expect.any(String) });
        if (field.value !== null) expect(field.confidence).toBeGreaterThanOrEqual(SURE_ENOUGH);
      }
      for (const { value, source } of [plate.serialNumber, plate.modelNumber]) {
        if (value !== null) expect(alike(value)).toBe(alike(source ?? ""));
      }
      if (plate.refrigerant.value)
        expect(alike(plate.refrigerant.source ?? "")).toMatch(
          new RegExp(alike(plate.refrigerant.value.slice(2)).replaceAll("A", "[A4]")),
        );
      const [date] = plate.built.source?.match(/\d{4}/) ?? [];
      if (plate.built.value && plate.built.source !== plate.serialNumber.source) expect(date ?? "").toBeTruthy();
    }),
    { numRuns: 1500 },
  );
});
