import { AGING_BUCKETS, AGING_LABELS, type AgingBucket } from "~/domain/invoices/invoice";
import type { Owed } from "~/domain/invoices/receivables/aging";
import { formatMoney } from "~/domain/shared/money";

const tones: Record<AgingBucket, string> = {
  current: "text-cool",
  "1_30": "text-info",
  "31_60": "text-warn",
  "61_90": "text-heat",
  over_90: "text-bad",
};

/** Everything owed as one bar, by how late it is. Hidden if nothing is owed. */
export function AgingBar({ totals }: { totals: Owed }) {
  const owed = AGING_BUCKETS.reduce((sum, bucket) => sum + totals[bucket], 0);
  if (owed <= 0) return null;
  const parts = AGING_BUCKETS.map((bucket, at) => ({
    bucket,
    minor: totals[bucket],
    share: (totals[bucket] / owed) * 100,
    begins: (AGING_BUCKETS.slice(0, at).reduce((sum, each) => sum + totals[each], 0) / owed) * 100,
  })).filter(({ minor }) => minor > 0);
  const words = parts.map(({ bucket, minor }) => `${AGING_LABELS[bucket]} ${formatMoney(minor)}`).join(", ");
  return (
    <figure className="mb-4">
      <svg role="img" aria-label={`Owed: ${words}`} className="block h-3 w-full overflow-hidden rounded-full">
        {parts.map(({ bucket, share, begins }) => (
          <rect
            key={bucket}
            x={`${begins.toFixed(3)}%`}
            width={`${share.toFixed(3)}%`}
            height="100%"
            fill="currentColor"
            className={tones[bucket]}
          />
        ))}
      </svg>
      <figcaption className="mt-2 flex flex-wrap gap-x-5 gap-y-1 text-muted-foreground text-sm">
        {parts.map(({ bucket, share }) => (
          <span key={bucket} className="inline-flex items-center gap-1.5">
            <svg aria-hidden="true" className={`size-2.5 ${tones[bucket]}`}>
              <rect width="100%" height="100%" rx="2" fill="currentColor" />
            </svg>
            {AGING_LABELS[bucket]}
            <span className="tabular">{share < 1 ? "<1" : Math.round(share)}%</span>
          </span>
        ))}
      </figcaption>
    </figure>
  );
}
