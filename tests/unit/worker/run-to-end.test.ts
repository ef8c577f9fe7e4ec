import { expect, test } from "vitest";
import { errorsLoggedDuring } from "#tests/support/logged-errors";
import { runToEnd } from "#worker/cron/run-to-end";

test("of several failures the first is thrown and the others are logged, once all tasks have ended", async () => {
  let hasEnded = false;
  const slow = async () => {
    await new Promise((resolve) => setTimeout(resolve, 5));
    hasEnded = true;
  };
  const failing = async (message: string) => {
    throw new Error(message);
  };
  const run = () =>
    expect(runToEnd("cron", [failing("no sweep"), slow(), failing("no checks")])).rejects.toThrow("no sweep");
  expect(await errorsLoggedDuring(run)).toEqual(["no checks"]);
  expect(hasEnded).toBe(true);
});

test("tasks that succeed report nothing", async () => {
  expect(await errorsLoggedDuring(() => runToEnd("cron", [Promise.resolve()]))).toEqual([]);
});
