import type { CustomerStatus, CustomerType } from "./customer";

/** A running count: `customers.archived`, or `customers.<status>.<type>` for the others. */
interface CustomerCounter {
  name: string;
  value: number;
}

interface Kind {
  customerType?: CustomerType;
  status?: CustomerStatus;
}

/** Number of customers of a kind, except archived ones. */
function countUnarchived(counters: readonly CustomerCounter[], { customerType, status }: Kind = {}): number {
  const unarchived = counters
    .map(({ name, value }) => ({ of: name.split("."), value }))
    .filter(({ of }) => of.length === 3);
  return unarchived
    .filter(({ of }) => (!status || of[1] === status) && (!customerType || of[2] === customerType))
    .reduce((sum, { value }) => sum + value, 0);
}

function countArchived(counters: readonly CustomerCounter[]): number {
  return counters.find(({ name }) => name === "customers.archived")?.value ?? 0;
}

/** Number of customers in a list with these filters; null if no counter has it. */
export function countListed(
  counters: readonly CustomerCounter[],
  { archived, ...kind }: Kind & { archived: boolean },
): number | null {
  if (!archived) return countUnarchived(counters, kind);
  return kind.status || kind.customerType ? null : countArchived(counters);
}

export function statsOf(counters: readonly CustomerCounter[]) {
  const ofStatus = (status: CustomerStatus) => countUnarchived(counters, { status });
  const ofType = (customerType: CustomerType) => countUnarchived(counters, { customerType });
  return {
    total: countUnarchived(counters),
    archived: countArchived(counters),
    byStatus: {
      active: ofStatus("active"),
      inactive: ofStatus("inactive"),
      prospect: ofStatus("prospect"),
      suspended: ofStatus("suspended"),
    },
    byType: {
      residential: ofType("residential"),
      commercial: ofType("commercial"),
      industrial: ofType("industrial"),
      government: ofType("government"),
    },
  };
}
