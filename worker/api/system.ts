import { z } from "zod";
import { type Endpoint, endpoint } from "./endpoint";

export const system: Endpoint[] = [
  endpoint({
    method: "get",
    path: "/health",
    tag: "System",
    summary: "Whether the product is up",
    public: true,
    answer: z.object({ status: z.literal("ok") }),
    run: () => ({ status: "ok" }),
  }),
];
