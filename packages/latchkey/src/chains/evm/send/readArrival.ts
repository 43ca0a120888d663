import type { RpcRequest } from '../../../contract/adapter.ts'
import { type Hex, readWord, word } from '../codec/abi.ts'
import type { TransferCall } from './transferCall.ts'

/**
 * Stands at the sender's address in the trial alone. Its call is the token, the question for a balance and the transfer: it asks, transfers, asks again, and
 * returns both balances and whether each of the three was answered. Without PUSH0, which older chains do not know.
 */
const prober: Hex = `0x${[
  // The whole call to memory 0.
  '363d3d37',
  // The balance before, to 0x200; answered with one word at least.
  ...['6020', '610200', '6024', '6020', '600051', '5a', 'fa', '3d', '601f', '10', '16'],
  // The transfer: what stands from 0x44 on.
  ...['6000', '6000', '60443603', '6044', '6000', '600051', '5a', 'f1', '16'],
  // The balance after, to 0x220.
  ...['6020', '610220', '6024', '6020', '600051', '5a', 'fa', '3d', '601f', '10', '16', '16'],
  ...['610240', '52', '6060', '610200', 'f3'],
].join('')}`

/**
 * What a receiver gets of a token by the token's own word, in base units: its balance after the transfer less the one before, tried on the latest block.
 * Undefined where no node tries it.
 */
export async function readArrival(
  rpc: RpcRequest,
  { from, to: token, data }: TransferCall,
  { to }: { readonly to: string },
  signal: AbortSignal,
): Promise<bigint | undefined> {
  const asked = `0x${word(BigInt(token))}70a08231${word(BigInt(to))}${data?.slice(2)}`
  try {
    const call = { from, to: from, data: asked }
    const answer = await rpc('eth_call', [call, 'latest', { [from]: { code: prober } }], signal)
    if (typeof answer !== 'string' || answer.length !== 194 || readWord(answer, 2) !== 1n) return undefined
    const [before, after] = [readWord(answer, 0), readWord(answer, 1)]
    return before === undefined || after === undefined || after < before ? undefined : after - before
  } catch {
    return undefined
  }
}
