import { afterEach, expect, it, vi } from 'vitest'
import { randomBytes, toHex } from '../../keys/bytes.ts'
import { recordBuffers } from '../../keys/recordBuffers.fixture.ts'
import { makePasskey, usePasskey } from './ceremonies.ts'
import type { UsedPasskey } from './passkeyBrowser.ts'

afterEach(() => vi.unstubAllGlobals())

const input = new Uint8Array(32)
const asked = { challenge: 'AA', rpId: 'keys.example', input } as const
const make = () => makePasskey({ ...asked, user: { id: 'AA', name: 'Wallet' }, algorithms: [-7], others: [] })
const use = () => usePasskey({ ...asked, which: [] })

/** A browser whose passkeys give this, once asked. */
function stubBrowser(first: ArrayBuffer | Uint8Array): void {
  const bytes = () => new ArrayBuffer(8)
  const credential = async () => ({
    id: 'AA',
    rawId: bytes(),
    type: 'public-key',
    response: {
      attestationObject: bytes(),
      authenticatorData: bytes(),
      clientDataJSON: bytes(),
      signature: bytes(),
    },
    getClientExtensionResults: () => ({ prf: { enabled: true, results: { first } } }),
  })
  vi.stubGlobal('PublicKeyCredential', class {})
  vi.stubGlobal('window', globalThis)
  vi.stubGlobal('location', { hostname: 'keys.example' })
  vi.stubGlobal('navigator', { credentials: { create: credential, get: credential } })
}

it.each([
  ['making', make],
  ['using', use],
] as const)(
  'S11: of the PRF of a passkey %s one leaves its copy alone, to be wiped by its user',
  async (_how, run) => {
    const secret = randomBytes(32)
    const given = Uint8Array.from(secret)
    stubBrowser(given.buffer)
    const { result, copiesOf } = await recordBuffers<Pick<UsedPasskey, 'secret'>>(run)
    expect(toHex(result.secret ?? new Uint8Array())).toBe(toHex(secret))
    expect(toHex(given)).toBe('00'.repeat(32))
    expect(copiesOf(secret)).toBe(1)
    result.secret?.fill(0)
    expect(copiesOf(secret)).toBe(0)
  },
)

it('S11: a PRF result of another length is wiped, and none', async () => {
  const given = randomBytes(64)
  stubBrowser(given)
  expect((await use()).secret).toBeUndefined()
  expect(toHex(given)).toBe('00'.repeat(64))
})
