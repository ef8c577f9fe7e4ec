/** A picture that only signed-in users may see. A browser keeps it for a day, for the session that requested it. */
export function pictureAnswer({ body, contentType }: { body: BodyInit; contentType: string }): Response {
  return new Response(body, {
    headers: {
      "Content-Type": contentType,
      "Content-Disposition": "inline",
      "Cache-Control": "private, max-age=86400",
      Vary: "Cookie",
    },
  });
}
