import { columnName } from "~/domain/finance/imports/formats";

const DIRECTIONS = ["out", "in", "none"] as const;
export type Direction = (typeof DIRECTIONS)[number];

/** Words for money out and money in used by banks of many countries, as `wordOf` returns them. */
const KNOWN: ReadonlyMap<string, Direction> = new Map([
  ...words(
    "debit,debits,dr,d,db,dbt,dbit,deb,debet,debiet,debito,debita,deebet,debetas,debets,outgoing,outflow",
    "out",
  ),
  ...words(
    "af,out,o,withdrawal,withdrawals,withdraw,expense,expenses,spending,spent,sent,payment sent,paid out",
    "out",
  ),
  ...words("money out,soll,s,lastschrift,belastung,ausgabe,ausgaben,ausgang,cargo,salida,egreso,gasto,uit", "out"),
  ...words("uitgave,uitgaven,uitgaand,sortie,depense,uscita,uscite,dare,addebito,saida,despesa,ut,utgift", "out"),
  ...words(
    "uttag,wydatek,wydatki,obciazenie,obciazenia,odchozi,vydaj,vydej,debetni,kiadas,terheles,isplata,rashod",
    "out",
  ),
  ...words("credit,credits,cr,c,crdt,cdt,cred,credito,kredit,kreedit,kredits,kreditas,kreditt,k,incoming,inflow", "in"),
  ...words("bij,in,i,deposit,deposits,income,received,payment received,paid in,money in,haben,h,gutschrift", "in"),
  ...words("einnahme,einnahmen,eingang,abono,entrada,ingreso,bijschrijving,inkomend,inkomsten,entree,recette", "in"),
  ...words("entrata,entrate,avere,accredito,receita,inn,insattning,inntekt,wplyw,przychod,uznanie,uznania", "in"),
  ...words("prichozi,prijem,kreditni,bevetel,jovairas,uplata,prihod", "in"),
  ...words("-,\u2212", "out"),
  ...words("+", "in"),
  ...words("memo", "none"),
]);

/** The meaning of a file's own words, detected or set by the user; overrides the known words. */
export type DirectionWords = Readonly<Record<string, "in" | "out">>;

/** Normalizes a direction cell for comparison: without case, accents and signs; a lone sign is kept. */
export function wordOf(cell: string): string {
  return columnName(cell) || cell;
}

/** in, out, or none for a row that moves no money; null for an unknown word. */
export function directionOf(cell: string, own?: DirectionWords | null): Direction | null {
  const word = wordOf(cell);
  return (own && Object.hasOwn(own, word) ? own[word] : KNOWN.get(word)) ?? null;
}

function words(names: string, direction: Direction): [string, Direction][] {
  return names.split(",").map((name) => [name, direction]);
}
