import { childAt, type Element, textAt } from "./element-tree";
import type { Entry } from "./statement-csv";
import { readXml } from "./xml.server";

const RECORDS = new Set(["Ntry"]);

/** The entries of an ISO 20022 bank statement or report (CAMT.053, CAMT.052), as the bank posted them. */
export function camtEntries(text: string): Entry[] {
  const entries: Entry[] = [];
  readXml(text, RECORDS, (record, around) => entries.push(entryOf(record, around)));
  return entries;
}

/** PDNG has not posted yet; INFO never moves money, and FUTR has not moved any yet. */
const STATUS: Readonly<Record<string, string>> = { PDNG: "pending", FUTR: "pending", INFO: "void" };

function entryOf(record: Element, around: readonly Element[]): Entry {
  const payments = record.children
    .filter(({ name }) => name === "NtryDtls")
    .flatMap(({ children }) => children.filter(({ name }) => name === "TxDtls"));
  const entry = entryOfFirst(record, around, payments[0]);
  // The entry's amount is that of all its payments: none of them describes it alone.
  if (payments.length < 2) return entry;
  return { ...entry, payee: "", ...describedBy(record, payments), keyText: entry.description };
}

/** How many payees of an entry are named. */
const MAX_PAYEES = 5;

function describedBy(record: Element, payments: readonly Element[]): Pick<Entry, "description" | "memo"> {
  const isOut = textAt(record, "CdtDbtInd") === "DBIT";
  const named = payments.map((details) => payeeOf(details, isOut)).filter(Boolean);
  const names = [...new Set(named)].slice(0, MAX_PAYEES).join(", ");
  const batch = `${payments.length} payments${names && `: ${names}`}`;
  const info = textAt(record, "AddtlNtryInf");
  return { description: info || batch, memo: info && batch };
}

function payeeOf(details: Element | undefined, isOut: boolean): string {
  return textAt(childAt(details, `RltdPties/${isOut ? "Cdtr" : "Dbtr"}`), "Nm", "Pty/Nm");
}

function entryOfFirst(record: Element, around: readonly Element[], details: Element | undefined): Entry {
  const statement = around.findLast(({ name }) => ["Stmt", "Rpt", "Ntfctn"].includes(name));
  const isOut = textAt(record, "CdtDbtInd") === "DBIT";
  const amount = textAt(record, "Amt");
  const payee = payeeOf(details, isOut);
  const info = [remittance(details), textAt(details, "AddtlTxInf"), textAt(record, "AddtlNtryInf")].find(Boolean) ?? "";
  return {
    date: dateOf(textAt(record, "BookgDt/Dt", "BookgDt/DtTm", "ValDt/Dt", "ValDt/DtTm")),
    valueDate: dateOf(textAt(record, "ValDt/Dt", "ValDt/DtTm")),
    description: payee || info,
    payee,
    memo: payee ? info : "",
    amount:
      isOut && /^\d/.test(amount) ? `-${amount}` : textAt(record, "CdtDbtInd") === "CRDT" ? amount : `${amount} ?`,
    type: textAt(record, "BkTxCd/Domn/Fmly/SubFmlyCd", "BkTxCd/Prtry/Cd"),
    id: textAt(record, "AcctSvcrRef") || textAt(details, "Refs/AcctSvcrRef"),
    currency: childAt(record, "Amt")?.attributes.Ccy ?? textAt(statement, "Acct/Ccy"),
    status: STATUS[textAt(record, "Sts/Cd", "Sts")] ?? "",
    account: textAt(statement, "Acct/Id/IBAN", "Acct/Id/Othr/Id"),
  };
}

function remittance(details: Element | undefined): string {
  const lines = childAt(details, "RmtInf")?.children ?? [];
  return lines
    .map((line) => (line.name === "Ustrd" ? line.text.trim() : textAt(line, "CdtrRefInf/Ref", "AddtlRmtInf")))
    .filter(Boolean)
    .join(" ");
}

/** The bank's local date, whatever its offset. */
function dateOf(text: string): string {
  return text.slice(0, 10);
}
