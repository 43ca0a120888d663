import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import type { Once } from './createOnce.ts'
import { mostAhead } from './mostAhead.ts'

/** Milliseconds for which a nonce counts (T23). */
const lifetime = 300_000
/** A used one is remembered this long, so that a clock set back does not revive it (F39). */
const remembered = 86_400_000

const randomSize = 16
const timeSize = 6
const sealSize = 16

/** Nonces of sign-ins; those that are never used leave no trace. */
export interface Nonces {
  issue(
    project: string,
    key: string,
  ): { readonly nonce: string; readonly issuedAt: number; readonly expiresAt: number }
  /** Uses up a nonce that is ours, this project's, this key's and not expired: true once, for the first caller. */
  consume(project: string, key: string, nonce: string): Promise<boolean>
}

export function createNonces(deps: {
  readonly once: Once
  readonly secret: Uint8Array
  /** Milliseconds since 1970. */
  readonly now: () => number
}): Nonces {
  const { once, secret, now } = deps
  const seal = (project: string, key: string, head: Uint8Array) =>
    createHmac('sha256', secret).update(`${project}\n${key}\n`).update(head).digest().subarray(0, sealSize)

  function isFresh(project: string, key: string, nonce: string): boolean {
    // One spelling only: a second one would pass as unused.
    if (!/^[0-9a-f]{76}$/.test(nonce)) return false
    const bytes = Buffer.from(nonce, 'hex')
    const head = bytes.subarray(0, randomSize + timeSize)
    if (!timingSafeEqual(bytes.subarray(head.length), seal(project, key, head))) return false
    const age = now() - head.readUIntBE(randomSize, timeSize)
    return age >= -mostAhead && age <= lifetime
  }

  return {
    issue(project, key) {
      const issuedAt = now()
      const time = Buffer.alloc(timeSize)
      time.writeUIntBE(issuedAt, 0, timeSize)
      const head = Buffer.concat([randomBytes(randomSize), time])
      // EIP-4361's alphabet is letters and digits.
      const nonce = Buffer.concat([head, seal(project, key, head)]).toString('hex')
      return { nonce, issuedAt, expiresAt: issuedAt + lifetime }
    },
    async consume(project, key, nonce) {
      return isFresh(project, key, nonce) && once.use('nonce', nonce, remembered)
    },
  }
}
