import { describe, expect, it } from "vitest";
import { nextTurns } from "~/lib/use-in-turn";

type Turns = Parameters<typeof nextTurns>[0];
const none: Turns = { sending: null, waiting: [] };
const add = (turns: Turns, change: string, replaces = true) =>
  nextTurns(turns, { kind: "add", change, replaces: () => replaces });

describe("changes sent in turn", () => {
  it("keep their order", () => {
    const both = add(add(none, "up", false), "down", false);
    const sent = nextTurns(both, { kind: "sent", change: "up" });
    expect(sent).toEqual({ sending: "up", waiting: ["down"] });
    expect(nextTurns(sent, { kind: "answered" })).toEqual({ sending: null, waiting: ["down"] });
  });

  it("replace those that wait, but not the one being sent", () => {
    const sent = nextTurns(add(none, "up"), { kind: "sent", change: "up" });
    expect(add(add(sent, "twice up"), "down")).toEqual({ sending: "up", waiting: ["down"] });
  });

  it("stay in line if added after another was sent and before that was known", () => {
    const replaced = add(add(none, "up"), "down");
    const sent = nextTurns(replaced, { kind: "sent", change: "up" });
    expect(sent).toEqual({ sending: "up", waiting: ["down"] });
    expect(nextTurns(sent, { kind: "answered" }).waiting).toEqual(["down"]);
  });
});
