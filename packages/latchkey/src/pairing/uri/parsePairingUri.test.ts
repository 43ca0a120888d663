import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { formatPairingUri } from './formatPairingUri.ts'
import type { PairingUri } from './pairingUri.ts'
import { parsePairingUri } from './parsePairingUri.ts'

/** Any code units at all, lone surrogates as well. */
const anyText = fc.array(fc.nat(0xffff), { maxLength: 60 }).map(codes => String.fromCharCode(...codes))

const topic = '7f6e504bfad60b485450578e05678ed3e8e8c4751d3c6160be17160d63ec90f9'
const symKey = '587d5484ce2a2a6ee3ba1962fdd7e8588e06200c46823bd18fbd67def96ad303'
const minimal = `wc:${topic}@2?relay-protocol=irn&symKey=${symKey}`

const hex32 = fc.uint8Array({ minLength: 32, maxLength: 32 }).map(bytes => Buffer.from(bytes).toString('hex'))
const uris = fc.record<PairingUri>(
  {
    topic: hex32,
    symKey: hex32,
    expiry: fc.integer({ min: 1, max: 99_999_999_999 }).map(seconds => seconds * 1000),
    methods: fc.array(fc.stringMatching(/^\w{1,64}$/), { minLength: 1, maxLength: 10 }),
  },
  { requiredKeys: ['topic', 'symKey'] },
)

describe('pairing URI', () => {
  it('is written as wallets read it', () => {
    expect(formatPairingUri({ topic, symKey })).toBe(minimal)
    const full = { topic, symKey, expiry: 1_795_000_000_999, methods: ['wc_sessionAuthenticate'] }
    expect(formatPairingUri(full)).toBe(
      `${minimal}&expiryTimestamp=1795000000&methods=wc_sessionAuthenticate`,
    )
  })

  it('comes back as it was', () => {
    fc.assert(fc.property(uris, uri => void expect(parsePairingUri(formatPairingUri(uri))).toEqual(uri)))
  })

  it.each([
    ['opened as a link', minimal.replace('wc:', 'wc://'), {}],
    ['unknown names', `${minimal}&relay-data=x&new=1`, {}],
    ['another order', `wc:${topic}@2?symKey=${symKey}&relay-protocol=irn`, {}],
    ['methods in groups', `${minimal}&methods=[wc_a,wc_b],[wc_c]`, { methods: ['wc_a', 'wc_b', 'wc_c'] }],
    ['methods, escaped', `${minimal}&methods=wc_a%2Cwc_b`, { methods: ['wc_a', 'wc_b'] }],
  ])('reads %s', (_name, text, more) => {
    expect(parsePairingUri(text)).toEqual({ topic, symKey, ...more })
  })

  it.each([
    ['nothing', ''],
    ['an address', 'https://example.org/wc?uri=wc'],
    ['version 1', minimal.replace('@2', '@1')],
    ['version 20', minimal.replace('@2', '@20')],
    ['a short topic', minimal.replace(topic, topic.slice(2))],
    ['a topic in upper case', minimal.replace(topic, topic.toUpperCase())],
    ['no key', minimal.replace('symKey', 'other')],
    ['a short key', minimal.slice(0, -2)],
    ['another relay protocol', minimal.replace('irn', 'waku')],
    ['no relay protocol', minimal.replace('relay-protocol=irn&', '')],
    ['a name twice', `${minimal}&symKey=${symKey}`],
    ['an expiry that is no time', `${minimal}&expiryTimestamp=soon`],
    ['a negative expiry', `${minimal}&expiryTimestamp=-1`],
    ['an expiry without end', `${minimal}&expiryTimestamp=${'9'.repeat(40)}`],
    ['a fragment', `${minimal}#x`],
    ['a line end', `${minimal}\n`],
    ['white space in front', ` ${minimal}`],
    ['too many methods', `${minimal}&methods=${Array.from({ length: 21 }, () => 'm').join()}`],
    ['a method that is no name', `${minimal}&methods=<script>`],
    ['too long', `${minimal}&x=${'y'.repeat(2_000)}`],
  ])('T92: refuses %s', (_name, text) => {
    expect(parsePairingUri(text)).toBeUndefined()
  })

  it('takes any text without throwing', () => {
    const changed = fc.tuple(uris, fc.nat(), anyText).map(([uri, at, text]) => {
      const whole = formatPairingUri(uri)
      const place = at % whole.length
      return whole.slice(0, place) + text + whole.slice(place + 1)
    })
    fc.assert(
      fc.property(fc.oneof(anyText, changed), text => {
        const uri = parsePairingUri(text)
        if (uri) expect(uri.symKey).toMatch(/^[0-9a-f]{64}$/)
      }),
      { numRuns: 1_000 },
    )
  })
})
