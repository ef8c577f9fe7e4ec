// npm run reset: forgets the local database, files and secrets; the next start begins anew.
import { rmSync } from "node:fs";
import { stateFolder } from "./steps.mjs";

rmSync(stateFolder, { recursive: true, force: true });
console.log("Local data removed. npm start begins anew.");
