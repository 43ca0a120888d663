import fc from 'fast-check'
import * as v from 'valibot'
import { expect, test } from 'vitest'
import { returnPath } from '../../contract/returnPath.ts'
import { returnPathOf } from './returnPathOf.ts'

const pathOf = (path: string) => returnPathOf({ href: `https://shop.example${path}` })

test.each([
  ['/', '/'],
  ['/cart?step=2#pay', '/cart?step=2#pay'],
  ['/cart?result_uri=abc&step=2', '/cart?step=2'],
  ['/cart?result_uri=abc', '/cart'],
  ['/?flag&q=a%20b', '/?flag&q=a%20b'],
  ['/?flag&result_uri=abc&q=a%20b', '/?flag&q=a%20b'],
  ['/?/route/1', '/?/route/1'],
  ['/?/route/1&result_uri=abc', '/?/route/1'],
  ['/größe', '/gr%C3%B6%C3%9Fe'],
  [`/cart?x=1#${'a'.repeat(1_000)}`, '/cart?x=1'],
  [`/cart?${'a'.repeat(1_000)}`, '/cart'],
  [`/${'a'.repeat(1_000)}`, '/'],
  ['//evil.example/', '/'],
])('the tab comes back from %s to %s', (path, expected) => {
  expect(pathOf(path)).toBe(expected)
})

test('T50: the wallet accepts the path wherever the page is, and it leads nowhere else', () => {
  fc.assert(
    fc.property(fc.webPath(), fc.string(), fc.string(), (path, query, hash) => {
      const back = pathOf(`/${path}?${query}#${hash}`)
      expect(v.is(returnPath, back)).toBe(true)
      expect(new URL(back, 'https://shop.example').origin).toBe('https://shop.example')
    }),
    { numRuns: 30 },
  )
})
