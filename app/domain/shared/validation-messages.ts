/** A validation issue as passed to zod's error map; only the fields used here. */
interface Issue {
  code?: string;
  path?: readonly PropertyKey[];
  input?: unknown;
  expected?: unknown;
  origin?: unknown;
  minimum?: unknown;
  maximum?: unknown;
  inclusive?: unknown;
  exact?: unknown;
  values?: readonly unknown[];
  keys?: readonly string[];
  divisor?: unknown;
}

const EXPECTED: Record<string, string> = {
  string: "text",
  number: "a number",
  int: "a whole number",
  boolean: "true or false",
  array: "a list",
  object: "an object",
  record: "an object",
  date: "a date",
};

/**
 * The plain-language message for an issue whose schema has none of its own: 'Duration minutes is required'. A field is named by
 * its key with spaces; the body as a whole is 'The body'.
 */
export function issueMessage(issue: Issue): string {
  const name = nameOf(issue.path ?? []);
  switch (issue.code) {
    case "invalid_type":
      if (issue.input === undefined) return `${name} is required`;
      return `${name} must be ${EXPECTED[String(issue.expected)] ?? "of another type"}`;
    case "too_small":
      return `${name} must ${limitText(issue, { word: "at least", beyond: "more than", limit: issue.minimum })}`;
    case "too_big":
      return `${name} must ${limitText(issue, { word: "at most", beyond: "less than", limit: issue.maximum })}`;
    case "invalid_value":
      return `${name} must be ${listed(issue.values ?? [])}`;
    case "not_multiple_of":
      return `${name} must be a multiple of ${issue.divisor}`;
    case "unrecognized_keys":
      return `Unknown field: ${(issue.keys ?? []).join(", ")}`;
    default:
      return issue.input === undefined ? `${name} is required` : `${name} is not valid`;
  }
}

function nameOf(path: readonly PropertyKey[]): string {
  const last = path.findLast((part) => typeof part === "string");
  if (typeof last !== "string") return "The body";
  const words = last
    .replace(/([a-z\d])([A-Z])/g, "$1 $2")
    .replaceAll(/[_-]/g, " ")
    .toLowerCase();
  return words.charAt(0).toUpperCase() + words.slice(1);
}

const UNITS: Record<string, [one: string, many: string]> = {
  string: ["character", "characters"],
  array: ["item", "items"],
  set: ["item", "items"],
  file: ["byte", "bytes"],
};

type Limit = { word: string; beyond: string; limit: unknown };

function limitText({ origin, inclusive, exact }: Issue, { word, beyond, limit }: Limit): string {
  const unit = UNITS[String(origin)];
  const how = exact ? "exactly" : inclusive === false ? beyond : word;
  if (!unit) return `be ${how} ${limit}`;
  return `have ${how} ${limit} ${limit === 1 ? unit[0] : unit[1]}`;
}

function listed(values: readonly unknown[]): string {
  const [first, ...others] = values.map(String);
  if (first === undefined) return "something else";
  return others.length === 0 ? first : `one of ${[first, ...others].join(", ")}`;
}
