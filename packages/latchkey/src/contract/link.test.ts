import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { isSocketUrl, isWebUrl } from './link.ts'
import { isSafeLink } from './safeLink.ts'

const safe = [
  'https://wallet.example',
  'https://wallet.example/wc?uri=wc%3Aabc%402%3FsymKey%3D1',
  'https://wallet.example:8443/a/b#c',
  'HTTPS://WALLET.EXAMPLE/',
  'https://xn--bcher-kva.example/',
  'https://bücher.example/',
  'https://[2001:db8::1]/',
  'https://127.0.0.1:8443/',
  'http://localhost:3000/phone',
  'http://phone.localhost:3000/',
  'http://127.0.0.1:8080',
  'http://127.8.9.10',
  'http://[::1]:8080/',
  'metamask://',
  'metamask://wc?uri=wc%3Aabc',
  'trust:',
  'trust://wc',
  'cbwallet://dapp',
  'io.metamask.app://open',
  'web+wallet://x',
  'wallet-app://x',
  'tg://resolve?domain=wallet',
  'market://details?id=io.metamask',
  'itms-apps://apps.apple.com/app/id1438144202',
]

// T22: at least 60 of them.
const unsafe = [
  // Run code
  'javascript:alert(1)',
  'JavaScript:alert(1)',
  'JAVASCRIPT://wallet.example/%0aalert(1)',
  ' javascript:alert(1)',
  '\tjavascript:alert(1)',
  '\njavascript:alert(1)',
  '\u0000javascript:alert(1)',
  '\u0001javascript:alert(1)',
  'java\tscript:alert(1)',
  'java\nscript:alert(1)',
  'java\rscript:alert(1)',
  'java\u0000script:alert(1)',
  'java\u200bscript:alert(1)',
  'java\u00adscript:alert(1)',
  'javascript\t:alert(1)',
  'javascript&colon;alert(1)',
  'javascript&#58;alert(1)',
  'javascript%3Aalert(1)',
  'vbscript:msgbox(1)',
  'VBScript:msgbox(1)',
  'livescript:alert(1)',
  'mocha:alert(1)',
  // Carry or reach a document
  'data:text/html,<script>alert(1)</script>',
  'DATA:text/html;base64,PHNjcmlwdD4=',
  'data:image/svg+xml,<svg onload=alert(1)>',
  'blob:https://wallet.example/uuid',
  'filesystem:https://wallet.example/temporary/x',
  'file:///etc/passwd',
  'FILE://C:/Windows/System32',
  'about:blank',
  'view-source:https://wallet.example',
  'jar:https://wallet.example/a.jar!/x',
  'content://com.android.contacts',
  'resource://gre/x',
  'res://ieframe.dll/x',
  'chrome://settings',
  'chrome-extension://abc/page.html',
  'moz-extension://abc/page.html',
  // Reach another program
  'intent://scan/#Intent;scheme=zxing;package=evil;end',
  'INTENT:#Intent;action=x;end',
  'ms-msdt:/id PCWDiagnostic',
  'ms-msdt:/id',
  'ms-officecmd:{}',
  'ms-settings:',
  'search-ms:query=x',
  'search:query=x',
  'shell:startup',
  'ftp://wallet.example',
  // Plain text on the wire
  'http://wallet.example',
  'HTTP://wallet.example',
  'http://localhost.evil.example',
  'http://127.0.0.1.evil.example',
  'http://127.0.0.1@evil.example',
  'http://10.0.0.1',
  'http://0.0.0.0',
  'ws://wallet.example',
  'wss://wallet.example',
  // Not what they look like
  'https://wallet.example@evil.example/',
  'https://user:password@wallet.example/',
  'https:wallet.example',
  'https:/wallet.example',
  'https:///wallet.example',
  'https:\\\\wallet.example',
  'https://\\wallet.example',
  'https://wallet.example/\u202egnp.exe',
  'https://wallet\u200b.example/',
  'https://wallet.example/a b',
  'https://wallet.example:99999/',
  'https://',
  'https://[::1',
  // No scheme
  '//wallet.example',
  '/path',
  'wallet.example',
  '#',
  '?x',
  '',
  ' ',
  ':',
  '://x',
  '1wallet://x',
  '-wallet://x',
  'wal let://x',
  `metamask://${'x'.repeat(2_048)}`,
  `https://wallet.example/${'x'.repeat(2_048)}`,
]

describe('T22: links', () => {
  it.each(safe)('%j may be opened', link => expect(isSafeLink(link)).toBe(true))
  it.each(unsafe)('%j may not', link => expect(isSafeLink(link)).toBe(false))
  it.each([undefined, null, 0, {}, ['https://wallet.example'], { toString: () => 'https://wallet.example' }])(
    '%j is no link',
    link => expect(isSafeLink(link)).toBe(false),
  )

  it('the corpus is as large as T22 asks', () => expect(new Set(unsafe).size).toBeGreaterThanOrEqual(60))

  it('whatever is let through is no scheme that runs code, as the browser reads it', () => {
    const scheme = fc.constantFrom('javascript', 'data', 'vbscript', 'file', 'blob', 'intent')
    const noise = fc.constantFrom('', ' ', '\t', '\n', '\u0000', '\u001f', '\u200b', 'A', '/', '\\')
    const mixed = fc
      .tuple(noise, scheme, fc.nat(6), noise, fc.constantFrom(':', ' :', ':\t', '%3a'), fc.webPath())
      .map(
        ([before, name, at, inside, colon, rest]) =>
          before + name.slice(0, at) + inside + name.slice(at) + colon + rest,
      )
    fc.assert(
      fc.property(fc.oneof(mixed, fc.string()), link => {
        if (!isSafeLink(link)) return
        const protocol = URL.canParse(link) ? new URL(link).protocol : ''
        expect(['javascript:', 'data:', 'vbscript:', 'file:', 'blob:', 'intent:']).not.toContain(protocol)
      }),
    )
  })
})

describe('URLs', () => {
  it.each([
    ['https://api.example', true, false],
    ['https://api.example/v1?a=b', true, false],
    ['http://localhost:8000', true, false],
    ['http://api.localhost', true, false],
    ['http://api.example', false, false],
    ['wss://relay.example', false, true],
    ['ws://127.0.0.1:9', false, true],
    ['ws://relay.example', false, false],
    ['wss://user@relay.example', false, false],
    ['metamask://', false, false],
    ['https://api.example\n', false, false],
    ['', false, false],
    [undefined, false, false],
  ])('%j: web %s, socket %s', (value, web, socket) => {
    expect([isWebUrl(value), isSocketUrl(value)]).toEqual([web, socket])
  })
})
