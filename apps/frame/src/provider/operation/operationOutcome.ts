import type { RpcRequest } from 'latchkey/contract'
import { fieldOf, type Hex, isSameAddress, itemsOf, readWord, toQuantity } from 'latchkey/evmcodec'
import { safeContracts } from 'latchkey/services'
import type { KeptOperation } from '../kept.ts'
import { latestBlock, nextNonce } from './entryPoint.ts'

/** What became of an operation, as far as it is known. */
export type OperationOutcome =
  | { readonly at: 'pending' }
  /** It never happened and never will: its time is over, or another operation has its number. */
  | { readonly at: 'dropped' }
  | {
      readonly at: 'mined'
      /** Its calls were done; the transaction counts as one that worked either way. */
      readonly isDone: boolean
      /** The receipt of the transaction that has it, with the logs of this operation alone. */
      readonly receipt: unknown
      readonly logs: readonly unknown[]
    }

/** keccak-256 of UserOperationEvent(bytes32,address,address,uint256,bool,uint256,uint256) */
export const operationEvent = '0x49628fd1471006c1482da88028e9ce4dbb080b815c9b0344d39e5a8e6ec1419f'
/** keccak-256 of BeforeExecution() */
export const beforeExecution = '0xbb47ee3e183a558b1a2ff0874b079f3fc5478b7454eacf2bfc5af2ff5878f972'

const mostLogs = 500
/** Blocks after which every node knows what became of an operation that has no end. */
const settledAfter = 64
const pending = { at: 'pending' } as const
const dropped = { at: 'dropped' } as const

/** Asks the bundler, and where it has no receipt, the chain itself: a bundler may have been lost with what it was given. */
export async function operationOutcome(nodes: RpcRequest, kept: KeptOperation): Promise<OperationOutcome> {
  const said = await nodes('eth_getUserOperationReceipt', [kept.hash]).catch(() => undefined)
  const success = fieldOf(said, 'success')
  const isOwn = fieldOf(said, 'userOpHash') === kept.hash && isText(fieldOf(said, 'sender'), kept.account)
  const logs = itemsOf(fieldOf(said, 'logs'), mostLogs)
  const receipt = fieldOf(said, 'receipt')
  if (isOwn && typeof success === 'boolean' && logs && fieldOf(receipt, 'transactionHash'))
    return { at: 'mined', isDone: success, receipt, logs }
  return findOnChain(nodes, kept).catch(() => pending)
}

async function findOnChain(
  nodes: RpcRequest,
  { hash, account, nonce, validUntil, block, entryPoint = safeContracts.entryPoint }: KeptOperation,
): Promise<OperationOutcome> {
  const at = { address: account, entryPoint }
  const [next, latest] = await Promise.all([nextNonce(nodes, at), latestBlock(nodes)])
  // A block that has it counts its number on, also where its calls fail: until then events need not be looked for.
  const isOver = latest.time > (validUntil ?? Number.POSITIVE_INFINITY)
  if (next <= BigInt(nonce)) return isOver ? dropped : pending
  const isLongAgo = validUntil === undefined && latest.number > BigInt(block + settledAfter)
  const filter = {
    address: entryPoint,
    topics: [operationEvent, hash],
    fromBlock: toQuantity(block),
    toBlock: 'latest',
  }
  const events = itemsOf(await nodes('eth_getLogs', [filter]), mostLogs)
  if (!events) return pending
  const [event] = events
  // Another operation may have its number; or the node of this answer is behind the one that knew the number.
  if (event === undefined) return isOver || isLongAgo ? dropped : pending
  const transaction = fieldOf(event, 'transactionHash')
  const receipt = await nodes('eth_getTransactionReceipt', [transaction])
  const logs = logsOf(receipt, { hash, entryPoint })
  if (!logs) return pending
  // nonce, success, actualGasCost, actualGasUsed
  return { at: 'mined', isDone: readWord(fieldOf(logs.at(-1), 'data'), 1) === 1n, receipt, logs }
}

/** The logs of one operation in a bundle: those between the event before its own and its own. */
function logsOf(
  receipt: unknown,
  { hash, entryPoint }: { readonly hash: Hex; readonly entryPoint: Hex },
): readonly unknown[] | undefined {
  const all = itemsOf(fieldOf(receipt, 'logs'), mostLogs)
  if (!all) return undefined
  let own: unknown[] = []
  for (const log of all) {
    own.push(log)
    const topics = itemsOf(fieldOf(log, 'topics'), 4) ?? []
    if (!isText(fieldOf(log, 'address'), entryPoint)) continue
    if (topics[0] === operationEvent && topics[1] === hash) return own
    if (topics[0] === operationEvent || topics[0] === beforeExecution) own = []
  }
  return undefined
}

function isText(value: unknown, address: string): boolean {
  return typeof value === 'string' && isSameAddress(value, address)
}
