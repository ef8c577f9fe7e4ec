const SHOUTED = /^[^a-z]*[A-Z]{3}[^a-z]*$/;
const SMALL_WORDS = new Set(["and", "of", "the", "for", "to", "at", "in"]);
const ABBREVIATIONS = new Set(["ach", "atm", "eft", "hoa", "irs", "pos", "uk", "ups", "usa", "usps"]);

/** The name of a row: its merchant, else its description, which many banks send in capitals. */
export function rowName({ merchantName, description }: { merchantName: string | null; description: string }): string {
  const text = merchantName ?? description;
  return SHOUTED.test(text) ? inTitleCase(text) : text;
}

// Short words without a vowel are acronyms: BP, CVS, DMV.
function inTitleCase(text: string): string {
  return text.toLowerCase().replace(/\p{L}[\p{L}'’]*/gu, (word, at: number) => {
    if (at > 0 && SMALL_WORDS.has(word)) return word;
    if (ABBREVIATIONS.has(word)) return word.toUpperCase();
    if (word.length <= 3 && !/[aeiouy]/.test(word)) return word.toUpperCase();
    return word[0]?.toUpperCase() + word.slice(1);
  });
}
