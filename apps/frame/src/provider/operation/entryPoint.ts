import type { RpcRequest } from 'latchkey/contract'
import { fieldOf, type Hex, parseQuantity, readWord, word } from 'latchkey/evmcodec'

/** The number that the account's next operation has. @throws what the nodes throw, Error for an answer that is none. */
export async function nextNonce(
  nodes: RpcRequest,
  { address, entryPoint }: { readonly address: Hex; readonly entryPoint: Hex },
  signal?: AbortSignal,
): Promise<bigint> {
  // getNonce(address,uint192)
  const data = `0x35567e1a${word(BigInt(address))}${word(0n)}`
  const nonce = readWord(await nodes('eth_call', [{ to: entryPoint, data }, 'latest'], signal))
  if (nonce === undefined) throw new Error('no nonce')
  return nonce
}

/** The latest block: its number, and its time in seconds since 1970. @throws what the nodes throw, Error */
export async function latestBlock(
  nodes: RpcRequest,
  signal?: AbortSignal,
): Promise<{ readonly number: bigint; readonly time: number }> {
  const block = await nodes('eth_getBlockByNumber', ['latest', false], signal)
  const number = parseQuantity(fieldOf(block, 'number'))
  const time = parseQuantity(fieldOf(block, 'timestamp'))
  if (number === undefined || time === undefined || time >> 48n) throw new Error('no block')
  return { number, time: Number(time) }
}
