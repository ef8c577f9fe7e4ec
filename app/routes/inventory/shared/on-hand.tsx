import type { ReactNode } from "react";
import { formatAmountOf } from "~/domain/inventory/quantity";

/** The quantity on hand, and how much of it has expired. */
export function onHand({
  onHandMilli,
  expiredMilli = 0,
  unit,
}: {
  onHandMilli: number;
  expiredMilli?: number;
  unit: string;
}): ReactNode {
  const amount = formatAmountOf(onHandMilli, unit);
  if (expiredMilli === 0) return amount;
  return (
    <>
      {amount}
      <span className="block font-normal text-bad text-sm">{`Expired: ${formatAmountOf(expiredMilli, unit)}`}</span>
    </>
  );
}
