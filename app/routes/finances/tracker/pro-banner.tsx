import { Link } from "@remix-run/react";
import { useEffect, useState } from "react";
import { Button } from "~/components/ui/button";
import { Card } from "~/components/ui/card";
import { Sparkles, X } from "~/components/ui/icons";
import { countFutureView, showsProBanner } from "~/domain/finance/tracker/pro-banner";
import { PRO_PRICES } from "~/domain/plans/plan";
import { formatMoney } from "~/domain/shared/money";
import type { CivilDate, MonthKey } from "~/domain/shared/time/dates";
import { paths } from "~/paths";

const viewsKey = "plenum_future_views";
const dismissedKey = "plenum_pro_dismissed_at";

type ProBannerProps = { mode: "month" | "year"; month: MonthKey; today: CivilDate };

/** Shown after three views of future months in a session, unless dismissed in the last seven days. */
export function ProBanner({ mode, month, today }: ProBannerProps) {
  const [shown, setShown] = useState(false);

  // The count is in sessionStorage and the dismissal in localStorage, which the server cannot read.
  useEffect(() => {
    const views = countFutureView(read(() => sessionStorage, viewsKey) ?? 0, { mode, month }, today);
    write(() => sessionStorage, viewsKey, views);
    setShown(
      showsProBanner(
        views,
        read(() => localStorage, dismissedKey),
        Date.now(),
      ),
    );
  }, [mode, month, today]);

  if (!shown) return null;
  return (
    <Card as="aside" aria-label="Plenum Pro" className="flex flex-wrap items-center gap-x-4 gap-y-3 p-4">
      <Sparkles aria-hidden="true" className="size-5 shrink-0 text-heat" />
      <div className="min-w-0 grow basis-64">
        <p className="font-semibold">You like to look ahead</p>
        <p className="text-muted-foreground">
          Pro is the plan above Premium: 24-month runway forecasts and unlimited bank accounts, from{" "}
          {formatMoney(PRO_PRICES.household.month)} a month.
        </p>
      </div>
      <Button asChild variant="outline">
        <Link to={paths.payment({ of: "household" })}>Upgrade to Pro</Link>
      </Button>
      <Button
        variant="ghost"
        size="icon"
        aria-label="Dismiss for seven days"
        onClick={() => {
          write(() => localStorage, dismissedKey, Date.now());
          setShown(false);
        }}
      >
        <X />
      </Button>
    </Card>
  );
}

// Storage may be full or blocked: then nothing is counted and nothing is shown.
function read(storage: () => Storage, key: string): number | null {
  try {
    const text = storage().getItem(key);
    return text === null || !Number.isFinite(Number(text)) ? null : Number(text);
  } catch {
    return null;
  }
}

function write(storage: () => Storage, key: string, value: number): void {
  try {
    storage().setItem(key, String(value));
  } catch {
    // Nothing depends on the stored value.
  }
}
