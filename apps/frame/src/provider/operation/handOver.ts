import { providerCodes, type RpcRequest } from 'latchkey/contract'
import { fieldOf, type Hex, textOf } from 'latchkey/evmcodec'
import { rpcRefusal, type UserOperation } from 'latchkey/services'
import type { ProviderClock } from '../deps.ts'
import { NodeFault } from '../nodes.ts'
import { refusal } from '../refusal.ts'

const looks = 3
const lookWait = 1_000

/** Words for what entry points and bundlers say by numbers of their own (ERC-4337, ERC-7769). */
const reasons: readonly (readonly [RegExp, string])[] = [
  [/\bAA21\b/, 'The account cannot pay the fee.'],
  [/\bAA3\d\b/, 'The sponsor does not pay for it any more.'],
  [/\bAA25\b/, 'Another operation of the account has its place.'],
]

const { invalid, method, limit, notFound } = rpcRefusal
const ownRefusals: readonly number[] = [invalid, method, limit, notFound, providerCodes.invalidParams]

/** The errors that say that an operation was not taken: of the services and JSON-RPC, and those of bundlers (ERC-7769). */
function isRefusal(code: number): boolean {
  return (code <= -32_500 && code >= -32_599) || ownRefusals.includes(code)
}

/**
 * Gives an operation to the network's bundler, once (T73). Where the outcome is in doubt it is looked for by its own hash, and
 * never given again.
 * @throws LatchkeyError SEND_FAILED where it was surely not taken, SEND_UNKNOWN with its hash otherwise
 */
export async function handOver(
  nodes: RpcRequest,
  {
    operation,
    hash,
    entryPoint,
  }: { readonly operation: UserOperation; readonly hash: Hex; readonly entryPoint: Hex },
  clock: Pick<ProviderClock, 'wait'>,
): Promise<void> {
  try {
    // Another hash than ours would be of something else.
    if ((await nodes('eth_sendUserOperation', [operation, entryPoint])) === hash) return
  } catch (cause) {
    if (cause instanceof NodeFault && isRefusal(cause.code) && !(await isThere(nodes, hash)))
      throw refusal('transactionRejected', { message: wordsOf(cause) })
  }
  for (let look = 0; look < looks; look++) {
    if (await isThere(nodes, hash)) return
    await clock.wait(lookWait * 2 ** look)
  }
  throw refusal('unavailable', {
    code: 'SEND_UNKNOWN',
    message: 'The outcome of the operation is not known',
    data: { userOperationHash: hash },
  })
}

async function isThere(nodes: RpcRequest, hash: Hex): Promise<boolean> {
  const found = await nodes('eth_getUserOperationByHash', [hash]).catch(() => undefined)
  return fieldOf(fieldOf(found, 'userOperation'), 'sender') !== undefined
}

/** Bundlers put whole reverts into their words, which say nothing to a reader. */
function wordsOf({ message }: NodeFault): string {
  const known = reasons.find(([pattern]) => pattern.test(message))?.[1]
  const said = textOf(message.replaceAll(/0x[\da-f]{9,}/gi, '…'), 200)
  return known ?? said ?? 'The network did not take it.'
}
