/** A PDF file to be downloaded. */
export function pdfAnswer({ body, fileName }: { body: BodyInit; fileName: string }): Response {
  return new Response(body, {
    headers: { "Content-Type": "application/pdf", "Content-Disposition": `attachment; filename="${fileName}"` },
  });
}
