import type { RpcRequest } from 'latchkey/contract'
import { fieldOf, type Hex } from 'latchkey/evmcodec'
import type { UserOperation } from 'latchkey/services'
import type { ProviderClock } from '../deps.ts'
import { NodeFault } from '../nodes.ts'
import { refusal } from '../refusal.ts'
import { isNotTaken, reasonOfFault, wordsOfFault } from './bundlerFault.ts'

const looks = 3
const lookWait = 1_000

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
    if (cause instanceof NodeFault && isNotTaken(cause.code) && !(await isThere(nodes, hash)))
      throw refusal('transactionRejected', { message: await wordsOf(cause) })
  }
  for (let look = 0; look < looks; look++) {
    if (await isThere(nodes, hash)) return
    await clock.wait(lookWait * 2 ** look)
  }
  throw refusal('unavailable', {
    code: 'SEND_UNKNOWN',
    message: 'The outcome of the operation is not known.',
    data: { userOperationHash: hash },
  })
}

async function isThere(nodes: RpcRequest, hash: Hex): Promise<boolean> {
  const found = await nodes('eth_getUserOperationByHash', [hash]).catch(() => undefined)
  return fieldOf(fieldOf(found, 'userOperation'), 'sender') !== undefined
}

async function wordsOf(fault: NodeFault): Promise<string> {
  return (await reasonOfFault(fault)) ?? wordsOfFault(fault) ?? 'The network did not take it.'
}
