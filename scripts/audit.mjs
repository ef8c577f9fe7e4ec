// npm run audit: refuses what is shipped while a part of it has a weakness that is known to be high or critical. A deployment begins
// with it; its times are in SECURITY.md.
import { run } from "./steps.mjs";

run("npm", ["audit", "--omit=dev", "--audit-level=high"]);
