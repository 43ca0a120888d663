import type { Clock } from '../../base/clock.ts'

/** Milliseconds that a message waits for its attestation before it goes without one. */
const patience = 2_000

/**
 * The services' word to a wallet that this page made a message, asked for by its SHA-256 (T94). Undefined where it cannot
 * be had, or not in time: a proposal does not wait for it. Throws nothing.
 */
export async function attestMessage(
  message: string,
  { clock, ask }: { readonly clock: Clock; ask(id: string): Promise<string> },
): Promise<string | undefined> {
  // A page without https has no WebCrypto, so its messages get no attestation.
  const asked = digestOf(message).then(ask)
  return new Promise(resolve => {
    const cancel = clock.setTimeout(() => resolve(undefined), patience)
    asked.then(resolve, () => resolve(undefined)).finally(cancel)
  })
}

async function digestOf(message: string): Promise<string> {
  const bytes = new Uint8Array(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(message)))
  return Array.from(bytes, byte => byte.toString(16).padStart(2, '0')).join('')
}
