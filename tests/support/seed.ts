import { configureGlobal } from "fast-check";

// The same examples on every run, so that a failure is never chance. Another `FC_SEED` tries others.
configureGlobal({ seed: Number(process.env.FC_SEED ?? 1) });
