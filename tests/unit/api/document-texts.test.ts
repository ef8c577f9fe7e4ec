import { expect, test } from "vitest";
import { openApiDocument } from "#worker/api/document";
import { api } from "#worker/api/index";

const document = openApiDocument(api);

const METHODS = ["get", "post", "put", "patch", "delete"] as const;

const operations = Object.entries(document.paths ?? {}).flatMap(([path, item]) =>
  METHODS.flatMap((method) => {
    const operation = item[method];
    return operation ? [{ path, name: `${method.toUpperCase()} ${path}`, method, ...operation }] : [];
  }),
);

const WRITE = [
  ...["Accept", "Activate", "Add", "Apply", "Approve", "Archive", "Ask", "Assign", "Autocomplete", "Become"],
  ...["Calculate", "Cancel", "Change", "Check", "Close", "Compare", "Confirm", "Connect", "Convert", "Copy"],
  ...["Correct", "Create", "Credit", "Decide", "Decline", "Delete", "Email", "End", "Fill", "Find", "Fulfill"],
  ...["Get", "Import", "Invite", "Issue", "Leave", "Load", "Mark", "Match", "Move", "Open", "Pause", "Post"],
  ...["Preview", "Process", "Read", "Reassign", "Receive", "Record", "Redo", "Refresh", "Refund", "Register"],
  ...["Release", "Reopen", "Reorder", "Reply", "Report", "Request", "Resend", "Reset", "Resolve", "Restock"],
  ...["Restore", "Resume", "Retry", "Reverse", "Revise", "Revoke", "Rotate", "Schedule", "Search", "Send", "Set"],
  ...["Save", "Share", "Sign", "Start", "Stream", "Sync", "Test", "Transfer", "Turn", "Undo", "Update", "Upload"],
  ...["Validate", "Void", "Withdraw", "Write"],
];
const VERBS: Record<(typeof METHODS)[number], string[]> = {
  get: [
    ...["Check", "Compare", "Complete", "Count", "Download", "Find", "Format", "Get", "List", "Preview", "Search"],
    "Suggest",
  ],
  post: WRITE,
  put: WRITE,
  patch: ["Change", "Rename", "Update"],
  delete: ["Archive", "Cancel", "Clear", "Delete", "Disconnect", "Discard", "End", "Revoke", "Undo", "Unschedule"],
};

/** A record of a collection: `/customers/{id}` of `/customers`. */
const RECORD = /^(.*)\/\{\w+\}$/;
const recordsOf = new Set(operations.flatMap(({ path }) => RECORD.exec(path)?.[1] ?? []));

/** Every description in the document, with the path of keys that leads to it. */
function textsOf(node: unknown, path: string[] = []): { at: string; text: string }[] {
  if (typeof node !== "object" || node === null) return [];
  return Object.entries(node).flatMap(([key, value]) => {
    if (key === "example") return [];
    if ((key === "description" || key === "summary") && typeof value === "string") {
      return [{ at: [...path, key].join(" "), text: value }];
    }
    return textsOf(value, [...path, key]);
  });
}

const texts = textsOf(document);
const prose = (text: string) => text.replaceAll(/`[^`]*`/g, "").replaceAll(/https?:\S+/g, "");
const failing = (pattern: RegExp) => texts.filter(({ text }) => pattern.test(prose(text)));

test("a summary begins with a verb that fits its method", () => {
  const wrong = operations.filter(({ method, summary = "" }) => !VERBS[method].includes(summary.split(" ")[0] ?? ""));
  expect(wrong.map(({ name, summary }) => [name, summary])).toEqual([]);
});

test("listing, reading, creating and updating use the same verbs everywhere", () => {
  const wrong = operations.filter(({ path, method, summary = "" }) => {
    const isRecord = RECORD.test(path);
    if (method === "get" && isRecord) return !/^(Get|Download|Preview|List) /.test(summary);
    if (method === "get" && recordsOf.has(path)) return !/^(List|Get|Search|Count) /.test(summary);
    if (method === "post" && recordsOf.has(path))
      return !/^(Create|Find or create|Move|Record|Register|Send|Start|Upload) /.test(summary);
    if (method === "delete" && isRecord) return !/^(Delete|Archive|Cancel|Discard|Disconnect|End) /.test(summary);
    return (
      (method === "patch" || method === "put") &&
      isRecord &&
      !/^(Update|Confirm|Record|Rename|Set|Upload) /.test(summary)
    );
  });
  expect(wrong.map(({ name, summary }) => [name, summary])).toEqual([]);
});

test("a summary is one short phrase; details go in the description", () => {
  const wrong = operations.filter(({ summary = "" }) => summary.length > 72 || /[.;:!?`]/.test(summary));
  expect(wrong.map(({ name, summary }) => [name, summary])).toEqual([]);
});

test("no two operations have the same summary", () => {
  const names = operations.map(({ summary }) => summary);
  expect(names.filter((name, index) => names.indexOf(name) !== index)).toEqual([]);
});

test("an operation's description consists of sentences", () => {
  const wrong = operations.filter(
    ({ description }) => description !== undefined && !/^[A-Z`@].*\.$/s.test(description),
  );
  expect(wrong.map(({ name, description }) => [name, description])).toEqual([]);
});

test("every other description starts with a capital, a name, a number or a unit, and reads without the field's name", () => {
  const fields = texts.filter(
    ({ at }) => at.startsWith("components ") || / (parameters|requestBody|responses) /.test(at),
  );
  expect(fields.length).toBeGreaterThan(2000);
  const wrong = fields.filter(({ text }) => !/^[A-Z0-9`°]/.test(text) || /^(Of|Was|Were|That|Which) /.test(text));
  expect(wrong).toEqual([]);
});

test("each operation has one tag", () => {
  expect(operations.filter(({ tags }) => tags?.length !== 1).map(({ name }) => name)).toEqual([]);
});

test("texts use the trade's plain words", () => {
  const translated =
    /\b(said|told|asked|kept|anew|stands|whoever|meanwhile|somebody|nobody|put down|one's own|oneself|the caller)\b/i;
  expect(failing(translated)).toEqual([]);
});

test("texts use American spelling", () => {
  expect(
    failing(/\b(cancelled|cancelling|licence|labour|colour|centre|grey|favourite|recognis|organis|catalogue)/i),
  ).toEqual([]);
});
