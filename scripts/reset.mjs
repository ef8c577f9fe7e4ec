// npm run reset: deletes the local databases, files and secrets; the next start creates them again.
import { rmSync } from "node:fs";
import { stateFolder } from "./steps.mjs";

rmSync(stateFolder, { recursive: true, force: true });
console.log("Local data removed. npm start begins anew.");
