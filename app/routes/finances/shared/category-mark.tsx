import {
  Briefcase,
  Car,
  Circle,
  Clapperboard,
  CreditCard,
  Gift,
  GraduationCap,
  HeartPulse,
  House,
  type IconComponent,
  KeyRound,
  Laptop,
  ShieldCheck,
  ShoppingBag,
  Sparkles,
  TrendingUp,
  Tv,
  Utensils,
  Zap,
} from "~/components/ui/icons";
import { type Tone, toneFill } from "~/components/ui/tone";
import type { ExpenseCategory, IncomeCategory } from "~/domain/finance/tracker/categories";
import { cn } from "~/lib/utils";

export type PlanCategory = ExpenseCategory | IncomeCategory;

/** Adjacent categories of a typical month differ in tone; red is reserved for negative amounts. */
const marks: Record<PlanCategory, { icon: IconComponent; tone: Tone }> = {
  housing: { icon: House, tone: "heat" },
  utilities: { icon: Zap, tone: "warn" },
  transportation: { icon: Car, tone: "info" },
  food: { icon: Utensils, tone: "ok" },
  healthcare: { icon: HeartPulse, tone: "active" },
  insurance: { icon: ShieldCheck, tone: "cool" },
  entertainment: { icon: Clapperboard, tone: "info" },
  education: { icon: GraduationCap, tone: "active" },
  shopping: { icon: ShoppingBag, tone: "heat" },
  subscriptions: { icon: Tv, tone: "cool" },
  debt_paydown: { icon: CreditCard, tone: "warn" },
  salary: { icon: Briefcase, tone: "ok" },
  freelance: { icon: Laptop, tone: "active" },
  investment: { icon: TrendingUp, tone: "info" },
  rental: { icon: KeyRound, tone: "heat" },
  bonus: { icon: Sparkles, tone: "warn" },
  gift: { icon: Gift, tone: "cool" },
  other: { icon: Circle, tone: "neutral" },
};

export const categoryTone = (category: PlanCategory): Tone => marks[category].tone;

/** A category's icon, shown next to its name. */
export function CategoryMark({ category, className }: { category: PlanCategory; className?: string }) {
  const { icon: Icon, tone } = marks[category];
  return (
    <span className={cn("flex size-9 shrink-0 items-center justify-center rounded-full", toneFill[tone], className)}>
      <Icon className="size-4.5" />
    </span>
  );
}
