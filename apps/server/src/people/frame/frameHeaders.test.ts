import fc from 'fast-check'
import { isOrigin } from 'latchkey/services'
import { expect, it } from 'vitest'
import { frameHeaders } from './frameHeaders.ts'

const policyOf = (ancestors: readonly string[]) =>
  frameHeaders({
    ancestors,
    services: 'https://api.example',
    inlineHashes: [],
    isFramed: true,
    forget: [],
  })['content-security-policy']?.split('; ') ?? []

it('S11d: no origin adds a directive, a source or a wildcard to the policy', () => {
  const plain = policyOf([])
  const names = (policy: readonly string[]) => policy.map(each => each.split(' ')[0])
  const piece = fc.constantFrom(
    'a',
    'shop',
    '.',
    '*',
    ';',
    ',',
    ' ',
    '\t',
    '\r\n',
    ':',
    '8080',
    '/',
    '@',
    '-',
    "'self'",
  )
  const host = fc.array(piece, { minLength: 1, maxLength: 7 }).map(pieces => pieces.join(''))
  const origin = fc
    .oneof(host, fc.domain(), fc.ipV4(), fc.string({ maxLength: 12 }))
    .map(text => `https://${text}`)
  let taken = 0
  fc.assert(
    fc.property(fc.array(origin, { maxLength: 4 }), origins => {
      const ancestors = origins.filter(isOrigin)
      taken += ancestors.length
      const policy = policyOf(ancestors)
      expect(names(policy)).toEqual(names(plain))
      const [sources = ''] = policy.filter(each => each.startsWith('frame-ancestors '))
      expect(sources.split(' ').slice(1)).toEqual(ancestors.length === 0 ? ["'none'"] : ancestors)
      expect(sources).not.toMatch(/[*;,]/)
    }),
    { numRuns: 2_000 },
  )
  expect(taken).toBeGreaterThan(500)
})
