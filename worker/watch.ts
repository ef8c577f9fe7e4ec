import { recordUsage } from "~/domain/operations/record.server";
import { addUsage, countAnswer, countStatement, noUsage, type StatementCost } from "~/domain/operations/usage";
import { logUnforeseen } from "~/domain/shared/log.server";
import { MINUTE_MS } from "~/domain/shared/time/dates";
import { systemCtx } from "./context";
import { type Env, settingsOf } from "./env";
import { isProbe } from "./middleware/overload";
import { observeDatabase } from "./observed-database";

/** How often an isolate writes its counts at most; sooner after a server error or a database's first response. */
const WRITE_EVERY_MS = MINUTE_MS;
const WRITE_ERRORS_EVERY_MS = 10_000;

let usage = noUsage();
let writtenAt = 0;
let hasNewError = false;
/** Databases whose size this isolate has recorded. */
const measured = new Set<string>();

const observed = new WeakMap<Env, Env>();

/** The same bindings, with each D1 database reporting the cost of its statements. */
function observe(env: Env): Env {
  const known = observed.get(env);
  if (known) return known;
  const slowFromMs = settingsOf(env).SLOW_STATEMENT_MS;
  const note = (cost: StatementCost) => countStatement(usage, new Date(), { ...cost, slowFromMs });
  const made = { ...env };
  for (const [name, binding] of Object.entries(env)) {
    if (isDatabase(binding)) Object.assign(made, { [name]: observeDatabase(binding, name, note) });
  }
  observed.set(env, made);
  return made;
}

function isDatabase(binding: unknown): binding is D1Database {
  return typeof binding === "object" && binding !== null && "withSession" in binding && "prepare" in binding;
}

/** Counts the handler's responses, except to probes, and the cost of their statements. */
export function watchRequests(handle: (request: Request, env: Env, execution: ExecutionContext) => Promise<Response>) {
  return async (request: Request, env: Env, execution: ExecutionContext): Promise<Response> => {
    const watched = observe(env);
    let status = 500;
    try {
      const response = await handle(request, watched, execution);
      status = response.status;
      return response;
    } finally {
      if (!isProbe(request.url)) {
        countAnswer(usage, new Date(), status);
        if (status >= 500) hasNewError = true;
      }
      if (isDue()) execution.waitUntil(write(watched, execution));
    }
  };
}

/** Like `watchRequests`, for a cron run or a queue batch. */
export function watchWork<W>(handle: (work: W, env: Env, execution: ExecutionContext) => Promise<void>) {
  return async (work: W, env: Env, execution: ExecutionContext): Promise<void> => {
    const watched = observe(env);
    try {
      await handle(work, watched, execution);
    } finally {
      if (isDue()) await write(watched, execution);
    }
  };
}

const isDue = () =>
  [...usage.sizes.keys()].some((name) => !measured.has(name)) ||
  Date.now() - writtenAt >= (hasNewError ? WRITE_ERRORS_EVERY_MS : WRITE_EVERY_MS);

async function write(env: Env, execution: ExecutionContext): Promise<void> {
  const counted = usage;
  usage = noUsage();
  writtenAt = Date.now();
  hasNewError = false;
  for (const name of counted.sizes.keys()) measured.add(name);
  const ctx = await systemCtx(env, (work) => execution.waitUntil(work));
  try {
    await recordUsage(ctx, counted);
    // The databases written to have responded as well; their sizes are written next time.
    for (const name of usage.sizes.keys()) measured.add(name);
  } catch (error) {
    addUsage(usage, counted);
    logUnforeseen(ctx.request.id, "operations/usage", error);
  }
}
