/** Whether a job is heating or cooling; null: both, neither, or a routine visit. */
export type Trade = "heat" | "cool";

const ROUTINE = /\b(tune[- ]?ups?|maintenance|inspect(ion|ions)?|cleaning|seasonal|filters?|walkthrough)\b/i;
const HEAT =
  /\b(furnaces?|boilers?|heater|heaters|heating|no[- ]heat|burners?|ignit(er|or|ion)|pilot|radiators?|radiant|flue|carbon monoxide|CO alarm|combustion)\b/i;
const COOL =
  /\b(A\/?C|air[- ]condition(er|ers|ing)|cooling|no[- ]cool|coolers?|condens(er|ers|ate|ing)|evaporator|refrigera(nt|tion|tor)|freezers?|chillers?|freon|R-?(22|32|410A|454B)|ice machine)\b/i;

/** Heating or cooling by the words of the job's title, or by its required skills if the title names neither. */
export function tradeOf(title: string, skills: readonly string[]): Trade | null {
  if (ROUTINE.test(title)) return null;
  return namedIn(title) ?? namedIn(skills.join(", "));
}

function namedIn(text: string): Trade | null {
  const [isHeat, isCool] = [HEAT.test(text), COOL.test(text)];
  if (isHeat === isCool) return null;
  return isHeat ? "heat" : "cool";
}
