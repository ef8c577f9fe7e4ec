// node scripts/degree-days.mjs HEATING COOLING > app/domain/performance/degree-day-normals.ts: normal degree days by month and
// state, from the files climdiv-hddcst and climdiv-cddcst of NOAA's nClimDiv (https://www.ncei.noaa.gov/pub/data/cirs/climdiv/;
// layout in state-readme.txt there). Columns of a line: state 1-3, division 4, element 5-6, year 7-10, then twelve values of
// seven characters.
import { readFileSync } from "node:fs";
import { basename } from "node:path";

/** In the order of the file's numbers, 1 to 48: the contiguous states by name. */
const STATES =
  "AL AZ AR CA CO CT DE FL GA ID IL IN IA KS KY LA ME MD MA MI MN MS MO MT NE NV NH NJ NM NY NC ND OH OK OR PA RI SC SD TN TX UT VT VA WA WV WI WY".split(
    " ",
  );
const FROM = 1991;
const TO = 2020;

function normalsOf(path) {
  const sums = new Map(STATES.map((state) => [state, Array.from({ length: 12 }, () => [])]));
  for (const line of readFileSync(path, "utf8").split("\n")) {
    const state = STATES[Number(line.slice(0, 3)) - 1];
    const year = Number(line.slice(6, 10));
    if (!state || year < FROM || year > TO) continue;
    sums.get(state).forEach((values, month) => {
      const value = Number(line.slice(10 + 7 * month, 17 + 7 * month));
      if (value > -9990) values.push(value);
    });
  }
  return new Map(
    [...sums].map(([state, months]) => [
      state,
      months.map((values) => {
        if (values.length !== TO - FROM + 1) throw new Error(`${path}: ${state} has ${values.length} years`);
        return Math.round(values.reduce((sum, value) => sum + value, 0) / values.length);
      }),
    ]),
  );
}

const [heatingFile, coolingFile] = process.argv.slice(2);
const heating = normalsOf(heatingFile);
const cooling = normalsOf(coolingFile);
const list = (values) => `[${values.join(", ")}]`;
process.stdout.write(`/**
 * Normal heating and cooling degree days of each month, January first, by state: means of ${FROM}-${TO}, base 65 °F, weighted by
 * population. Source: NOAA National Centers for Environmental Information, nClimDiv statewide degree days
 * (${basename(heatingFile)} and ${basename(coolingFile)}), works of the United States government. Written by scripts/degree-days.mjs.
 */
export const DEGREE_DAY_NORMALS: Readonly<
  Record<string, { heating: readonly number[]; cooling: readonly number[] } | undefined>
> = {
${STATES.map((state) => `  ${state}: {\n    heating: ${list(heating.get(state))},\n    cooling: ${list(cooling.get(state))},\n  },`).join("\n")}
};
`);
