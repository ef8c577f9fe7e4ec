import { type ActionFunctionArgs, data, replace } from "@remix-run/cloudflare";
import { uploadOf } from "~/domain/finance/imports/classify.server";
import { StageForm } from "~/domain/finance/imports/schema";
import { stageImport } from "~/domain/finance/imports/stage.server";
import { SIGN_IN_FIRST } from "~/domain/shared/errors";
import { recordId } from "~/domain/shared/fields";
import { formAction } from "~/http/form-action";
import { resource } from "~/http/resource";
import { paths } from "~/paths";

export { plainAction as clientAction } from "~/lib/unanswered-action";

const stage = formAction(
  StageForm.pick({ file: true }).extend({ accountId: recordId }),
  async ({ ctx, input: { file, accountId } }) => {
    const { id } = await stageImport(ctx, accountId, { upload: uploadOf(file), options: {} });
    return replace(paths.importTransactions(accountId, { staged: id }));
  },
);

/** Stages the chosen file and opens its preview. */
export const action = resource(async (args: ActionFunctionArgs) => {
  if (args.context.ctx.actor.kind === "guest") {
    // The file is not read: the screen asks the user to sign in and keeps the file.
    return data({ lastResult: { error: { "": [SIGN_IN_FIRST] } }, sessionEnded: true }, 401);
  }
  return stage(args);
});
