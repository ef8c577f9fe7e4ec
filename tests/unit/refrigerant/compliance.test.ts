import { describe, expect, test } from "vitest";
import {
  CLOCK_RULES,
  chronicYears,
  clockState,
  type EpisodeFacts,
  type LeakEvent,
  type LeakEventKind,
  nextNoticeAt,
  noticeStage,
  progressOf,
} from "~/domain/refrigerant/leaks/compliance";
import { leakRates } from "~/domain/refrigerant/leaks/leak-rate";

const leak: EpisodeFacts = {
  ...{ kind: "leak", regime: "part84", openedOn: "2026-06-01", year: null },
  ...{ thresholdPercent: 20, chargeMilliLb: 18_500 },
};
const chiller: EpisodeFacts = { ...leak, thresholdPercent: 10, chargeMilliLb: 900_000 };
const rack: EpisodeFacts = { ...leak, chargeMilliLb: 500_000 };

const on = (kind: LeakEventKind, happenedOn: string): LeakEvent => ({ kind, happenedOn });
const repaired = on("repair_done", "2026-06-10");
const tested = on("initial_passed", "2026-06-12");
const verified = on("follow_up_passed", "2026-06-20");
const clean = (day: string) => on("inspection_clean", day);

const next = (episode: EpisodeFacts, ...events: LeakEvent[]) => {
  const found = progressOf(episode, events).next;
  return found && `${found.step} ${found.dueOn}`;
};

test.each<[string, EpisodeFacts, LeakEvent[], string | null]>([
  ["a repair is due 30 days after the leak was found", leak, [], "repair 2026-07-01"],
  [
    "a repair is due after 120 days if a process has to be shut down",
    leak,
    [on("process_shutdown", "2026-06-03")],
    "repair 2026-09-29",
  ],
  ["the initial verification is due within the same 30 days", leak, [repaired], "initial_verification 2026-07-01"],
  ["the follow-up is due 10 days after the initial verification", leak, [repaired, tested], "follow_up 2026-06-22"],
  [
    "a failed initial verification requires another repair",
    leak,
    [repaired, on("initial_failed", "2026-06-12")],
    "repair 2026-07-01",
  ],
  [
    "a failed follow-up requires another repair",
    leak,
    [repaired, tested, on("follow_up_failed", "2026-06-21")],
    "repair 2026-07-01",
  ],
  ["a retirement plan is due a year after it was made", leak, [on("plan_made", "2026-06-28")], "retirement 2027-06-28"],
  [
    "a retirement plan after a repair is due a year after it was made",
    leak,
    [repaired, on("plan_made", "2026-06-28")],
    "retirement 2027-06-28",
  ],
  ["an inspection is due a year after a verified repair", leak, [repaired, tested, verified], "inspection 2027-06-20"],
  ["nothing is due after a clean inspection", leak, [repaired, tested, verified, clean("2027-06-01")], null],
  [
    "an inspection that found a leak is repeated a year later",
    leak,
    [repaired, tested, verified, on("inspection_leak", "2027-06-01")],
    "inspection 2028-06-01",
  ],
  ["a large rack is inspected every quarter", rack, [repaired, tested, verified], "inspection 2026-09-20"],
  [
    "quarterly inspections continue until four in a row are clean",
    rack,
    [repaired, tested, verified, clean("2026-09-01"), clean("2026-12-01"), clean("2027-03-01")],
    "inspection 2027-06-01",
  ],
  [
    "a leak restarts the count of clean quarterly inspections",
    rack,
    [
      ...[repaired, tested, verified, clean("2026-09-01"), on("inspection_leak", "2026-12-01")],
      ...[clean("2027-03-01"), clean("2027-06-01"), clean("2027-09-01")],
    ],
    "inspection 2027-12-01",
  ],
  [
    "comfort cooling is inspected yearly, whatever its size",
    chiller,
    [repaired, tested, verified],
    "inspection 2027-06-20",
  ],
  ["nothing is due for a retired circuit", leak, [on("retired", "2026-06-05")], null],
  ["nothing is due for a mothballed circuit", leak, [on("mothballed", "2026-06-05")], null],
  [
    "a chronic leaker's report is due on March 1 of the next year",
    { ...leak, kind: "chronic", year: 2026, openedOn: "2026-09-09" },
    [],
    "report 2027-03-01",
  ],
  [
    "nothing is due once a chronic leaker is reported",
    { ...leak, kind: "chronic", year: 2026, openedOn: "2026-09-09" },
    [on("report_sent", "2027-02-01")],
    null,
  ],
])("%s", (_name, episode, events, expected) => {
  expect(next(episode, ...events)).toBe(expected);
});

test.each<[string, EpisodeFacts, LeakEvent[], LeakEventKind[]]>([
  ["after a leak in comfort cooling", chiller, [], ["repair_done", "plan_made", "retired", "mothballed"]],
  [
    "after a leak in commercial refrigeration",
    leak,
    [],
    ["repair_done", "process_shutdown", "plan_made", "retired", "mothballed"],
  ],
  ["after a repair", leak, [repaired], ["initial_passed", "initial_failed", "plan_made", "retired", "mothballed"]],
  [
    "after the initial verification",
    leak,
    [repaired, tested],
    ["follow_up_passed", "follow_up_failed", "plan_made", "retired", "mothballed"],
  ],
  ["after the follow-up verification", leak, [repaired, tested, verified], ["inspection_clean", "inspection_leak"]],
  ["once the circuit is retired", leak, [on("retired", "2026-06-05")], []],
])("only the next steps can be recorded %s", (_, episode, events, allowed) => {
  expect(progressOf(episode, events).allowed).toEqual(allowed);
});

test("every clock cites its rule, and rules known only from summaries are marked", () => {
  const { clocks, ended } = progressOf(leak, [repaired, tested, on("plan_made", "2026-06-13"), verified]);
  expect(ended).toEqual({ on: "2026-06-20", ending: "verified" });
  expect(clocks.map(({ step, checkWithCounsel }) => [step, checkWithCounsel])).toEqual([
    ...[
      ["repair", false],
      ["initial_verification", false],
      ["follow_up", true],
      ["plan", false],
    ],
    ...[
      ["retirement", false],
      ["inspection", true],
    ],
  ]);
  expect(new Set(clocks.map(({ citation }) => citation))).toEqual(new Set(["40 CFR 84.106"]));
  expect(progressOf({ ...leak, regime: "part82" }, []).clocks[0]?.citation).toBe("40 CFR 82.157");
});

test("rules are ordered by the date they take effect", () => {
  for (const rules of Object.values(CLOCK_RULES)) {
    expect(rules.map(({ from }) => from)).toEqual(rules.map(({ from }) => from).toSorted());
  }
});

test.each([
  ["2026-07-01", null, "2026-06-23", "open"],
  ["2026-07-01", null, "2026-06-24", "soon"],
  ["2026-07-01", null, "2026-07-01", "soon"],
  ["2026-07-01", null, "2026-07-02", "overdue"],
  ["2026-07-01", "2026-07-03", "2026-07-04", "done"],
])("a clock due %s, done %s, is on %s %s", (dueOn, doneOn, today, state) => {
  expect(clockState({ dueOn, doneOn }, today)).toBe(state);
});

describe("a chronic leaker had 125 percent of its charge added in one calendar year", () => {
  const circuit = { chargeMilliLb: 20_000, regime: "part84" as const };
  const added = (...lines: [string, number][]) =>
    chronicYears(
      lines.map(([date, lb]) => ({ date, milliLb: lb * 1000 })),
      circuit,
    );

  test.each<[string, [string, number][], ReturnType<typeof added>]>([
    [
      "just below the limit",
      [
        ["2026-03-01", 20],
        ["2026-08-01", 4.99],
      ],
      [],
    ],
    [
      "exactly at the limit",
      [
        ["2026-08-01", 5],
        ["2026-03-01", 20],
      ],
      [{ year: 2026, percent: 125, reachedOn: "2026-08-01" }],
    ],
    [
      "over two years",
      [
        ["2026-12-31", 20],
        ["2027-01-01", 20],
      ],
      [],
    ],
  ])("%s", (_name, lines, expected) => {
    expect(added(...lines)).toEqual(expected);
  });
});

test("a verified repair restarts the rolling year", () => {
  const at = (date: string, lb: number) => ({ workOrderId: date, date, milliLb: lb * 1000 });
  const additions = [at("2026-02-01", 4), at("2026-09-01", 1)];
  expect(leakRates(additions, 20_000)?.rolling.percent).toBe(25);
  expect(leakRates(additions, 20_000, ["2026-03-01"])?.rolling.percent).toBe(5);
  expect(leakRates(additions, 20_000, ["2026-10-01"])?.rolling.percent).toBe(25);
  // A later repair changes nothing about what was known at the addition before it.
  expect(leakRates(additions, 20_000, ["2026-10-01", "2026-03-01"])?.rolling.percent).toBe(5);
});

test.each<[string, string | null, string | null]>([
  ["2026-06-24T11:59:59Z", null, "2026-06-24T12:00:00.000Z"],
  ["2026-06-24T12:00:00Z", "soon", "2026-07-01T12:00:00.000Z"],
  ["2026-07-01T11:59:59Z", "soon", "2026-07-01T12:00:00.000Z"],
  ["2026-07-01T12:00:00Z", "due", null],
  ["2026-09-01T00:00:00Z", "due", null],
])("for a deadline on July 1 in Chicago, the office is notified in the morning: at %s %s", (now, stage, next) => {
  const at = Date.parse(now);
  const following = nextNoticeAt("2026-07-01", "America/Chicago", at);
  expect(noticeStage("2026-07-01", "America/Chicago", at)).toBe(stage);
  expect(following && new Date(following).toISOString()).toBe(next);
});

test("on a day when the clocks change, the office is still notified at 7 AM", () => {
  const [spring, fall] = ["2027-03-14", "2027-11-07"];
  expect(noticeStage(spring, "America/Chicago", Date.parse("2027-03-14T12:00:00Z"))).toBe("due");
  expect(noticeStage(fall, "America/Chicago", Date.parse("2027-11-07T12:59:59Z"))).toBe("soon");
  expect(noticeStage(fall, "America/Chicago", Date.parse("2027-11-07T13:00:00Z"))).toBe("due");
});
