// The database's lower() and upper() change A to Z only. A value compared with theirs, such as a cursor, is made with these:
// toLowerCase() changes every letter.

export const asciiLowerCase = (text: string): string => text.replace(/[A-Z]+/g, (letters) => letters.toLowerCase());

export const asciiUpperCase = (text: string): string => text.replace(/[a-z]+/g, (letters) => letters.toUpperCase());
