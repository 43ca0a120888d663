import { bytesToHex, randomBytes } from '@noble/hashes/utils.js'
import type { PaymentPayload, PaymentRequirements } from '../../contract/x402.ts'

/** Payments whose settlement is not known that are remembered at a time; older ones go first. */
const most = 10_000

/** The right to use a payment in this process. */
export interface Claim {
  /** Whether an earlier request with it ended before its settlement was known. */
  readonly isPending: boolean
  /** Names the settlement: it alone is answered again. */
  readonly idempotencyKey: string
  /** Lets go of it; with false, the next request with the payment goes on where this one ended. */
  end(isOver: boolean): void
}

/** Creates the claims of one process: a payment is used by one request at a time. What was settled, the services refuse by themselves. */
export function createClaims() {
  const used = new Set<string>()
  const pending = new Map<string, string>()
  return {
    /** Takes a payment; undefined while another request has it. */
    take({ payload }: PaymentPayload, { network, asset }: PaymentRequirements): Claim | undefined {
      const signed = 'authorization' in payload ? payload.authorization : payload.permit2Authorization
      const id = [network, asset, signed.from, signed.nonce].join(' ').toLowerCase()
      if (used.has(id)) return undefined
      used.add(id)
      const known = pending.get(id)
      const idempotencyKey = known ?? bytesToHex(randomBytes(16))
      return {
        isPending: known !== undefined,
        idempotencyKey,
        end(isOver) {
          used.delete(id)
          pending.delete(id)
          if (isOver) return
          pending.set(id, idempotencyKey)
          const [oldest] = pending.keys()
          if (pending.size > most && oldest !== undefined) pending.delete(oldest)
        },
      }
    },
  }
}
