import { Password } from "~/domain/auth/schema";
import type { ExportKind } from "~/domain/export/export";
import { cancelExport, linkToExport, retryExport, startExport } from "~/domain/export/exports.server";
import { RecordId } from "~/domain/shared/fields";
import { formActions, formCase } from "./form-action";
import { clientInfo } from "./sign-in.server";
import { redirectWithToast } from "./toast.server";

/** The forms of a business's or household's export screen, located at `path`. */
export const exportActions = (of: ExportKind, path: string) =>
  formActions({
    start: formCase(Password, async ({ ctx, input, request }) => {
      await startExport(ctx, of, { ...input, browser: clientInfo(request, ctx) });
      return redirectWithToast(request, path, { tone: "success", text: "The export has started." });
    }),
    cancel: formCase(RecordId, async ({ ctx, input, request }) => {
      await cancelExport(ctx, of, input.id);
      return redirectWithToast(request, path, { tone: "success", text: "Export canceled." });
    }),
    retry: formCase(RecordId, async ({ ctx, input, request }) => {
      await retryExport(ctx, of, input.id);
      return redirectWithToast(request, path, { tone: "success", text: "The export has resumed." });
    }),
    download: formCase(Password.extend(RecordId.shape), async ({ ctx, input, request }) => {
      const { url } = await linkToExport(ctx, of, { ...input, browser: clientInfo(request, ctx) });
      return { link: url };
    }),
  });
