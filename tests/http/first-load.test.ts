import { expect, test } from "vitest";
import { MOST_FILES, scriptsByRoute, styleBytes } from "#tests/support/bundle";

const routes = [...scriptsByRoute()];

test("no screen's first load has more than 25 files of JavaScript", () => {
  expect(routes.filter(([, { files }]) => files > MOST_FILES).map(([route]) => route)).toEqual([]);
});

test("the styles are at most 25 KB", () => {
  expect(styleBytes() / 1024).toBeLessThan(25);
});
