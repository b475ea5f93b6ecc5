/** What HTML has that the visual builder does not take over, and what readers of the question call it. */
const LOSSES: [RegExp, string][] = [
  [/<style\b/i, 'style sheets'],
  [/<!--\[if|<!--<!\[endif/i, 'parts for Outlook only'],
  [/<body\s[^<>]{0,2000}(?:style|class|bgcolor|background)\s{0,9}=/i, 'the style of the body'],
  [/<title\b/i, 'the title'],
]

/**
 * What an email loses when it is changed in the visual builder.
 * @param hasDesign whether there is a design, which the HTML has left since
 */
export const builderLosses = (html: string, hasDesign: boolean): string[] => [
  ...(hasDesign ? ['the blocks of its design, which become one text'] : []),
  ...LOSSES.flatMap(([part, name]) => (part.test(html) ? [name] : [])),
]
