import { expect, test } from "vitest";
import type { Family } from "~/domain/equipment/nameplate/makers";
import { decodeSerial } from "~/domain/equipment/nameplate/serial-dates";

const NOW = 2026;

/** Examples from the publications named in the rules, and numbers of the same forms. */
const serials: [family: Family, serial: string, dates: string[]][] = [
  ["carrier", "4006A17330", ["2006-W40"]],
  ["carrier", "1014E12345", ["2014-W10"]],
  ["carrier", "3188E04512", ["1988-W31"]],
  ["carrier", "0199F1234", ["1999-W01"]],
  ["carrier", "850304091", ["1985-03"]],
  ["carrier", "W4D14008", ["1984-09"]],
  ["carrier", "R2D12345", ["1982-05"]],
  ["carrier", "2RD12345", ["1982-05"]],
  ["carrier", "A167890", ["1971-01"]],
  ["carrier", "A912345", ["1969-01", "1979-01"]],
  ["carrier", "K167890", ["1971-10", "1971-11"]],
  ["carrier", "5406A17330", []],
  ["trane", "81422S41G", ["2008-W14"]],
  ["trane", "11241KADBB", ["2011-W24"]],
  ["trane", "17103N6MF4", ["2017-W10"]],
  ["trane", "227123456", ["2002-W27"]],
  ["trane", "7165RHA1G", ["2007-W16"]],
  ["trane", "R394X7325", ["2000-W39"]],
  ["trane", "B50632891", ["1987-W50"]],
  ["trane", "S23123456", ["1986-W23"]],
  ["trane", "123456T", ["1981"]],
  ["trane", "Q23123456", []],
  ["lennox", "5800A12345", ["2000-01"]],
  ["lennox", "1602H13034", ["2002-08"]],
  ["lennox", "5621M99989", ["2021-12"]],
  ["lennox", "1915J01234", ["2015-09", "2015-10"]],
  ["lennox", "5899A05231", ["1999-01"]],
  ["lennox", "5850A05231", []],
  ["goodman", "1404123456", ["2014-04"]],
  ["goodman", "9901123456", ["1999-01"]],
  ["goodman", "040852398", ["2004-08"]],
  ["goodman", "1435123456", ["2014"]],
  ["goodman", "1460123456", []],
  ["amana", "BB80200127", ["1971", "1981", "1991", "2001"]],
  ["amana", "S123456789", ["1969", "1979", "1989", "1999", "2009"]],
  ["rheem", "W291013412", ["2010-W29"]],
  ["rheem", "0R177 M2807 00097", ["2007-W28"]],
  ["rheem", "5182 M3196 07788", ["1996-W31"]],
  ["rheem", "6012345678", []],
  ["rheem", "0512045678", ["2012-05", "2012-W05"]],
  ["york", "W0E5195159", ["2005-05"]],
  ["york", "N0D6653823", ["2006-04"]],
  ["york", "W1G7123456", ["2017-07"]],
  ["york", "W1A8486767", ["2018-01"]],
  ["york", "W0A2123456", []],
  ["york", "YHFM321456", ["1976-08", "1997-08"]],
  ["york", "XBFM220710", ["1976-02", "1997-02"]],
  ["york", "EAPM203490", ["1984-01"]],
  ["york", "NNNM123456", ["1983-12"]],
  ["mitsubishi", "84U01234", ["1998", "2008", "2018"]],
  ["mitsubishi", "7YA00123A", ["1997", "2007", "2017"]],
  ["icp", "L943321238", ["1994-W33"]],
  ["icp", "L970751855", ["1997-W07"]],
  ["icp", "R883512345", ["1988-W35"]],
  ["icp", "971235635", ["1997-W12"]],
  ["icp", "9414B39332", ["1994-W14"]],
  ["icp", "3216B39332", ["2016-W32"]],
  ["icp", "9012B39332", ["1990-W12"]],
  ["nordyne", "GBB030708229", ["2003-07"]],
  ["nordyne", "FSA111304567", []],
  ["bard", "123H80123456702", ["1980-06"]],
  ["bard", "123A91123454502", ["1991-01"]],
  ["bard", "123456AD", ["1964-01"]],
  ["bard", "123456AP", ["1974-01", "1975-01"]],
];

test.each(serials)("%s %s has the dates %j", (family, serial, dates) => {
  expect(decodeSerial(serial, [family], NOW)?.dates ?? []).toEqual(dates);
});

test("letters are read as digits only if the serial number as written fits no format", () => {
  expect(decodeSerial("4OO6A1733O", ["carrier"], NOW)).toMatchObject({
    serial: "4006A17330",
    repairs: 3,
    dates: ["2006-W40"],
  });
  expect(decodeSerial("WOE5195159", ["york"], NOW)).toMatchObject({
    serial: "W0E5195159",
    repairs: 1,
    dates: ["2005-05"],
  });
  expect(decodeSerial("S23123456", ["trane"], NOW)).toMatchObject({ serial: "S23123456", repairs: 0 });
});

test("a brand with two manufacturers is decoded in both formats", () => {
  expect(decodeSerial("0996A17330", ["carrier", "icp"], NOW)?.dates).toEqual(["1996-W09"]);
  expect(decodeSerial("9512A17330", ["carrier", "icp"], NOW)?.dates).toEqual(["1995-W12"]);
});

test("a date is never in the future", () => {
  for (const [family, serial] of serials) {
    for (const date of decodeSerial(serial, [family], 2026)?.dates ?? []) {
      expect(Number(date.slice(0, 4))).toBeLessThanOrEqual(2026);
    }
  }
});
