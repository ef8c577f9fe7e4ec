import { z } from "zod";
import { TOPIC_NAMES } from "./figures";

export const RetryFailed = z.object({ topic: z.enum(TOPIC_NAMES, { error: "Unknown topic" }) });
export type RetryFailed = z.output<typeof RetryFailed>;
