import { OpenAPIHono } from "@hono/zod-openapi";
import { z } from "zod";
import type { HonoEnv } from "#worker/env";
import {
  ATTACHMENT_TOO_LARGE,
  ATTACHMENT_TYPES,
  contentDisposition,
  isShownPicture,
  MAX_ATTACHMENT_BYTES,
} from "~/domain/issues/attachment";
import {
  type Attachment,
  addAttachment,
  listAttachments,
  readAttachment,
  removeAttachment,
  restoreAttachment,
} from "~/domain/issues/attachments.server";
import { AttachmentInput } from "~/domain/issues/schema";
import { notFound } from "~/domain/shared/errors";
import { formRequest, json, noContent, operation, whole } from "./operation";

const tags = ["Issues"];
const params = z.object({ id: z.string().describe("Id, number or reference, such as BUG-12") });
const ofAttachment = params.extend({ attachmentId: z.guid() });

const AttachmentAnswer = z.object({
  id: z.string(),
  name: z.string(),
  contentType: z.enum(ATTACHMENT_TYPES).describe("Media type, detected from the first bytes of the file"),
  bytes: z.number().int(),
  by: z.string().nullable(),
  createdAt: z.string(),
});

function attachmentOf({ id, name, contentType, bytes, firstName, lastName, createdAt }: Attachment) {
  const by = firstName === null ? null : `${firstName} ${lastName ?? ""}`.trim();
  return { id, name, contentType, bytes, by, createdAt };
}

/** One attachment of an existing issue, looked up among all of them, since there are few. */
async function answer(ctx: Parameters<typeof listAttachments>[0], ref: string, id: string) {
  const found = (await listAttachments(ctx, ref)).find((one) => one.id === id);
  if (!found) throw notFound("File not found");
  return attachmentOf(found);
}

export const issueAttachments = new OpenAPIHono<HonoEnv>();

issueAttachments.openapi(
  operation("issues.read", {
    method: "get",
    path: "/issues/{id}/attachments",
    tags,
    summary: "List an issue's attachments",
    request: { params },
    responses: {
      200: json(z.object({ items: z.array(AttachmentAnswer), nextCursor: z.null(), total: z.number().int() })),
    },
  }),
  async (c) => {
    const items = await listAttachments(c.var.ctx, c.req.valid("param").id);
    return c.json(whole(items.map(attachmentOf)), 200);
  },
);

issueAttachments.openapi(
  operation(
    "issues.write",
    {
      method: "post",
      path: "/issues/{id}/attachments",
      tags,
      summary: "Upload an attachment",
      description:
        "A PNG, JPEG, WebP or GIF picture, a PDF, a text file, a ZIP archive (also .docx and .xlsx), or an MP4 or WebM video, of at most 10 MB. Location and camera data are removed from pictures.",
      request: { params, body: formRequest(AttachmentInput) },
      responses: { 201: json(AttachmentAnswer) },
    },
    { maxBytes: MAX_ATTACHMENT_BYTES, tooLarge: ATTACHMENT_TOO_LARGE },
  ),
  async (c) => {
    const { ctx } = c.var;
    const { id: ref } = c.req.valid("param");
    const { id } = await addAttachment(ctx, ref, c.req.valid("form"));
    return c.json(await answer(ctx, ref, id), 201);
  },
);

issueAttachments.openapi(
  operation("issues.read", {
    method: "get",
    path: "/issues/{id}/attachments/{attachmentId}",
    tags,
    summary: "Download an attachment",
    request: { params: ofAttachment },
    responses: { 200: { description: "The file", content: { "*/*": { schema: z.string() } } } },
  }),
  async (c) => {
    const { id: ref, attachmentId } = c.req.valid("param");
    const { body, name, contentType } = await readAttachment(c.var.ctx, { ref, attachmentId });
    const headers = {
      "Content-Type": contentType === "text/plain" ? "text/plain; charset=utf-8" : contentType,
      "Content-Disposition": contentDisposition(name, isShownPicture(contentType)),
      "X-Content-Type-Options": "nosniff",
      "Cache-Control": "private, max-age=86400",
      Vary: "Cookie",
    };
    return new Response(body, { headers });
  },
);

issueAttachments.openapi(
  operation("issues.write", {
    method: "delete",
    path: "/issues/{id}/attachments/{attachmentId}",
    tags,
    summary: "Delete an attachment",
    description: "It can be restored for a week.",
    request: { params: ofAttachment },
    responses: { 204: noContent },
  }),
  async (c) => {
    const { id: ref, attachmentId } = c.req.valid("param");
    await removeAttachment(c.var.ctx, { ref, attachmentId });
    return c.body(null, 204);
  },
);

issueAttachments.openapi(
  operation("issues.write", {
    method: "post",
    path: "/issues/{id}/attachments/{attachmentId}/restore",
    tags,
    summary: "Restore a deleted attachment",
    request: { params: ofAttachment },
    responses: { 200: json(AttachmentAnswer) },
  }),
  async (c) => {
    const { ctx } = c.var;
    const { id: ref, attachmentId } = c.req.valid("param");
    const { id } = await restoreAttachment(ctx, { ref, attachmentId });
    return c.json(await answer(ctx, ref, id), 200);
  },
);
