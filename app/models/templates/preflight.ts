import { isAllowedUrl } from '~/models/shared/web-address'

/** A finding about an email, shown before it is sent. */
export interface MailFinding {
  /** `error`: emails would be held or broken; `warning`: they may perform badly; `note`: good to know. */
  severity: 'error' | 'warning' | 'note'
  text: string
  /** What to do about it. */
  advice: string
}

const ELEMENT = /<(a|area|img|td|table|body)\b([^<>]*)>/gi
const ADDRESS_ATTRIBUTE = /\s(href|src|background)\b(?:\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'>]+)))?/i

/** Finds links and pictures of an email that do not work for its recipients, at most twenty. */
export function checkLinks(html: string): MailFinding[] {
  const findings = new Map<string, MailFinding>()
  for (const [, element, attributes] of html.matchAll(ELEMENT)) {
    const [, attribute, double, single, bare] = ADDRESS_ATTRIBUTE.exec(attributes!) ?? []
    if (!attribute) continue
    const address = unescaped(double ?? single ?? bare ?? '').trim()
    const problem = linkProblem(address)
    if (!problem) continue
    const what = attribute === 'href' ? 'link' : 'picture'
    const shown = address.length > 80 ? `${address.slice(0, 80)}…` : address
    const text = address ? `The ${what} “${shown}” ${problem.says}.` : `A ${what} ${problem.says}.`
    findings.set(`${element} ${address}`, { severity: problem.severity, text, advice: problem.advice })
  }
  return [...findings.values()].slice(0, 20)
}

/** No host is longer (RFC 1035, section 2.3.4), and parsing one in another script takes time that grows with the square of its length. */
const HAS_SHORT_HOST = /^https?:[/\\]*[^/\\?#]{1,300}(?:[/\\?#]|$)/i

/** Explains why a URL does not work for a recipient; null if it works. */
function linkProblem(
  address: string,
): { severity: MailFinding['severity']; says: string; advice: string } | null {
  const full = 'Enter the full URL, starting with https://.'
  if (address === '' || address === '#') return { severity: 'warning', says: 'has no target', advice: full }
  if (!isAllowedUrl(address))
    return {
      severity: 'error',
      says: 'has a scheme that email clients block',
      advice: 'It is removed when the template is saved. Use https://, mailto: or tel:.',
    }
  if (address.startsWith('#') || /^(mailto|tel|sms|cid):./i.test(address)) return null
  if (!/^https?:/i.test(address)) {
    return /^(www\.|[\w-]+\.(com|org|net|io|de|fr|co))/i.test(address)
      ? { severity: 'error', says: 'does not start with https://', advice: full }
      : { severity: 'error', says: 'is relative, which does not work in an email', advice: full }
  }
  const host = HAS_SHORT_HOST.test(address) && URL.canParse(address) ? new URL(address).hostname : ''
  const broken =
    /\s/.test(address) ||
    !/^https?:\/\/[^/]/i.test(address) ||
    !host ||
    !(host.includes('.') || host === 'localhost' || host.includes(':'))
  return broken ? { severity: 'error', says: 'is not a valid URL', advice: full } : null
}

const unescaped = (text: string) =>
  text
    .replaceAll('&quot;', '"')
    .replaceAll('&#39;', "'")
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&amp;', '&')
