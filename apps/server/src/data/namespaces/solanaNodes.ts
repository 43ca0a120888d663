import { formatBase58, readBase58, rpcRefusal } from 'latchkey/services'
import type { SendingLanguage } from './nodeLanguage.ts'

/** Bytes of a transaction, which is one packet of the network. */
const packet = 1_232
const signatureLength = 64

const constants: ReadonlySet<string> = new Set(['getGenesisHash'])
/**
 * Unknown, internal, over its limit or behind; a block that is not there yet, not down to the slot asked for, or not there
 * any more; and a history that this node has not, or not now.
 */
const retryable: ReadonlySet<number> = new Set([
  -1,
  rpcRefusal.internal,
  rpcRefusal.limit,
  -32_001,
  -32_004,
  -32_011,
  -32_014,
  -32_016,
  -32_019,
])

/** JSON-RPC of Solana's nodes. */
export const solanaNodes: SendingLanguage = {
  identity: {
    call: { method: 'getGenesisHash' },
    // CAIP-2 names a cluster by the first characters of its genesis' hash.
    isOf(result, chain) {
      if (typeof result !== 'string' || !/^[1-9A-HJ-NP-Za-km-z]{32,44}$/.test(result)) return undefined
      return `solana:${result.slice(0, 32)}` === chain
    },
  },
  ping: { method: 'getHealth' },
  head: {
    call: { method: 'getSlot' },
    read: result => (Number.isSafeInteger(result) && Number(result) >= 0 ? Number(result) : undefined),
  },
  // About a minute, as nodes themselves count.
  staleBy: 150,
  constants,
  retryable,
  transaction: {
    // Its first signature.
    idOf(params) {
      const [wire, config] = Array.isArray(params) ? (params as readonly unknown[]) : []
      const encoding =
        typeof config === 'object' && config !== null
          ? (config as { encoding?: unknown }).encoding
          : undefined
      const bytes = typeof wire === 'string' ? readWire(wire, encoding ?? 'base58') : undefined
      // A transaction has fewer signatures than would need a second byte for their number.
      const [count = 0] = bytes ?? []
      if (bytes === undefined || count < 1 || count > 19 || bytes.length < 1 + count * signatureLength)
        return undefined
      return formatBase58(bytes.subarray(1, 1 + signatureLength))
    },
    // Each node knows the last minutes; one without history refuses the second request, and cannot prove absence.
    lookUp: id => [
      { method: 'getSignatureStatuses', params: [[id]] },
      { method: 'getSignatureStatuses', params: [[id], { searchTransactionHistory: true }] },
    ],
    has(result) {
      const { value } = (result ?? {}) as { value?: unknown }
      if (!Array.isArray(value) || value.length !== 1) return undefined
      const [status] = value as readonly unknown[]
      return status === null ? false : typeof status === 'object' || undefined
    },
    isKnown: /already (?:been )?processed/i,
    isOutdated: /blockhash not found|block height exceeded/i,
  },
}

function readWire(wire: string, encoding: unknown): Uint8Array | undefined {
  if (encoding === 'base64')
    return wire.length <= Math.ceil(packet / 3) * 4 && /^[A-Za-z0-9+/]+={0,2}$/.test(wire)
      ? Buffer.from(wire, 'base64')
      : undefined
  return encoding === 'base58' ? readBase58(wire, packet) : undefined
}
