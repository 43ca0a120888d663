import { blake2b } from '@noble/hashes/blake2.js'
import { bytesToHex } from '@noble/hashes/utils.js'
import { parseSs58 } from '../../addresses/ss58.ts'
import type { RpcRequest } from '../../contract/adapter.ts'
import { createError } from '../../contract/errors/createError.ts'

/** The hashes of `System` and `Account`, under which each runtime stores what accounts hold. */
const accounts = '0x26aa394eea5630e07c48ae0c9558cef7b99d880ec681799c0cf30e8886371da9'
/** Four counters of 4 bytes; then what is free, 16 bytes with the smallest first. */
const shape = /^0x[0-9a-f]{32}([0-9a-f]{32})(?:[0-9a-f]{2})*$/
const method = 'state_getStorage'

/**
 * The free native balance in base units; zero for an account that the chain does not have.
 * @throws LatchkeyError BALANCE_UNAVAILABLE when the node's answer is no such record; what `rpc` throws.
 */
export async function polkadotBalance(rpc: RpcRequest, address: string): Promise<bigint> {
  const key = parseSs58(address)?.key
  if (!key) throw createError('BALANCE_UNAVAILABLE', { context: { method } })
  const place = accounts + bytesToHex(blake2b(key, { dkLen: 16 })) + bytesToHex(key)
  const answer = await rpc(method, [place])
  if (answer === null) return 0n
  const [, free] = (typeof answer === 'string' && shape.exec(answer)) || []
  if (free === undefined) throw createError('BALANCE_UNAVAILABLE', { context: { method } })
  return BigInt(`0x${(free.match(/../g) ?? []).reverse().join('')}`)
}
