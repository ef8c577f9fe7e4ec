import { Link } from "@remix-run/react";
import type { ReactNode } from "react";
import { MoneyText } from "~/components/money-text";
import { Stat } from "~/components/stat";
import { Button } from "~/components/ui/button";
import { ArrowDownLeft, ArrowUpRight, CircleAlert, CircleCheck, Landmark, TriangleAlert } from "~/components/ui/icons";
import { type Tone, toneFill } from "~/components/ui/tone";
import { type MonthlyCashflow, type SavingsTip, savingsTip } from "~/domain/finance/cashflow/cashflow";
import type { ProjectedAssets } from "~/domain/finance/cashflow/projected-assets";
import { formatMoney } from "~/domain/shared/money";
import { cn } from "~/lib/utils";
import { paths } from "~/paths";
import { type AssetCounting, AssetSwitch } from "./asset-switch";

/** The projected assets; an error message if they could not be loaded; null for past months. */
export type PanelAssets = ProjectedAssets | { failure: string } | null;

type PanelOverviewProps = {
  cashflow: MonthlyCashflow;
  assets: PanelAssets;
  isFuture: boolean;
  counting: AssetCounting;
};

const tipIcons: Record<SavingsTip, typeof CircleAlert> = {
  negative: CircleAlert,
  low: TriangleAlert,
  good: CircleCheck,
  great: CircleCheck,
};

export function PanelOverview({ cashflow, assets, isFuture, counting }: PanelOverviewProps) {
  const { income, expenses, netMinor, savingsRate, currency } = cashflow;
  // Without income the rate is 0, however much was spent.
  const tip = netMinor < 0 ? "negative" : savingsTip(savingsRate);
  const words = SAVINGS_TIP_LABELS[tip];
  const Icon = tipIcons[tip];
  return (
    <div className="flex flex-col gap-4">
      <dl className="flex flex-col gap-2">
        <Sum icon={<ArrowDownLeft aria-hidden="true" className="size-4 text-cool" />} label="Income">
          <MoneyText minor={income.totalMinor} currency={currency} />
        </Sum>
        <Sum icon={<ArrowUpRight aria-hidden="true" className="size-4 text-heat" />} label="Expenses">
          <MoneyText minor={expenses.totalMinor} currency={currency} />
        </Sum>
      </dl>
      <Stat
        label={isFuture ? "Projected net cashflow" : "Net cashflow"}
        value={netMinor}
        signed
        format={(minor) => formatMoney(Math.round(minor), currency)}
        hint={`Savings rate ${savingsRate.toFixed(1)}%`}
        className="bg-muted"
      />
      {(income.totalMinor > 0 || expenses.totalMinor > 0) && (
        <div className={cn("flex gap-3 rounded-md p-3 text-sm", toneFill[words.tone])}>
          <Icon aria-hidden="true" className="mt-0.5 size-4 shrink-0" />
          <p>
            <strong className="font-semibold">{words.label}.</strong> {words.text}
          </p>
        </div>
      )}
      <Assets assets={assets} currency={currency} counting={counting} />
      <Button variant="outline" asChild>
        <Link to={paths.accounts()}>
          <Landmark />
          Manage Accounts
        </Link>
      </Button>
    </div>
  );
}

function Sum({ icon, label, children }: { icon: ReactNode; label: string; children: ReactNode }) {
  return (
    <div className="flex items-center justify-between gap-4">
      <dt className="flex items-center gap-2 text-muted-foreground">
        {icon}
        {label}
      </dt>
      <dd className="font-medium">{children}</dd>
    </div>
  );
}

type AssetsProps = Pick<PanelOverviewProps, "assets" | "counting"> & { currency: MonthlyCashflow["currency"] };

function Assets({ assets, currency, counting }: AssetsProps) {
  if (assets === null) return null;
  if ("failure" in assets) return <p className="rounded-md bg-bad-soft p-3 text-bad text-sm">{assets.failure}</p>;
  const { adjustmentMinor, projectedMinor, balancesMinor } = assets;
  return (
    <Stat
      label="Projected assets at the end of the month"
      value={projectedMinor}
      signed
      format={(minor) => formatMoney(Math.round(minor), currency)}
      className="bg-muted"
      hint={
        <>
          From <MoneyText minor={balancesMinor} currency={currency} /> in your accounts today
          {adjustmentMinor !== 0 && (
            <span className="block text-foreground">
              <MoneyText minor={adjustmentMinor} currency={currency} signed /> excluding items you left out
            </span>
          )}
          <AssetSwitch {...counting} />
        </>
      }
    />
  );
}

interface TipLabels {
  tone: Tone;
  label: string;
  text: string;
}

/** Labels for a savings rate and the advice for it. */
const SAVINGS_TIP_LABELS: Record<SavingsTip, TipLabels> = {
  negative: {
    tone: "bad",
    label: "Below zero",
    text: "You're spending more than you earn. Cross out an expense to see what you'd save without it.",
  },
  low: {
    tone: "warn",
    label: "Low",
    text: "You're saving less than 10%. Your largest category is the first place to look.",
  },
  good: {
    tone: "ok",
    label: "Good",
    text: "You're saving 10% or more. A little more builds a three-month emergency fund sooner.",
  },
  great: {
    tone: "ok",
    label: "Great",
    text: "You're saving 20% or more. Consider moving the surplus to an interest-bearing account.",
  },
};
