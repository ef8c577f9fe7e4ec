import { columnName } from "~/domain/finance/imports/formats";

const DIRECTIONS = ["out", "in", "none"] as const;
export type Direction = (typeof DIRECTIONS)[number];

/** Words for money out and money in as banks of many countries write them, as `wordOf` gives them. */
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

/** What a file's own words mean, where it is found out or said: it goes before what is known of words. */
export type DirectionWords = Readonly<Record<string, "in" | "out">>;

/** A direction cell as it is compared: without case, accents and signs, a lone sign as it stands. */
export function wordOf(cell: string): string {
  return columnName(cell) || cell;
}

/** in, out, or none for a row that moves no money; null for a word that says none of these. */
export function directionOf(cell: string, own?: DirectionWords | null): Direction | null {
  const word = wordOf(cell);
  return (own && Object.hasOwn(own, word) ? own[word] : KNOWN.get(word)) ?? null;
}

function words(names: string, direction: Direction): [string, Direction][] {
  return names.split(",").map((name) => [name, direction]);
}
