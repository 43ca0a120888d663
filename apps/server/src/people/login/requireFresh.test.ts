import { expect, it } from 'vitest'
import { requirePasskey } from './requireFresh.ts'

it('T45: what a mailbox must not do alone wants a passkey just used, on an account that is not frozen', () => {
  const proof = { sessionAge: 300_000, isFrozen: false, provedBy: 'passkey' as const }
  expect(() => requirePasskey(proof)).not.toThrow()
  for (const change of [{ sessionAge: 300_001 }, { isFrozen: true }, { provedBy: 'email' as const }])
    expect(() => requirePasskey({ ...proof, ...change })).toThrow(
      expect.objectContaining({ code: 'LOGIN_STEP_UP' }),
    )
})
