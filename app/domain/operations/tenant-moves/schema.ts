import { z } from "zod";

export const StartMove = z.object({
  kind: z.enum(["business", "household"], "Choose a business or a household."),
  tenantId: z.uuid("Enter the id of a business or of a person, as in 0193f3a0-5b7c-7f3e-9d1a-2b4c6d8e0f12."),
  toShard: z.string("Choose a shard.").regex(/^[a-z0-9]{1,20}$/i, "Choose a shard."),
});
export type StartMove = z.output<typeof StartMove>;
