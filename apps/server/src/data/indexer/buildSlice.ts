import { decodeLogs, type Move, type NativeTokens } from './decodeLog.ts'
import { decodeTraces } from './decodeTraces.ts'
import { type Hex, zeroAddress } from './hexBytes.ts'
import type { NodeBlock, NodeReceipt, NodeTrace } from './nodeShapes.ts'
import type { TokenStandard } from './tables.ts'

/** A run of blocks as rows, before they are bound. */
export interface Slice {
  readonly transactions: readonly SliceTransaction[]
  readonly transfers: readonly SliceTransfer[]
  readonly activity: readonly { readonly account: Hex; readonly block: number; readonly position: number }[]
  readonly accountTokens: readonly { readonly account: Hex; readonly token: Hex }[]
  readonly tokens: readonly { readonly token: Hex; readonly standard: TokenStandard }[]
  /** The final owner of each ERC-721 token; null when it was burnt. */
  readonly owners: readonly { readonly token: Hex; readonly tokenId: bigint; readonly owner: Hex | null }[]
  /** By how much ERC-1155 balances changed. */
  readonly changes: readonly HoldingChange[]
}

export interface HoldingChange {
  readonly account: Hex
  readonly token: Hex
  readonly tokenId: bigint
  readonly by: bigint
}

interface SliceTransaction {
  readonly block: number
  readonly position: number
  readonly hash: Hex
  /** Milliseconds since 1970. */
  readonly minedAt: number
  readonly status: 0 | 1 | null
  readonly nonce: number
  readonly sender: Hex
  readonly recipient: Hex | null
  readonly created: Hex | null
  readonly amount: bigint
  readonly selector: Hex | null
}

export interface SliceTransfer extends Move {
  readonly block: number
  readonly position: number
  /** -1 for the transaction's own value, `innerPayment` for what contracts passed on. */
  readonly log: number
  readonly part: number
}

/** Stands behind all events of a block. */
const innerPayment = 1_000_000_000

/** Thrown when blocks, receipts and traces are not of one chain: it was reorganised while they were read. */
export class TornSlice extends Error {
  override readonly name = 'TornSlice'
}

/**
 * Brings what a node answered to rows. Pure; the same blocks give the same rows.
 * @throws TornSlice
 */
export function buildSlice(
  input: NativeTokens & {
    readonly blocks: readonly NodeBlock[]
    /** By block number, of the blocks that have transactions. */
    readonly receipts: ReadonlyMap<number, readonly NodeReceipt[]>
    /** The same, where nodes trace payments by contracts. */
    readonly traces?: ReadonlyMap<number, readonly NodeTrace[]> | undefined
  },
): Slice {
  const { blocks, receipts, traces, wrapped } = input
  const transactions: SliceTransaction[] = []
  const transfers: SliceTransfer[] = []
  const activity = new Map<string, { account: Hex; block: number; position: number }>()
  const note = (account: Hex, block: number, position: number): void => {
    if (account !== zeroAddress) activity.set(`${block} ${position} ${account}`, { account, block, position })
  }

  for (const block of blocks) {
    const own = receipts.get(block.number) ?? []
    for (const transaction of block.transactions) {
      const position = transaction.transactionIndex
      const receipt = own.find(({ transactionIndex }) => transactionIndex === position)
      if (receipt?.blockHash !== block.hash) throw new TornSlice('A receipt is of another block')
      const status = receipt.status === null ? null : receipt.status === '0x1' ? 1 : 0
      transactions.push({
        block: block.number,
        position,
        hash: transaction.hash,
        minedAt: block.timestamp * 1_000,
        status,
        nonce: transaction.nonce,
        sender: transaction.from,
        recipient: transaction.to,
        created: transaction.to === null ? receipt.contractAddress : null,
        amount: transaction.value,
        selector: transaction.input.length >= 10 ? (transaction.input.slice(0, 10) as Hex) : null,
      })
      note(transaction.from, block.number, position)
      for (const move of decodeLogs(receipt.logs, input)) {
        // Where the nodes trace payments, the one implied by unwrapping is among them.
        const isTraced = traces !== undefined && move.standard === 'native' && move.sender === wrapped
        if (!isTraced) transfers.push({ ...move, block: block.number, position })
      }
      const recipient = transaction.to ?? receipt.contractAddress
      if (transaction.value === 0n || status === 0 || recipient === null) continue
      transfers.push({
        block: block.number,
        position,
        log: -1,
        part: 0,
        standard: 'native',
        token: null,
        tokenId: null,
        amount: transaction.value,
        sender: transaction.from,
        recipient,
      })
    }
  }
  const hashes = new Map(blocks.map(({ number, hash }) => [number, hash]))
  for (const [block, steps] of traces ?? []) {
    if (steps.some(({ blockHash }) => blockHash !== hashes.get(block)))
      throw new TornSlice('A trace is of another block')
    for (const [part, { position, ...move }] of decodeTraces(steps).entries())
      transfers.push({ ...move, block, position, log: innerPayment, part })
  }
  for (const { block, position, sender, recipient } of transfers) {
    note(sender, block, position)
    note(recipient, block, position)
  }
  return { transactions, transfers, activity: [...activity.values()], ...collect(transfers) }
}

function collect(transfers: readonly SliceTransfer[]) {
  const accountTokens = new Map<string, { account: Hex; token: Hex }>()
  const tokens = new Map<Hex, TokenStandard>()
  const owners = new Map<string, { token: Hex; tokenId: bigint; owner: Hex | null }>()
  const ordered = [...transfers].sort((a, b) => a.block - b.block || a.log - b.log || a.part - b.part)
  for (const { standard, token, tokenId, recipient } of ordered) {
    if (token === null || standard === 'native') continue
    // What a contract does first says what it is; one that emits both is read as that.
    if (!tokens.has(token)) tokens.set(token, standard)
    if (standard === 'erc20' && recipient !== zeroAddress)
      accountTokens.set(`${token} ${recipient}`, { account: recipient, token })
    if (standard === 'erc721' && tokenId !== null)
      owners.set(`${token} ${tokenId}`, {
        token,
        tokenId,
        owner: recipient === zeroAddress ? null : recipient,
      })
  }
  return {
    accountTokens: [...accountTokens.values()],
    tokens: [...tokens].map(([token, standard]) => ({ token, standard })),
    owners: [...owners.values()],
    changes: sumChanges(transfers, 1n),
  }
}

/** By how much the ERC-1155 transfers change each balance; with `sign` -1n, by how much undoing them does. */
export function sumChanges(
  transfers: readonly Pick<
    SliceTransfer,
    'standard' | 'token' | 'tokenId' | 'amount' | 'sender' | 'recipient'
  >[],
  sign: 1n | -1n,
): HoldingChange[] {
  const changes = new Map<string, HoldingChange>()
  const add = (account: Hex, token: Hex, tokenId: bigint, by: bigint): void => {
    if (account === zeroAddress) return
    const key = `${account} ${token} ${tokenId}`
    changes.set(key, { account, token, tokenId, by: (changes.get(key)?.by ?? 0n) + by })
  }
  for (const { standard, token, tokenId, amount, sender, recipient } of transfers) {
    if (standard !== 'erc1155' || token === null || tokenId === null) continue
    add(sender, token, tokenId, -amount * sign)
    add(recipient, token, tokenId, amount * sign)
  }
  return [...changes.values()].filter(({ by }) => by !== 0n)
}
