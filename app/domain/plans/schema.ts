import { z } from "zod";
import { PLAN_OWNER_KINDS, PLAN_PERIODS } from "./plan";

export const PlanChoice = z.object({ of: z.enum(PLAN_OWNER_KINDS, "Choose the business or the household") });

export const PlanUpgrade = PlanChoice.extend({ period: z.enum(PLAN_PERIODS, "Choose to pay by month or by year") });
export type PlanUpgrade = z.output<typeof PlanUpgrade>;
