/** The message of load tests: a text and an HTML part, about 2 KB composed. */
export const SUBJECT = 'Hello {{first_name | default: "there"}}'
const PARAGRAPH =
  'we help teams like yours to write to people they have not met yet, at the right minute and never twice. '
export const TEXT = `Hello {{first_name | default: "there"}},\n\n${PARAGRAPH.repeat(3)}\n\nBest regards`
export const HTML = `<p>Hello {{first_name | default: "there"}},</p><p>${PARAGRAPH.repeat(4)}</p><p>Best regards</p>`
