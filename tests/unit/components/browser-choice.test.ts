import { createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { afterEach, expect, test, vi } from "vitest";
import { browserChoice } from "~/routes/work-orders/scheduler/browser-choices";

const SIZES = ["small", "large"] as const;
type Size = (typeof SIZES)[number];

const sizeChoice = () =>
  browserChoice<Size>(
    "size",
    (stored) => SIZES.find((size) => size === stored) ?? "small",
    (size) => size,
  );

function stubStorage(stored: Map<string, string>): void {
  vi.stubGlobal("localStorage", {
    getItem: (name: string) => stored.get(name) ?? null,
    setItem: (name: string, value: string) => stored.set(name, value),
  });
}

afterEach(() => vi.unstubAllGlobals());

test("a choice applies at once and is read back on the next page", () => {
  const stored = new Map<string, string>();
  stubStorage(stored);
  const choice = sizeChoice();
  expect(choice.get()).toBe("small");
  choice.choose("large");
  expect([choice.get(), sizeChoice().get()]).toEqual(["large", "large"]);
  expect([...stored]).toEqual([["size", "large"]]);
});

test("an unknown stored value gives the usual choice", () => {
  stubStorage(new Map([["size", "enormous"]]));
  expect(sizeChoice().get()).toBe("small");
});

test("with blocked storage a choice applies until the page closes", () => {
  const blocked = () => {
    throw new DOMException("The operation is insecure.", "SecurityError");
  };
  vi.stubGlobal("localStorage", { getItem: blocked, setItem: blocked });
  const choice = sizeChoice();
  choice.choose("large");
  expect([choice.get(), sizeChoice().get()]).toEqual(["large", "small"]);
});

test("the server renders the usual choice", () => {
  stubStorage(new Map([["size", "large"]]));
  const { use } = sizeChoice();
  expect(renderToStaticMarkup(createElement(() => use()))).toBe("small");
});
