const mostShared = 25;
const countsFrom = "A".charCodeAt(0);

/** Sorted words without capitals as one text: each as a capital that counts what it shares with the one before, and the rest. */
export function frontCoded(words: readonly string[]): string {
  return words
    .map((word, index) => {
      const before = words[index - 1] ?? "";
      let shared = 0;
      while (shared < mostShared && shared < before.length && word[shared] === before[shared]) shared += 1;
      return String.fromCharCode(countsFrom + shared) + word.slice(shared);
    })
    .join("");
}

/** The words of `frontCoded` again. */
export function frontDecoded(text: string): string[] {
  let word = "";
  return (text.match(/[A-Z][^A-Z]*/g) ?? []).map((step) => {
    word = word.slice(0, step.charCodeAt(0) - countsFrom) + step.slice(1);
    return word;
  });
}
