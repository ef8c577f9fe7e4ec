import type { ShouldRevalidateFunctionArgs } from "@remix-run/react";
import { expect, test, vi } from "vitest";
import { shouldRevalidate } from "~/lib/revalidation";
import { signOutStarted } from "~/lib/signing-out";

function between(from: string, to: string, more: Partial<ShouldRevalidateFunctionArgs> = {}): boolean {
  return shouldRevalidate({
    currentUrl: new URL(from, "http://localhost"),
    nextUrl: new URL(to, "http://localhost"),
    currentParams: {},
    nextParams: {},
    defaultShouldRevalidate: true,
    ...more,
  });
}

test("opening and closing a child route does not reload its parents", () => {
  const [list, dialog] = ["/finances/accounts/7", "/finances/accounts/7/transactions/9"];
  expect(between(list, dialog, { currentParams: { id: "7" }, nextParams: { id: "7", txId: "9" } })).toBe(false);
  expect(between(dialog, list, { currentParams: { id: "7", txId: "9" }, nextParams: { id: "7" } })).toBe(false);
});

test("another query, another record and the same URL again are reloaded", () => {
  expect(between("/customers", "/customers?search=kim")).toBe(true);
  expect(between("/customers/1", "/customers/2", { currentParams: { id: "1" }, nextParams: { id: "2" } })).toBe(true);
  expect(between("/customers", "/customers")).toBe(true);
});

test("a successful write triggers a reload, a refused or lost one does not", () => {
  const write = { formMethod: "POST" } as const;
  expect(between("/customers/1/edit", "/customers/1", write)).toBe(true);
  expect(between("/customers/1/edit", "/customers/1/edit", { ...write, actionStatus: 409 })).toBe(false);
  expect(between("/customers/1/edit", "/customers/1/edit", { ...write, actionResult: { isOffline: true } })).toBe(
    false,
  );
});

test("a form changed after an attempt that was saved unanswered reloads what was saved, and another key", () => {
  expect(between("/todos", "/todos", { formMethod: "POST", actionStatus: 422 })).toBe(true);
});

test("nothing reloads while the user is signing out, until the document comes back", () => {
  const browser = new EventTarget();
  vi.stubGlobal("addEventListener", browser.addEventListener.bind(browser));
  signOutStarted();
  expect(between("/todos", "/todos")).toBe(false);
  expect(between("/todos/new", "/todos", { formMethod: "POST" })).toBe(false);
  browser.dispatchEvent(new Event("pageshow"));
  expect(between("/todos", "/todos")).toBe(true);
  vi.unstubAllGlobals();
});
