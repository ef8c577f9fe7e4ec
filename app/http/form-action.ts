import type { Submission, SubmissionResult } from "@conform-to/react";
import { parseWithZod } from "@conform-to/zod/v4";
import { type ActionFunctionArgs, data } from "@remix-run/cloudflare";
import { z } from "zod";
import { recordServerError } from "~/domain/issues/server-errors.server";
import type { Ctx } from "~/domain/shared/context";
import { isMoving, movingError } from "~/domain/shared/database-errors.server";
import { DomainError, serverErrorText } from "~/domain/shared/errors";
import { logCause, logUnforeseen } from "~/domain/shared/log.server";
import { issueMessage } from "~/domain/shared/validation-messages";
import { noteRetryAfter } from "./page-loader";

// What a schema has no words of its own for is said in plain ones.
z.config({ customError: issueMessage });

export interface FormInput<S extends z.ZodType> {
  ctx: Ctx;
  input: z.output<S>;
  params: Record<string, string | undefined>;
  url: URL;
  request: Request;
}

/** What a refused form sends back: conform's result, and what the screen needs to help. */
export interface FormRefusal {
  lastResult: SubmissionResult<string[]>;
  /** The session ended while the form was open: the screen asks to sign in again and keeps what was typed. */
  sessionEnded?: true;
  /** Facts of a conflict, such as the row as it is now. */
  details?: Record<string, unknown>;
}

/** One intent of a screen: the schema that reads the form and the use case it calls. */
export interface FormCase<Answer = unknown> {
  act: (args: ActionFunctionArgs, form: FormData) => Promise<Answer>;
}

/** What `data` makes of a refused form; the screen reads it as a FormRefusal. */
type Refused = ReturnType<typeof data<FormRefusal>>;
type Run<S extends z.ZodType, Answer> = (input: FormInput<S>) => Answer | Promise<Answer>;

export function formCase<S extends z.ZodType, Answer>(schema: S, run: Run<S, Answer>): FormCase<Answer | Refused> {
  return {
    act: async ({ request, params, context }, form) => {
      const submission = parseWithZod(form, { schema });
      if (submission.status !== "success") {
        return data<FormRefusal>({ lastResult: submission.reply({ hideFields: secrets(form) }) }, 400);
      }
      const ctx = withKey(context.ctx, form);
      try {
        return await run({ ctx, input: submission.value, params, url: new URL(request.url), request });
      } catch (thrown) {
        const error = isMoving(thrown) ? movingError(thrown) : thrown;
        // Where to go next, or what to show instead.
        if (!(error instanceof Error)) throw error;
        if (!(error instanceof DomainError)) {
          // What is typed stays on the page, which an error page in its place would lose.
          const { pathname } = new URL(request.url);
          logUnforeseen(ctx.request.id, pathname, error);
          ctx.after(recordServerError(ctx, pathname, error));
          const lastResult = submission.reply({ formErrors: [serverErrorText], hideFields: secrets(form) });
          return data<FormRefusal>({ lastResult }, 500);
        }
        logCause(ctx, request, error);
        noteRetryAfter(context, error);
        return refuse(submission, error, secrets(form));
      }
    },
  };
}

/** A screen with one form. */
export function formAction<S extends z.ZodType, Answer>(schema: S, run: Run<S, Answer>) {
  const only = formCase(schema, run);
  return async (args: ActionFunctionArgs) => only.act(args, await readForm(args));
}

/** A screen with several forms: the field `intent` says which. */
export function formActions<Answers>(cases: { [Intent in keyof Answers]: FormCase<Answers[Intent]> }) {
  const known = new Map<string, FormCase<Answers[keyof Answers]>>(Object.entries(cases));
  return async (args: ActionFunctionArgs): Promise<Answers[keyof Answers]> => {
    const form = await readForm(args);
    const chosen = known.get(String(form.get("intent")));
    if (!chosen) throw data({ message: "Unknown form.", code: "invalid", requestId: args.context.ctx.request.id }, 400);
    return chosen.act(args, form);
  };
}

/** A form as browsers send it; anything else was not sent by one of our pages. */
async function readForm({ request, context }: ActionFunctionArgs): Promise<FormData> {
  try {
    return await request.formData();
  } catch {
    const message = "This page accepts forms only.";
    throw data({ message, code: "unsupported_media_type", requestId: context.ctx.request.id }, 415);
  }
}

/** What was typed goes back to the page, passwords and access tokens excepted. */
function secrets(form: FormData): string[] {
  return [...form.keys()].filter((name) => /password|^token$/i.test(name));
}

function refuse(submission: Submission<unknown>, error: DomainError, hideFields: string[]): Refused {
  const { fields, details } = error.extras;
  const lastResult = submission.reply({ formErrors: [error.message], fieldErrors: fields, hideFields });
  const refusal: FormRefusal = { lastResult, details };
  if (error.code === "unauthenticated") refusal.sessionEnded = true;
  return data(refusal, error.status);
}

/** A form carries its key as a hidden field, so that a double click makes one row. */
function withKey(ctx: Ctx, form: FormData): Ctx {
  const key = form.get("idempotencyKey");
  if (typeof key !== "string" || key === "") return ctx;
  return { ...ctx, request: { ...ctx.request, idempotencyKey: key } };
}
