// npm run dev: screens reload as you type; /api, Durable Objects and the queue work.
import { install, requireNode, run } from "./steps.mjs";

requireNode();
install();
run("npx", ["remix", "vite:dev", "--port", process.env.PORT ?? "8787"]);
