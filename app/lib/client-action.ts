import { parse } from "@conform-to/react";
import type { ClientActionFunctionArgs } from "@remix-run/react";
import { answerOrRefusal } from "./unanswered-action";

/**
 * Exported by every screen with a form of conform: a lost connection or a server that fails becomes an error of the form, so
 * that it costs neither the page nor anything typed. Refusals and redirects pass as they are.
 */
export function clientAction(args: ClientActionFunctionArgs) {
  return answerOrRefusal(args, formResult);
}

/** conform's result with everything typed, passwords and files aside. */
function formResult(form: FormData, text: string) {
  const submission = parse(form, { resolve: () => ({ error: { "": [text] } }) });
  return submission.reply({ hideFields: [...form.keys()].filter((name) => /password/i.test(name)) });
}
