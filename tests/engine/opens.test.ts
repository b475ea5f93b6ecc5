import { describe, expect, it } from 'vitest'
import { countsAsOpen, judgeOpen } from '~/engine/opens'

const CHROME =
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/131.0.0.0 Safari/537.36'
const GMAIL = 'Mozilla/5.0 (Windows NT 5.1; rv:11.0) Gecko Firefox/11.0 (via ggpht.com GoogleImageProxy)'

const hit = (more: Partial<Parameters<typeof judgeOpen>[0]> = {}) =>
  judgeOpen({ userAgent: CHROME, method: 'GET', secondsSinceDelivery: 3_600, ownPreview: false, ...more })

describe('a pixel hit', () => {
  it.each([
    ['a browser', { userAgent: CHROME }, 'human', 'mail_client'],
    ["Gmail's image proxy", { userAgent: GMAIL }, 'human', 'image_proxy'],
    [
      "Yahoo's image proxy",
      { userAgent: 'YahooMailProxy; https://help.yahoo.com/kb/yahoo-mail-proxy-SLN28749.html' },
      'human',
      'image_proxy',
    ],
    [
      'Outlook on Windows',
      {
        userAgent:
          'Mozilla/4.0 (compatible; MSIE 7.0; Windows NT 10.0; WOW64; Trident/7.0; Microsoft Outlook 16.0; ms-office)',
      },
      'human',
      'mail_client',
    ],
    [
      'Outlook on a Mac',
      {
        userAgent:
          'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) MacOutlook/16.90',
      },
      'human',
      'mail_client',
    ],
    [
      'Thunderbird',
      { userAgent: 'Mozilla/5.0 (X11; Linux x86_64; rv:128.0) Gecko/20100101 Thunderbird/128.5.0' },
      'human',
      'mail_client',
    ],
    ["Apple's prefetch, bare", { userAgent: 'Mozilla/5.0' }, 'machine', 'apple_prefetch'],
    [
      "Apple's prefetch, WebKit",
      {
        userAgent: 'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko)',
      },
      'machine',
      'apple_prefetch',
    ],
    ['a HEAD request', { method: 'head' }, 'machine', 'head_request'],
    ['14 seconds after delivery', { secondsSinceDelivery: 14.9 }, 'machine', 'too_soon'],
    ['15 seconds after delivery', { secondsSinceDelivery: 15 }, 'human', 'mail_client'],
    ["Gmail's proxy at once", { userAgent: GMAIL, secondsSinceDelivery: 2 }, 'machine', 'too_soon'],
    ['delivery time unknown', { secondsSinceDelivery: null }, 'human', 'mail_client'],
    ['our own preview', { ownPreview: true }, 'machine', 'own_preview'],
    ['no user agent', { userAgent: null }, 'unknown', 'no_user_agent'],
    ['an unknown client', { userAgent: 'AcmeMail 3' }, 'unknown', 'unknown_client'],
    ['curl', { userAgent: 'curl/8.9.1' }, 'machine', 'scanner'],
    ['a Python script', { userAgent: 'python-requests/2.32.3' }, 'machine', 'scanner'],
    ['a headless browser', { userAgent: CHROME.replace('Chrome', 'HeadlessChrome') }, 'machine', 'scanner'],
    [
      'a gateway that names itself',
      { userAgent: 'Mozilla/5.0 (compatible; BarracudaCentral)' },
      'machine',
      'scanner',
    ],
    [
      'a crawler',
      { userAgent: 'Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)' },
      'machine',
      'scanner',
    ],
  ] as const)('by %s', (_name, more, openClass, reason) => {
    const verdict = hit(more)
    expect(verdict).toEqual({ class: openClass, reason })
    expect(countsAsOpen(verdict)).toBe(openClass !== 'machine')
  })
})
