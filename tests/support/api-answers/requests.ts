import { demoPassword } from "#drizzle/seed/demo";
import { apiDocument, findOperation } from "#tests/support/api-contract";
import type { Answer, Visitor } from "#tests/support/visitor";
import { testWorker } from "#tests/support/worker";

export const worker = await testWorker();
const document = await apiDocument(worker.url);
export const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, operation]) => ({ method: method.toUpperCase(), path, operation })),
);
/** Ids of operations that were called successfully; the visitor checks each response against the document. */
export const succeeded = new Set<string>();

export interface Made {
  id: string;
  version: number;
}

export async function ask<T = Made>(by: Visitor, method: string, path: string, body?: unknown): Promise<T> {
  const answer = await by.send<T>(method, `/api${path}`, { body });
  return noted(method, path, answer);
}

export function noted<T>(method: string, path: string, { status, json, text }: Answer<T>): T {
  const operation = findOperation(document, method, `/api${path.split("?")[0]}`);
  if (!operation || status >= 300) throw new Error(`${method} ${path} was answered ${status}: ${text.slice(0, 300)}`);
  succeeded.add(operation.operationId);
  return json;
}

export async function signedIn(email: string, password = demoPassword): Promise<Visitor> {
  const visitor = worker.visitor();
  await ask(visitor, "POST", "/auth/login", { email, password });
  return visitor;
}

export const place = { line1: "1417 W Vliet St", city: "Milwaukee", state: "WI", postalCode: "53205" };

/** YYYY-MM-DD in UTC. */
export const today = new Date().toISOString().slice(0, 10);
