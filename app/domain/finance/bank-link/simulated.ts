/** The banks of the embedded link: the options in its dialog and how each behaves. */
interface SimulatedInstitution {
  id: string;
  name: string;
  /** The behavior it demonstrates. */
  about: string;
  website: string;
  color: string;
  /** Posted transactions name their pending one. */
  namesPending: boolean;
  /** Purchases a day, on average. */
  purchasesPerDay: number;
  accounts: readonly SimulatedAccount[];
}

export interface SimulatedAccount {
  name: string;
  mask: string;
  type: "depository" | "credit" | "loan";
  subtype: string;
  /** The balance when linked, in cents; for a card, the amount owed. */
  baseMinor: number;
  /** Where pay and fixed bills, and where purchases, are posted. */
  role: "pay" | "purchases" | "rest";
}

export const SIMULATED_INSTITUTIONS: readonly SimulatedInstitution[] = [
  {
    id: "ins_sim_harbor",
    name: "Harbor Federal Bank",
    website: "https://harbor.example",
    color: "#0b5a8a",
    about: "Checking, savings and a card; a purchase is pending for two days",
    namesPending: true,
    purchasesPerDay: 2,
    accounts: [
      {
        name: "Everyday Checking",
        mask: "4402",
        type: "depository",
        subtype: "checking",
        baseMinor: 412_080,
        role: "pay",
      },
      {
        name: "Rainy Day Savings",
        mask: "7719",
        type: "depository",
        subtype: "savings",
        baseMinor: 1_250_000,
        role: "rest",
      },
      {
        name: "Harbor Card",
        mask: "0031",
        type: "credit",
        subtype: "credit card",
        baseMinor: 38_215,
        role: "purchases",
      },
    ],
  },
  {
    id: "ins_sim_prairie",
    name: "Prairie Credit Union",
    website: "https://prairie.example",
    color: "#5a7d2a",
    about: "Posts purchases without naming the pending one",
    namesPending: false,
    purchasesPerDay: 1,
    accounts: [
      {
        name: "Share Draft",
        mask: "1188",
        type: "depository",
        subtype: "checking",
        baseMinor: 96_400,
        role: "purchases",
      },
      { name: "Truck Loan", mask: "5520", type: "loan", subtype: "auto", baseMinor: 1_482_600, role: "rest" },
    ],
  },
  {
    id: "ins_sim_busy",
    name: "Bank of Many Rows",
    website: "https://rows.example",
    color: "#7a3e9d",
    about: "Forty purchases a day for two years, to see how fast a sync is",
    namesPending: true,
    purchasesPerDay: 40,
    accounts: [
      {
        name: "Business Checking",
        mask: "9000",
        type: "depository",
        subtype: "checking",
        baseMinor: 90_000_000,
        role: "purchases",
      },
    ],
  },
];

/**
 * The token that the dialog returns: the institution, the indexes of the selected accounts, and their holder. With the same
 * `holder`, a later connection shows the same accounts with the same history.
 */
export function simulatedPublicToken(institutionId: string, places: readonly number[], holder = ""): string {
  return `public-sim-${institutionId}-${places.join("_")}${holder && `-${holder}`}`;
}

/** The holder for whom a link token opens the dialog. */
export function simulatedHolder(linkToken: string): string {
  return /^link-simulated-(\w*)-/.exec(linkToken)?.[1] ?? "";
}

/** @returns null for a token that the embedded dialog did not create */
export function readSimulatedToken(
  token: string,
): { institution: SimulatedInstitution; places: number[]; holder: string } | null {
  const [, id = "", list = "", holder = ""] = /^public-sim-(\w+?)-([\d_]*)(?:-(\w+))?$/.exec(token) ?? [];
  const institution = SIMULATED_INSTITUTIONS.find((one) => one.id === id);
  if (!institution) return null;
  const places = list === "" ? institution.accounts.map((_, at) => at) : list.split("_").map(Number);
  return places.every((at) => institution.accounts[at]) ? { institution, places, holder } : null;
}
