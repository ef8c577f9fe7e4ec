import { z } from "zod";

export const DeliveryId = z.object({ id: z.string().min(1).max(100) });
