import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { anyCharacter } from '../../../../../testing/src/fixtures/anyCharacter.ts'
import { growthOf, linearGrowth } from '../../../../../testing/src/fixtures/growthOf.ts'
import { isBrowseTemplate } from '../../../contract/browseLink.ts'
import { isSafeLink } from '../../../contract/safeLink.ts'
import type { WalletListing } from '../../../contract/wallet.ts'
import { plainListing } from './plainListing.ts'

const named = (name: string) => plainListing({ id: 'one', name })?.name

describe('T67: names', () => {
  it.each([
    ['plain', 'Rainbow', 'Rainbow'],
    ['spaces and lines', '  Trust \n\t Wallet ', 'Trust Wallet'],
    ['text turned around', 'abc\u202edef\u2066', 'abcdef'],
    ['zero width', 'Meta\u200bMask\ufeff', 'MetaMask'],
    ['control characters', 'a\u0000\u0007b', 'ab'],
    ['piled-up marks', `e${'\u0301'.repeat(50)}`, 'e\u0301\u0301'],
    ['64 characters, surrogates counted as one', '😀'.repeat(100), '😀'.repeat(64)],
    ['other scripts', '钱包 कीप محفظة', '钱包 कीप محفظة'],
  ])('%s', (_name, given, expected) => expect(named(given)).toBe(expected))

  it.each(['', '   ', '\u200b\u202e', '\u2800'])('%j is none', name => expect(named(name)).toBeUndefined())

  it('T107: a long one costs nothing', () => {
    const hostile = (length: number) => `${'\u0301'.repeat(length)}${'\u202e '.repeat(length)}`
    expect(growthOf(length => named(hostile(length)), 3_000)).toBeLessThan(linearGrowth)
  })
})

it('T22: whatever a listing says, only links that may be opened and text that can be read are left', () => {
  const text = fc.oneof(
    fc.string({ unit: anyCharacter, maxLength: 80 }),
    fc.webUrl(),
    fc.constantFrom(
      'javascript:alert(1)',
      'JaVaScRiPt:alert(1)',
      ' javascript:x',
      'data:text/html,x',
      'intent://x#Intent;end',
      'http://evil.example',
      'https://a@b.example',
      'file:///etc/passwd',
      'wallet://',
      'java\nscript:x',
      'https://wallet.example/{url}',
      'https://{page}',
      'http://wallet.example/{url}',
    ),
  )
  const links = [
    'mobile_link',
    'desktop_link',
    'webapp_link',
    'app_store',
    'play_store',
    'chrome_store',
    'homepage',
  ]
  const listing = fc.record(
    {
      name: text,
      rdns: text,
      image_url: text,
      browse: text,
      aliases: fc.array(text, { maxLength: 16 }),
      chains: fc.array(text),
      injected: fc.array(fc.record({ namespace: text, injected_id: text })),
      ...(Object.fromEntries(links.map(name => [name, text])) as Record<string, typeof text>),
    },
    { requiredKeys: ['name'] },
  )
  fc.assert(
    fc.property(listing, given => {
      const plain = plainListing({ id: 'one', ...given } as WalletListing)
      if (plain === undefined) return
      expect(plain.name).not.toMatch(/[\p{C}\p{DI}\u2800]/u)
      expect(plain).not.toHaveProperty('image_url')
      for (const name of links) {
        const link = (plain as unknown as Record<string, unknown>)[name]
        if (link !== undefined) expect(isSafeLink(link)).toBe(true)
      }
      if (plain.browse !== undefined) expect(isBrowseTemplate(plain.browse)).toBe(true)
      for (const alias of plain.aliases ?? []) expect(alias).not.toMatch(/[\p{C}\p{DI}\u2800]/u)
      for (const { injected_id } of plain.injected ?? []) expect(injected_id).not.toMatch(/[\p{C}\p{DI}]/u)
      expect(plain.rdns ?? 'a.b').toMatch(/^[a-z\d-]+(\.[a-z\d-]+)+$/i)
    }),
  )
})
