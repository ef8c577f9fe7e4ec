/**
 * A zero-width space. GitLab runs a line of a description or comment that begins with `/close` and the like, with the rights of the
 * token's owner, and removes it from the text; its parser (lib/gitlab/quick_actions/extractor.rb) looks for `^/` and a name that
 * a space or the end of the line follows.
 */
const GUARD = "\u200b";
const COMMAND = new RegExp(`^([ \\t]*)(?=${GUARD}*/\\w+(?:\\s|$))`, "gm");
const GUARDED = new RegExp(`^([ \\t]*)${GUARD}(?=${GUARD}*/\\w+(?:\\s|$))`, "gm");

/** Text for GitLab in which no line is a command. */
export const withoutCommands = (text: string): string => text.replace(/\r\n?/g, "\n").replace(COMMAND, `$1${GUARD}`);

/** The text as it was before `withoutCommands`. */
export const withCommands = (text: string): string => text.replace(GUARDED, "$1");
