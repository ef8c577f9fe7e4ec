import { importMappings } from "#drizzle/schema/finance-imports";
import type { Ctx } from "~/domain/shared/context";
import { DomainError, withErrorMessage } from "~/domain/shared/errors";
import { allowPerson } from "~/domain/shared/permissions";
import { once, type Write } from "~/domain/shared/write.server";
import { arrivalWrites, stageRows } from "./arrival.server";
import { type ImportedFile, importedFile } from "./imports.server";
import { archived, type JudgedFile, judgeFile } from "./judged-file.server";
import { type ImportPlan, importPlan } from "./plan.server";
import type { Upload } from "./read-file.server";
import type { Decisions, Reading } from "./reading.schema";

export interface ImportInput {
  upload: Upload;
  reading: Reading;
  decisions: Decisions;
}

/** Errors that are kept with an import and told; all of them are counted. */
const keptErrors = 100;

/**
 * Imports a file into an account, all of it or nothing: the rows travel in pieces to a waiting place, and one batch moves
 * them into the account with balances and the import's own row. The same file again adds nothing.
 * @throws DomainError invalid with `{ questions }` while the file leaves something open; what judgeFile throws
 */
export async function importFile(ctx: Ctx, accountId: string, input: ImportInput): Promise<ImportedFile> {
  const { userId } = allowPerson(ctx);
  const { upload, reading, decisions } = input;
  const fingerprint = { accountId, file: await digest(await upload.bytes()), reading, decisions };
  const result = await withErrorMessage("The import did not go through. Nothing was added; please try again.", () =>
    once(ctx, "importFile", fingerprint, async (commit) => {
      const file = await judgeFile(ctx, { userId, accountId }, input);
      checkQuestions(file);
      const plan = importPlan(ctx, { userId, accountId }, { file, decisions });
      const memory = remember(ctx, plan, { file, reading });
      const outcome = outcomeOf(file, plan);
      if (plan.isEmpty) return commit(null, { writes: memory, result: { ...outcome, importId: null } });
      await stageRows(ctx, plan);
      const writes = [...arrivalWrites(ctx, plan, { ...outcome, fileName: upload.name }), ...memory];
      return commit(null, { writes, result: outcome, refusals: { account_inactive: archived } });
    }),
  );
  // A race with another import of the same file may have left less to add than was foreseen.
  return result.importId === null ? result : importedFile(ctx, result.importId);
}

function checkQuestions({ questions }: JudgedFile): void {
  const needed = questions.filter((question) => question.needed);
  if (needed.length === 0) return;
  throw new DomainError("invalid", needed.map((question) => question.text).join(" "), {
    details: { questions: needed },
  });
}

function outcomeOf(file: JudgedFile, plan: ImportPlan): ImportedFile {
  return {
    importId: plan.batchId,
    importedCount: plan.added,
    skippedCount: file.rows.length - plan.added + file.skipped.length,
    errors: file.errors.slice(0, keptErrors).map((error) => error.message),
    errorCount: file.errors.length,
  };
}

/** What the household said of this file is kept for the next one with its header. */
function remember(
  ctx: Ctx,
  { userId, accountId }: ImportPlan,
  { file, reading }: { file: JudgedFile; reading: Reading },
): Write[] {
  if (Object.keys(reading).length === 0) return [];
  const kept = { mapping: JSON.stringify(file.mapping), updatedAt: ctx.now.toISOString() };
  return [
    ctx.db
      .insert(importMappings)
      .values({ userId, accountId, headerHash: file.headerHash, ...kept })
      .onConflictDoUpdate({
        target: [importMappings.userId, importMappings.accountId, importMappings.headerHash],
        set: kept,
      }),
  ];
}

async function digest(bytes: Uint8Array<ArrayBuffer>): Promise<string> {
  const hash = new Uint8Array(await crypto.subtle.digest("SHA-256", bytes));
  return Array.from(hash, (byte) => byte.toString(16).padStart(2, "0")).join("");
}
