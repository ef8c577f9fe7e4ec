import { z } from "zod";
import { endpointProblem } from "./device";

const bytes = (count: number) => {
  const length = Math.ceil((count * 4) / 3);
  return z
    .string({ error: "The browser's key is missing" })
    .regex(new RegExp(`^[A-Za-z0-9_-]{${length}}=*$`), "The browser's key is not valid")
    .max(length + 2, "The browser's key is not valid");
};

export const NewPushDevice = z.object({
  endpoint: z
    .string({ error: "The address of the push service is missing" })
    .max(1000, "The address of the push service is too long")
    .superRefine((text, check) => {
      const problem = endpointProblem(text);
      if (problem) check.addIssue({ code: "custom", message: problem });
    }),
  keys: z.object({ p256dh: bytes(65), auth: bytes(16) }),
});
export type NewPushDevice = z.output<typeof NewPushDevice>;
