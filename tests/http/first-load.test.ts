import { expect, test } from "vitest";
import { MOST_FILES, mostKilobytes, scriptsByRoute, styleBytes } from "#tests/support/bundle";

const routes = [...scriptsByRoute()];

test("no screen's first load has more than 25 files of JavaScript", () => {
  expect(routes.filter(([, { files }]) => files > MOST_FILES).map(([route]) => route)).toEqual([]);
});

test("no screen's first load has more JavaScript than its budget", () => {
  const tooMuch = routes.filter(([route, { bytes }]) => bytes / 1024 > mostKilobytes(route));
  expect(tooMuch.map(([route, { bytes }]) => `${route} ${bytes}`)).toEqual([]);
});

test("the styles are at most 25 KB", () => {
  expect(styleBytes() / 1024).toBeLessThan(25);
});
