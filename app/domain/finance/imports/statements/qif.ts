import type { Entry } from "./statement-csv";

/** Lists of money in an account; others hold categories, securities or memorized payments. */
const MONEY = /^!type:\s*(?:bank|ccard|cash|oth a|oth l)/i;

/** The entries of a QIF file. The format defines no date order or decimal mark: they are detected as in a CSV file. */
export function qifEntries(text: string): Entry[] {
  const entries: Entry[] = [];
  let isMoney = false;
  let isAccount = false;
  let account = "";
  let fields = new Map<string, string>();
  for (const raw of text.split(/\r\n?|\n/)) {
    const line = raw.trim();
    if (line.startsWith("!")) {
      isAccount = /^!account/i.test(line);
      if (/^!type/i.test(line)) isMoney = MONEY.test(line);
      fields = new Map();
      continue;
    }
    if (line !== "^") {
      const [code = "", value] = [line[0], line.slice(1).trim()];
      if (code && !fields.has(code)) fields.set(code, value ?? "");
      continue;
    }
    if (isAccount) account = fields.get("N") ?? "";
    else if (isMoney && fields.size > 0) entries.push(entryOf(fields, account));
    fields = new Map();
  }
  if (isMoney && !isAccount && (fields.has("T") || fields.has("U"))) entries.push(entryOf(fields, account));
  return entries;
}

function entryOf(fields: ReadonlyMap<string, string>, account: string): Entry {
  const [payee = "", memo = "", number = ""] = [fields.get("P"), fields.get("M"), fields.get("N")];
  return {
    date: dateOf(fields.get("D") ?? ""),
    description: payee || memo || fields.get("L") || "",
    memo: payee ? memo : "",
    amount: fields.get("T") ?? fields.get("U") ?? "",
    checkNumber: /^\d+$/.test(number) ? number : "",
    account,
  };
}

/** 1/ 5'26 is 1/5/2026; in 1/5'126 the year is Quicken's count from 1900. */
function dateOf(text: string): string {
  const plain = text.replace(/\s/g, "").replace(/[-.]/g, "/");
  const [first = "", second = "", year = ""] = plain.split(/[/']/);
  if (!plain.includes("'")) return plain;
  return `${first}/${second}/${year.length === 4 ? year : 2000 + (Number(year) % 100)}`;
}
