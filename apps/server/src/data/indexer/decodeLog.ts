import { viem } from '../../core/libraries/viem.ts'
import type { NativeContract } from '../chains/chainFacts.ts'
import { type Hex, zeroAddress } from './hexBytes.ts'
import type { NodeLog } from './nodeShapes.ts'
import type { TransferStandard } from './tables.ts'

/** An amount of one asset that went from one address to another. */
export interface Move {
  readonly standard: TransferStandard
  /** Null for the native currency. */
  readonly token: Hex | null
  readonly tokenId: bigint | null
  readonly amount: bigint
  readonly sender: Hex
  readonly recipient: Hex
}

// keccak256 of the events' signatures, as ERC-20, ERC-721, ERC-1155 and WETH9 state them.
/** Transfer(address,address,uint256): of ERC-20 with three topics, of ERC-721 with four. */
const transfer = '0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef'
/** TransferSingle(address,address,address,uint256,uint256) */
const transferSingle = '0xc3d58168c5ae7397731d063d5bbf3d657854427343f4c083240f7aacaa2d0f62'
/** TransferBatch(address,address,address,uint256[],uint256[]) */
const transferBatch = '0x4a39dc06d4c0dbc64b70af90fd698a233a518aa5d07e595d983b8c0526c8f7fb'
/** Deposit(address,uint256) */
const deposit = '0xe1fffcc4923d04b559f4d29a8bfc6cda04eb5b0d3c460751c2402c5c5cc9109c'
/** Withdrawal(address,uint256) */
const withdrawal = '0x7fcf532c15f0a6db0bd6d0e038bea71d30d808c7d98cb3bf7268a95bf5081b65'

/** The events that are read. */
export const transferTopics: ReadonlySet<string> = new Set<Hex>([
  transfer,
  transferSingle,
  transferBatch,
  deposit,
  withdrawal,
])

/** Entries of one ERC-1155 batch that are read; a longer one is hostile or useless to a list. */
const longestBatch = 10_000

/** A chain's tokens that stand for its native currency; lower case. */
export interface NativeTokens {
  readonly wrapped: Hex | undefined
  readonly nativeContract?: NativeContract | undefined
}

/**
 * Decodes the transfers in one transaction's events. A wrapped currency that also emits Transfer for its deposits and
 * withdrawals (Scroll's) counts each once.
 */
export function decodeLogs(
  logs: readonly NodeLog[],
  { wrapped, nativeContract }: NativeTokens,
): (Move & { readonly log: number; readonly part: number })[] {
  const isTransfer = ({ topics }: NodeLog) => topics[0] === transfer
  const told = new Set(
    logs
      .filter(log => log.address === wrapped && isTransfer(log))
      .flatMap(log => decodeLog(log, wrapped))
      .map(nameOf),
  )
  return logs.flatMap(log =>
    decodeLog(log, wrapped)
      .map((move, part) => ({ ...move, log: log.logIndex, part }))
      .filter(move => isTransfer(log) || !told.has(nameOf(move)))
      .flatMap(move => toNative(move, nativeContract)),
  )
}

/** Converts a token move of the native currency to a native one; undefined if it is reported elsewhere. */
export function toNative<M extends Move>(move: M, contract: NativeContract | undefined): M[] {
  if (contract === undefined || move.token !== contract.address) return [move]
  return contract.repeats ? [] : [{ ...move, standard: 'native', token: null, tokenId: null }]
}

function nameOf({ token, amount, sender, recipient }: Move): string {
  return `${token} ${amount} ${sender} ${recipient}`
}

/**
 * What an event moved; nothing for an event that only looks like one. `wrapped` is the chain's wrapped native currency,
 * whose deposits and withdrawals are no Transfer events: a withdrawal also pays the native currency out.
 */
export function decodeLog(log: NodeLog, wrapped: Hex | undefined): Move[] {
  const [topic, first, second, third] = log.topics
  const words = (log.data.length - 2) / 64
  const token = log.address
  switch (topic) {
    case transfer: {
      const sender = toAddress(first)
      const recipient = toAddress(second)
      if (sender === undefined || recipient === undefined) return []
      if (third !== undefined)
        return [{ standard: 'erc721', token, tokenId: BigInt(third), amount: 1n, sender, recipient }]
      if (words < 1) return []
      return [{ standard: 'erc20', token, tokenId: null, amount: word(log.data, 0), sender, recipient }]
    }
    case transferSingle:
    case transferBatch: {
      const sender = toAddress(second)
      const recipient = toAddress(third)
      if (sender === undefined || recipient === undefined) return []
      const entries = topic === transferSingle ? readSingle(log.data) : readBatch(log.data)
      return entries.map(([tokenId, amount]) => ({
        standard: 'erc1155',
        token,
        tokenId,
        amount,
        sender,
        recipient,
      }))
    }
    case deposit:
    case withdrawal: {
      const account = toAddress(first)
      if (token !== wrapped || account === undefined || second !== undefined || words < 1) return []
      const move = { standard: 'erc20', token, tokenId: null, amount: word(log.data, 0) } as const
      if (topic === deposit) return [{ ...move, sender: zeroAddress, recipient: account }]
      return [
        { ...move, sender: account, recipient: zeroAddress },
        { ...move, standard: 'native', token: null, sender: token, recipient: account },
      ]
    }
    default:
      return []
  }
}

/** Undefined when the upper bytes are not empty: such a topic is no address. */
function toAddress(topic: Hex | undefined): Hex | undefined {
  if (topic === undefined || !topic.startsWith('0x000000000000000000000000')) return undefined
  return `0x${topic.slice(26)}`
}

function word(data: Hex, index: number): bigint {
  return BigInt(`0x${data.slice(2 + index * 64, 66 + index * 64)}`)
}

function readSingle(data: Hex): (readonly [bigint, bigint])[] {
  return data.length >= 130 ? [[word(data, 0), word(data, 1)]] : []
}

function readBatch(data: Hex): (readonly [bigint, bigint])[] {
  try {
    const [ids, amounts] = viem().decodeAbiParameters([{ type: 'uint256[]' }, { type: 'uint256[]' }], data)
    if (ids.length !== amounts.length || ids.length > longestBatch) return []
    return ids.map((id, index) => [id, amounts[index] ?? 0n] as const)
  } catch {
    return []
  }
}
