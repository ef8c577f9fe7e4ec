import type { Submission, SubmissionResult } from "@conform-to/react";
import { parseWithZod } from "@conform-to/zod/v4";
import { type ActionFunctionArgs, data } from "@remix-run/cloudflare";
import { z } from "zod";
import { recordServerError } from "~/domain/issues/reports/server-errors.server";
import type { Ctx } from "~/domain/shared/context";
import { isMoving, movingError } from "~/domain/shared/database-errors.server";
import { DomainError, serverErrorText } from "~/domain/shared/errors";
import { logCause, logUnforeseen } from "~/domain/shared/log.server";
import { issueMessage } from "~/domain/shared/validation-messages";
import { isSecretField } from "~/lib/secret-field";
import { noteRetryAfter } from "./page-loader";

// Plain messages for issues that a schema has no message of its own for.
z.config({ customError: issueMessage });

export interface FormInput<S extends z.ZodType> {
  ctx: Ctx;
  input: z.output<S>;
  params: Record<string, string | undefined>;
  url: URL;
  request: Request;
}

/** Response to a rejected form: conform's result and any details the screen needs to help. */
export interface FormRefusal {
  lastResult: SubmissionResult<string[]>;
  /** The session ended while the form was open: the screen shows a sign-in prompt and preserves the input. */
  sessionEnded?: true;
  /** Facts about a conflict, such as the current row. */
  details?: Record<string, unknown>;
  /** No earlier attempt is in doubt any more: the screen sends the form with its next key. */
  isDecided?: true;
}

/** One intent of a screen: the schema that parses the form and the use case it calls. */
export interface FormCase<Answer = unknown> {
  act: (args: ActionFunctionArgs, form: FormData) => Promise<Answer>;
}

/** A rejected form wrapped by `data`; the screen reads it as a FormRefusal. */
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
        // Redirects and other thrown responses pass through.
        if (!(error instanceof Error)) throw error;
        if (!(error instanceof DomainError)) {
          // The input stays on the page; an error page would lose it.
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

/** A screen with several forms, selected by the `intent` field. */
export function formActions<Answers>(cases: { [Intent in keyof Answers]: FormCase<Answers[Intent]> }) {
  const known = new Map<string, FormCase<Answers[keyof Answers]>>(Object.entries(cases));
  return async (args: ActionFunctionArgs): Promise<Answers[keyof Answers]> => {
    const form = await readForm(args);
    const chosen = known.get(String(form.get("intent")));
    if (!chosen) throw data({ message: "Unknown form.", code: "invalid", requestId: args.context.ctx.request.id }, 400);
    return chosen.act(args, form);
  };
}

/** Reads the form; any other request body did not come from one of our pages. */
async function readForm({ request, context }: ActionFunctionArgs): Promise<FormData> {
  if (context.tooLarge !== undefined) {
    throw data({ message: context.tooLarge, code: "too_large", requestId: context.ctx.request.id }, 413);
  }
  try {
    return await request.formData();
  } catch {
    const message = "This page accepts forms only.";
    throw data({ message, code: "unsupported_media_type", requestId: context.ctx.request.id }, 415);
  }
}

/** Names of the fields that are not sent back to the page. */
const secrets = (form: FormData) => [...form.keys()].filter(isSecretField);

/** For a form that was changed after an attempt that had been saved without an answer. */
const ALREADY_SAVED =
  "What you sent first was already saved; only the answer was lost. Check it before you send again: that saves what is typed here as well.";

function refuse(submission: Submission<unknown>, error: DomainError, hideFields: string[]): Refused {
  const { fields, details } = error.extras;
  const isSaved = error.code === "key_reused";
  const text = isSaved ? ALREADY_SAVED : error.message;
  const lastResult = submission.reply({ formErrors: [text], fieldErrors: fields, hideFields });
  const refusal: FormRefusal = { lastResult, details };
  if (isSaved || error.code === "conflict") refusal.isDecided = true;
  if (error.code === "unauthenticated") refusal.sessionEnded = true;
  return data(refusal, error.status);
}

/** Forms carry their idempotency key in a hidden field, so that a double click creates one row. */
function withKey(ctx: Ctx, form: FormData): Ctx {
  const key = form.get("idempotencyKey");
  if (typeof key !== "string" || key === "") return ctx;
  return { ...ctx, request: { ...ctx.request, idempotencyKey: key } };
}
