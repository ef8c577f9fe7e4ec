/** Renders HTML from `markdownToHtml`. */
export function MarkdownView({ html, className = "" }: { html: string; className?: string }) {
  // biome-ignore lint/security/noDangerouslySetInnerHtml: micromark escapes every tag of the text
  return <div className={`markdown ${className}`} dangerouslySetInnerHTML={{ __html: html }} />;
}
