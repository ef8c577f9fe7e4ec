/** Renders HTML from `markdownToHtml`. */
export function MarkdownView({ html, className = "" }: { html: string; className?: string }) {
  // biome-ignore lint/security/noDangerouslySetInnerHtml: micromark escapes all tags in the text
  return <div className={`markdown ${className}`} dangerouslySetInnerHTML={{ __html: html }} />;
}
