import type { AccountFloor } from "~/domain/finance/forecast/forecast";
import type { Scenario } from "~/domain/finance/forecast/scenarios.server";
import { MAX_SWITCHES, readAddition, readSwitch, type Switch, writeSwitch } from "~/domain/finance/forecast/switches";
import { type Currency, parseAmount, toDecimal } from "~/domain/shared/money";
import { paths } from "~/paths";
import { readCurrency } from "~/routes/finances/shared/view-query";

/** The runway's query; none of it is saved. */
export interface RunwayQuery {
  currency: Currency | null;
  /** Floor for all accounts together. */
  floorMinor: number;
  accountFloors: AccountFloor[];
  switches: Switch[];
}

/** The unplanned item submitted by its form; null if there is none or it is invalid. */
function sentAddition(search: URLSearchParams): Switch | null {
  if (search.get("act") !== "plus") return null;
  const field = (name: string) => (search.get(name) ?? "").replaceAll("~", " ").trim();
  return readAddition(field("kind"), field("amount"), [field("date"), field("frequency"), field("name")]);
}

function sentSwitches(search: URLSearchParams): Switch[] {
  return [...search.getAll("if").map(readSwitch), sentAddition(search)].filter((each) => each !== null);
}

/** Why a submitted item or the latest switch does not count; null if nothing was submitted or all of it counts. */
export function whatIfProblem(search: URLSearchParams): string | null {
  if (sentSwitches(search).length > MAX_SWITCHES)
    return `Up to ${MAX_SWITCHES} changes count at once. Remove one to add another.`;
  if (search.get("act") !== "plus" || sentAddition(search)) return null;
  const sent = (search.get("amount") ?? "").trim();
  const amount = parseAmount(sent);
  if (sent === "") return "Amount is required";
  if (amount === null) return `“${sent.slice(0, 40)}” is not an amount. Use digits, such as 1,200.50.`;
  if (amount <= 0) return "Amount must be greater than 0";
  return "Please choose a kind, a frequency and a date";
}

function readFloor(text: string | null): number {
  const floor = parseAmount(text ?? "");
  return floor !== null && floor > 0 ? floor : 0;
}

// `of` and `level` are submitted by the form: the account or all, and its floor.
function readAccountFloors(search: URLSearchParams): AccountFloor[] {
  const floors = new Map(
    search.getAll("keep").map((text) => {
      const [accountId = "", amount = ""] = text.split("~");
      return [accountId, readFloor(amount)];
    }),
  );
  const of = search.get("of") ?? "all";
  if (of !== "all") floors.set(of, readFloor(search.get("level")));
  return [...floors]
    .filter(([accountId, floorMinor]) => accountId && floorMinor > 0)
    .slice(0, MAX_SWITCHES)
    .map(([accountId, floorMinor]) => ({ accountId, floorMinor }));
}

export function readRunwayQuery(search: URLSearchParams): RunwayQuery {
  return {
    currency: readCurrency(search),
    floorMinor: readFloor(search.get("of") === "all" ? search.get("level") : search.get("floor")),
    accountFloors: readAccountFloors(search),
    switches: sentSwitches(search).slice(0, MAX_SWITCHES),
  };
}

/** Name and value of each field a form must submit to preserve the query. */
export function runwayFields({ currency, floorMinor, accountFloors, switches }: RunwayQuery): [string, string][] {
  const fields: [string, string][] = switches.map((each) => ["if", writeSwitch(each)]);
  for (const floor of accountFloors) fields.push(["keep", `${floor.accountId}~${toDecimal(floor.floorMinor)}`]);
  if (floorMinor > 0) fields.unshift(["floor", String(toDecimal(floorMinor))]);
  if (currency) fields.unshift(["currency", currency]);
  return fields;
}

const withRunway = (path: string, query: RunwayQuery) => {
  const search = new URLSearchParams(runwayFields(query)).toString();
  return search ? `${path}?${search}` : path;
};

export const runwayHref = (query: RunwayQuery) => withRunway(paths.financeDashboard(), query);

/** The view in a currency, without floors and what-ifs: they are amounts and items of the currency they were set in. */
const viewIn = (currency: Currency): RunwayQuery => ({ currency, floorMinor: 0, accountFloors: [], switches: [] });

export const currencyHref = (currency: Currency) => runwayHref(viewIn(currency));

/** URL of the dialog for saving and deleting scenarios, over the same view. */
export const scenariosHref = (query: RunwayQuery) => withRunway(paths.financeScenarios(), query);

/** URL of the dialog that renames a scenario. */
export const scenarioHref = (id: string, query: RunwayQuery) => withRunway(paths.financeScenario(id), query);

/** The view with a scenario's changes instead of its own; without its floors if they are of another currency. */
export function withScenario(
  query: RunwayQuery,
  { currency, changes }: Pick<Scenario, "currency" | "changes">,
): RunwayQuery {
  const view = query.currency === null || query.currency === currency ? { ...query, currency } : viewIn(currency);
  return { ...view, switches: changes.flatMap((text) => readSwitch(text) ?? []) };
}
