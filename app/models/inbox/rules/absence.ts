/** Words for an absence, in the languages of the other rules. */
const ABSENCE =
  /\bout of (the )?office\b|\b(away|on vacation|on leave|on holidays?|annual leave|maternity leave|parental leave|be back|return to the office)\b|abwesen|nicht im (büro|haus)|urlaub|elternzeit|außer haus|\babsente?s?\b|\babsence\b|en congés?\b|hors du bureau|vacaciones|fuera de (la )?oficina|ausente|ausencia|ausência|\bferie\b|fuori (ufficio|sede)|\bassen(te|za)\b|férias|fora do escritório|afwezig|vakantie|niet op kantoor|\burlop|poza biurem|nieobecn/iu

/** Whether an automatic reply says that its sender is away. Others only confirm that something arrived. */
export const saysAway = (subject: string, text: string): boolean =>
  ABSENCE.test(`${subject}\n${text.slice(0, 5_000)}`)
