import type { FindAttestationKey } from '@latchkey/testing/phone'
import type { AttestationKey } from 'latchkey/pairing'

/** Milliseconds between two questions for a key that was not there. */
const pause = 10_000

/** Finds the services' keys by name: asked for when one is met that is not known yet. */
export function createAttestationKeys(services: string): FindAttestationKey {
  const known = new Map<string, AttestationKey>()
  let asking: Promise<void> | undefined
  let askedAt = Number.NEGATIVE_INFINITY

  async function ask(): Promise<void> {
    askedAt = performance.now()
    const response = await fetch(`${services}/attestation/key`, { signal: AbortSignal.timeout(5_000) })
    if (!response.ok) return
    const { publicKey } = (await response.json()) as { readonly publicKey?: AttestationKey }
    // What else is wrong with it shows when it is used.
    if (typeof publicKey?.kid === 'string') known.set(publicKey.kid, publicKey)
  }

  return async kid => {
    if (!known.has(kid) && (asking || performance.now() - askedAt > pause)) {
      asking ??= ask().finally(() => {
        asking = undefined
      })
      await asking
    }
    return known.get(kid)
  }
}
