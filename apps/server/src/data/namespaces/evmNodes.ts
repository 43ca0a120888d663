import { rpcRefusal } from 'latchkey/services'
import type { Hex } from 'viem'
import { viem } from '../../core/libraries/viem.ts'
import type { SendingLanguage } from './nodeLanguage.ts'

const constants: ReadonlySet<string> = new Set(['eth_chainId', 'net_version'])
/** Unknown, internal, over its limit. */
const retryable: ReadonlySet<number> = new Set([-1, rpcRefusal.internal, rpcRefusal.limit])

/** JSON-RPC of Ethereum's nodes. */
export const evmNodes: SendingLanguage = {
  identity: {
    call: { method: 'eth_chainId' },
    isOf(result, chain) {
      const said = readNumber(result)
      return said === undefined ? undefined : said === readNumber(chain.slice(chain.indexOf(':') + 1))
    },
  },
  ping: { method: 'net_listening' },
  head: { call: { method: 'eth_blockNumber' }, read: readNumber },
  staleBy: 20,
  constants,
  retryable,
  transaction: {
    // None for one with blobs: its hash does not cover them.
    idOf(params) {
      const raw = Array.isArray(params) ? params[0] : undefined
      if (typeof raw !== 'string' || !/^0x(?:[0-9a-fA-F]{2})+$/.test(raw) || raw.startsWith('0x03'))
        return undefined
      return viem().keccak256(raw as Hex)
    },
    lookUp: hash => [{ method: 'eth_getTransactionByHash', params: [hash] }],
    has(result, id) {
      if (result === null) return false
      const { hash } = result as { hash?: unknown }
      return (typeof hash === 'string' && hash.toLowerCase() === id) || undefined
    },
    isKnown: /already known|known transaction|already ?imported|already exists|alreadyknown/i,
    isOutdated: /nonce[ _]?(?:is )?too[ _]?low|old ?nonce/i,
  },
}

/** A number as nodes write it, in hexadecimal or decimal digits. */
function readNumber(value: unknown): number | undefined {
  if (typeof value !== 'string' || !/^(?:0x[0-9a-f]{1,13}|\d{1,15})$/i.test(value)) return undefined
  return Number(value)
}
