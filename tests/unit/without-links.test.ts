import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { withoutLinks } from '~/models/shared/without-links.server'

describe('what a stranger wrote', () => {
  it.each([
    ['See https://evil.example/unblock now', 'See (link) now'],
    ['_http://evil.example', '_(link)'],
    ['Call tel+x://evil.example', 'Call (link)'],
    ['Visit www.evil.example', 'Visit (link)'],
    ['Visit evil.example/unblock', 'Visit (link)'],
    ['Visit evil.example:8080/unblock?x=1', 'Visit (link)'],
    ['Visit Evil.COM.', 'Visit (link).'],
    ['Visit (evil.com), evil.de', 'Visit ((link)), (link)'],
    ['Visit evil.com/ann@firma.test', 'Visit (link)'],
    ['Visit müller.de and xn--mller-kva.xn--p1ai', 'Visit (link) and (link)'],
    ['Visit @evil.com or evil.com@x', 'Visit @(link) or (link)@x'],
    ['ann@firma.http://evil.example', 'ann@(link)'],
  ])('loses its links: %s', (text, without) => {
    expect(withoutLinks(text)).toBe(without)
  })

  it.each([
    '550 5.7.1 <ann@firma.com>: rejected, see 550-5.7.26/1 in version 1.2.3',
    'bounces+ann=firma.com=x@mail.sender.net from [203.0.113.7] in 203.0.113.0/24',
    'e.g. z.B. i.e. 12.11.2026/10:00 and/or Thanks... Bo',
    'x3si123.45 - gsmtp from mx.firma.example',
  ])('stays readable: %s', (text) => {
    expect(withoutLinks(text)).toBe(text)
  })

  it('has no scheme and no host name of a known domain left, whatever is around them', () => {
    const around = fc.string({
      unit: fc.constantFrom('a', '_', '.', '-', '@', '/', ' ', '"', '(', 'é', '1'),
      maxLength: 12,
    })
    fc.assert(
      fc.property(
        around,
        fc.constantFrom('http://evil.example', ' evil.com/x', '.evil.com '),
        (before, link) => {
          expect(withoutLinks(before + link)).not.toMatch(/:\/\/|evil\.com\/|(?<!@\S*)evil\.com /)
        },
      ),
    )
  })
})
