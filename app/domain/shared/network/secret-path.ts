/** Tokens are at least 43 base64url digits, while a record's id has 36 characters and an article's name no capitals. */
const TOKEN = /(?<=\/)(?=[^/]*[A-Z])[^/]{40,}/g;

/** A URL path without the token of a secret link: anyone who has the token can open the link. */
export const withoutTokens = (path: string): string => path.replace(TOKEN, ":token");
