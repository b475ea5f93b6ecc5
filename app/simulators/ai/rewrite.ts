/** The simulated model's edits of an email. */
export function rewriteEmail(user: string): string {
  const between = (tag: string) => user.split(`<${tag}>`, 2)[1]?.split(`</${tag}>`, 1)[0]?.trim() ?? ''
  const task = between('task')
  const email = between('email')
  const [, language] = /into (\w+)/.exec(task) ?? []
  if (/subjects/.test(task)) return SUBJECTS.map((subject, index) => `${index + 1}. ${subject}`).join('\n')
  if (language) return eachText(email, (text) => (text.trim() ? `${text} (${language})` : text))
  if (/friendlier/.test(task)) return `<p>I hope your week is going well!</p>\n${email}`
  return firstHalf(email)
}

const SUBJECTS = [
  'A question about {{company_name}}',
  'Ten minutes this week?',
  'An idea for {{company_name}}',
  'Quick question, {{first_name | default: "hello"}}',
  'Worth a short call?',
]

/** The first half of the paragraphs, at least one. */
function firstHalf(html: string): string {
  const paragraphs = html.split('</p>')
  return `${paragraphs.slice(0, Math.max(1, Math.floor(paragraphs.length / 2))).join('</p>')}</p>`
}

/** Changes the end of each paragraph that has words. */
const eachText = (html: string, change: (text: string) => string) =>
  html.split('</p>').map(change).join('</p>')
