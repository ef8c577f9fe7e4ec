import { z } from "zod";
import { PLAN_OWNER_KINDS, PLAN_PERIODS } from "./plan";

export const PlanChoice = z.object({ of: z.enum(PLAN_OWNER_KINDS, "Choose the business or the household") });

export const PlanUpgrade = PlanChoice.extend({ period: z.enum(PLAN_PERIODS, "Choose monthly or yearly billing") });
export type PlanUpgrade = z.output<typeof PlanUpgrade>;
