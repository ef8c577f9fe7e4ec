// After npm ci or npm install: the other commands need not install the packages again.
import { noteInstalled } from "./steps.mjs";

if (!process.env.npm_config_omit) noteInstalled();
