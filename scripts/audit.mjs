// npm run audit: fails if a shipped dependency has a known vulnerability rated high or critical. Every deployment starts with it;
// SECURITY.md has the response times.
import { run } from "./steps.mjs";

run("npm", ["audit", "--omit=dev", "--audit-level=high"]);
