import { formatAmountOf } from "~/domain/inventory/quantity";

/** What lies there, and what of it is past its last day. */
export function OnHand({
  onHandMilli,
  expiredMilli,
  unit,
}: {
  onHandMilli: number;
  expiredMilli: number;
  unit: string;
}) {
  return (
    <>
      {formatAmountOf(onHandMilli, unit)}
      {expiredMilli > 0 && (
        <span className="block font-normal text-bad text-sm">{`Expired: ${formatAmountOf(expiredMilli, unit)}`}</span>
      )}
    </>
  );
}
