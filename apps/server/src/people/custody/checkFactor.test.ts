import type { RecoveryFactor } from 'latchkey/services'
import { expect, it } from 'vitest'
import { checkFactor } from './checkFactor.ts'

const share = 'ab'.repeat(32)
const sealedBy = (kdf: string) => ({ v: 2, alg: 'A256GCM', kdf, epoch: 0, iv: 'ab'.repeat(12), data: share })
const factorOf = (kind: RecoveryFactor['kind'], content: object) =>
  ({ id: 'ab'.repeat(16), kind, params: {}, half: share, ...content }) as RecoveryFactor

it('T76: a factor of the operator is taken in the mode of the operator alone, and in the open', () => {
  expect(() => checkFactor(factorOf('operator', { open: share }), 'operator')).not.toThrow()
  expect(() => checkFactor(factorOf('operator', { open: share }), 'user')).toThrow(
    expect.objectContaining({ code: 'REQUEST_INVALID' }),
  )
  for (const content of [{}, { sealed: sealedBy('code') }, { open: share, sealed: sealedBy('code') }])
    expect(() => checkFactor(factorOf('operator', content), 'operator')).toThrow(
      expect.objectContaining({ code: 'REQUEST_INVALID' }),
    )
})

it.each([
  ['passkey', 'prf', 'code'],
  ['code', 'code', 'password'],
  ['password', 'password', 'prf'],
] as const)(
  'T76: a factor of the kind %s is closed by its own secret, and never open',
  (kind, own, other) => {
    for (const mode of ['user', 'operator'] as const) {
      expect(() => checkFactor(factorOf(kind, { sealed: sealedBy(own) }), mode)).not.toThrow()
      for (const content of [
        {},
        { open: share },
        { sealed: sealedBy(own), open: share },
        { sealed: sealedBy(other) },
      ])
        expect(() => checkFactor(factorOf(kind, content), mode)).toThrow(
          expect.objectContaining({ code: 'REQUEST_INVALID' }),
        )
    }
  },
)
