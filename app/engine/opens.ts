/** One request for the open pixel. */
export interface PixelHit {
  userAgent: string | null
  /** HTTP method. */
  method: string
  /** Null if the time of delivery is not known. */
  secondsSinceDelivery: number | null
  /** The owner of the sequence viewed the email within Coldframe. */
  ownPreview: boolean
}

type OpenClass = 'human' | 'machine' | 'unknown'

type OpenReason =
  | 'own_preview'
  | 'head_request'
  | 'too_soon'
  | 'apple_prefetch'
  | 'scanner'
  | 'image_proxy'
  | 'mail_client'
  | 'no_user_agent'
  | 'unknown_client'

export interface OpenVerdict {
  class: OpenClass
  reason: OpenReason
}

/** People do not open an email within this many seconds of delivery, but scanners do. */
export const MIN_SECONDS_TO_OPEN = 15

/** Security gateways, link checkers, HTTP libraries and crawlers that identify themselves. */
const SCANNER =
  /barracuda|mimecast|proofpoint|safelinks|messagelabs|symantec|forcepoint|websense|trend ?micro|bitdefender|ironport|fireeye|fortinet|sophos|headless|phantomjs|puppeteer|playwright|curl\/|wget\/|libwww|python|aiohttp|httpx?\/|okhttp|java\/|go-http-client|node-fetch|undici|axios|guzzle|ruby|perl|scrapy|\bbot\b|bot[/;)]|crawler|spider|scanner|monitor/i

/** Proxies that load images when a person opens the email. */
const IMAGE_PROXY = /GoogleImageProxy|YahooMailProxy/

/** Apple's privacy relay: only a product token, or WebKit without a version or browser. */
const APPLE_PREFETCH = /^Mozilla\/5\.0$|AppleWebKit\/[\d.]+ \(KHTML, like Gecko\)(?: Mobile\/\w+)?$/

const MAIL_CLIENT =
  /Outlook|ms-office|Thunderbird|Firefox\/|Chrome\/|CriOS\/|FxiOS\/|Safari\/|Edge?\/|OPR\/|MSIE |Trident\//

/** An open counts unless a machine caused it. */
export function countsAsOpen(verdict: Pick<OpenVerdict, 'class'>): boolean {
  return verdict.class !== 'machine'
}

/** Classifies a pixel hit. */
export function judgeOpen(hit: PixelHit): OpenVerdict {
  const agent = hit.userAgent?.trim() ?? ''
  if (hit.ownPreview) return { class: 'machine', reason: 'own_preview' }
  if (hit.method.toUpperCase() === 'HEAD') return { class: 'machine', reason: 'head_request' }
  if (hit.secondsSinceDelivery !== null && hit.secondsSinceDelivery < MIN_SECONDS_TO_OPEN) {
    return { class: 'machine', reason: 'too_soon' }
  }
  if (agent === '') return { class: 'unknown', reason: 'no_user_agent' }
  if (IMAGE_PROXY.test(agent)) return { class: 'human', reason: 'image_proxy' }
  if (APPLE_PREFETCH.test(agent)) return { class: 'machine', reason: 'apple_prefetch' }
  if (SCANNER.test(agent)) return { class: 'machine', reason: 'scanner' }
  if (MAIL_CLIENT.test(agent)) return { class: 'human', reason: 'mail_client' }
  return { class: 'unknown', reason: 'unknown_client' }
}
