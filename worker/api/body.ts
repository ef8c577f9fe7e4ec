import { DomainError } from "~/domain/errors";

/** Far above any form, far below what would fill an isolate. */
const mostBytes = 1_000_000;

/** A JSON body. @throws DomainError unsupported_media_type, too_large, invalid */
export async function readBody(request: Request): Promise<unknown> {
  const type = request.headers.get("content-type") ?? "";
  if (!/^application\/([\w.+-]+\+)?json\b/i.test(type)) {
    throw new DomainError("unsupported_media_type", "Send the body as application/json.");
  }
  const tooLarge = new DomainError("too_large", "The request body is larger than 1 MB.");
  if (Number(request.headers.get("content-length") ?? 0) > mostBytes) throw tooLarge;
  const text = await request.text();
  if (text.length > mostBytes) throw tooLarge;
  try {
    return JSON.parse(text);
  } catch {
    throw new DomainError("invalid", "The request body is not valid JSON.");
  }
}
