import type { ImportMapping } from "./mapping";
import type { Recognition } from "./recognise";

/**
 * Puts what a user chose for an earlier file with this header on a new one. The file's own frame stays (encoding,
 * delimiter, where the rows begin), and so does what its rows prove; questions that the memory answers are gone. Recognise the file with the remembered columns first.
 */
export function withRemembered(recognition: Recognition, remembered: ImportMapping): Recognition {
  const { mapping: own, proven, questions } = recognition;
  const mapping: ImportMapping = {
    ...remembered,
    ...{ format: own.format, encoding: own.encoding, delimiter: own.delimiter },
    ...{ headerRow: own.headerRow, firstRow: own.firstRow, columnCount: own.columnCount, currency: own.currency },
    dateOrder: proven.dateOrder ? own.dateOrder : (remembered.dateOrder ?? own.dateOrder),
    decimalMark: proven.decimalMark ? own.decimalMark : (remembered.decimalMark ?? own.decimalMark),
  };
  const isOpen = {
    columns: false,
    dateOrder: mapping.dateOrder === null,
    decimalMark: mapping.decimalMark === null,
    sign: false,
    account: false,
  };
  return { ...recognition, mapping, questions: questions.filter((question) => isOpen[question.kind]) };
}
