import { parse } from "@conform-to/react";
import type { ClientActionFunctionArgs } from "@remix-run/react";
import { isSecretField } from "./secret-field";
import { answerOrRefusal } from "./unanswered-action";

/**
 * Exported by every screen with a conform form: a lost connection, a failing server or a file that is too large becomes a
 * form error, so that neither the page nor the input is lost. Rejections and redirects pass through unchanged.
 */
export function clientAction(args: ClientActionFunctionArgs) {
  return answerOrRefusal(args, formResult);
}

/** conform's result with all input except secrets and files. */
function formResult(form: FormData, text: string) {
  const submission = parse(form, { resolve: () => ({ error: { "": [text] } }) });
  return submission.reply({ hideFields: [...form.keys()].filter(isSecretField) });
}
