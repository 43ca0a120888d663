import type { CallNode } from '../node/callNode.ts'
import type { NodeBlock, NodeOutput, NodeTransaction } from './nodeTransaction.ts'

/** The block that a transaction is in; absent while it waits in the mempool. */
export type InBlock = Pick<NodeBlock, 'hash' | 'height' | 'time'>

/** A transaction and where it is. */
export interface LedgerEntry {
  readonly transaction: NodeTransaction
  readonly block?: InBlock | undefined
}

/** What the chain and the mempool hold, by transaction and by address. */
export interface Ledger {
  /** Reads what is new. Call it before reading. */
  sync(): Promise<void>
  /** The block at a height; undefined above the tip. */
  block(height: number): InBlock | undefined
  /** The tip. */
  tip(): InBlock
  find(txid: string): LedgerEntry | undefined
  /** The transactions that pay or spend of an address, the newest first; those in the mempool before all. */
  of(address: string): readonly LedgerEntry[]
  /** The output that an input spends. */
  output(txid: string, index: number): NodeOutput | undefined
  /** Whether an output is spent, in a block or in the mempool. */
  isSpent(txid: string, index: number): boolean
}

/** Reads the node's blocks and mempool into an index in memory: nodes themselves know no addresses. For chains as short as regtest's. */
export function createLedger(call: CallNode): Ledger {
  let blocks: InBlock[] = []
  let confirmed = new Map<string, LedgerEntry>()
  let waiting = new Map<string, LedgerEntry>()
  let syncing: Promise<void> | undefined

  async function readAll(): Promise<void> {
    const height = Number(await call('getblockcount'))
    const last = blocks.at(-1)
    // A block that is no longer on the chain: everything is read again.
    if (last && (last.height > height || (await call('getblockhash', last.height)) !== last.hash)) {
      blocks = []
      confirmed = new Map()
    }
    // The first block's reward is no output that there is.
    for (let at = blocks.length; at <= height; at++) {
      const read = (await call('getblock', await call('getblockhash', at), 2)) as NodeBlock
      const block = { hash: read.hash, height: read.height, time: read.time }
      blocks.push(block)
      if (at > 0) for (const transaction of read.tx) confirmed.set(transaction.txid, { transaction, block })
    }
    const pool = (await call('getrawmempool')) as string[]
    const next = new Map<string, LedgerEntry>()
    for (const txid of pool) {
      const known = waiting.get(txid) ?? (await readWaiting(txid))
      if (known && !confirmed.has(txid)) next.set(txid, known)
    }
    waiting = next
  }

  /** Undefined for one that left the mempool in the meantime. */
  async function readWaiting(txid: string): Promise<LedgerEntry | undefined> {
    try {
      return { transaction: (await call('getrawtransaction', txid, 1)) as NodeTransaction }
    } catch {
      return undefined
    }
  }

  const find = (txid: string): LedgerEntry | undefined => waiting.get(txid) ?? confirmed.get(txid)
  const output = (txid: string, index: number): NodeOutput | undefined =>
    find(txid)?.transaction.vout.find(({ n }) => n === index)
  const all = (): LedgerEntry[] => [...confirmed.values(), ...waiting.values()].reverse()

  return {
    sync() {
      syncing ??= readAll().finally(() => {
        syncing = undefined
      })
      return syncing
    },
    block: height => blocks[height],
    tip() {
      const tip = blocks.at(-1)
      if (!tip) throw new Error('The ledger was read before it was synced.')
      return tip
    },
    find,
    output,
    of: address => all().filter(({ transaction }) => touches(transaction, address, output)),
    isSpent: (txid, index) =>
      all().some(({ transaction }) => transaction.vin.some(vin => vin.txid === txid && vin.vout === index)),
  }
}

function touches(transaction: NodeTransaction, address: string, output: Ledger['output']): boolean {
  return (
    transaction.vout.some(({ scriptPubKey }) => scriptPubKey.address === address) ||
    transaction.vin.some(
      ({ txid, vout }) =>
        txid !== undefined && vout !== undefined && output(txid, vout)?.scriptPubKey.address === address,
    )
  )
}
