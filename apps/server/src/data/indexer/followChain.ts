import { setTimeout as sleep } from 'node:timers/promises'
import type { CompiledQuery } from 'kysely'
import type { CaipNetworkId } from 'latchkey/contract'
import type { Logger } from 'pino'
import type { Store } from '../../core/store/store.ts'
import { isStoreError } from '../../core/store/storeError.ts'
import type { RpcProxy } from '../rpc/createRpcProxy.ts'
import { buildSlice, TornSlice } from './buildSlice.ts'
import { createChainReader, NodeTrouble } from './createChainReader.ts'
import type { NativeTokens } from './decodeLog.ts'
import type { NodeBlock, NodeHeader } from './nodeShapes.ts'
import { composeStart, type Progress, readProgress } from './progress.ts'
import { composeReread, readTokens, rereadAfter } from './readTokens.ts'
import { findFork, forgetChain, rollBack } from './rollBack.ts'
import { writeSlice } from './writeSlice.ts'

export interface FollowOptions extends NativeTokens {
  readonly chain: CaipNetworkId
  readonly chainId: number
  readonly store: Store
  readonly proxy: Pick<RpcProxy, 'call'>
  readonly log: Logger
  /** What keeps two processes apart; each batch begins with it. */
  readonly fence: readonly CompiledQuery[]
  readonly signal: AbortSignal
  /** First block; undefined begins at the chain's head. */
  readonly startBlock: number | undefined
  /** Milliseconds between two looks at the head. */
  readonly pollInterval: number
  /** The number of stored block hashes: forks go no deeper. */
  readonly finality: number
  /** Most blocks in one slice. */
  readonly largestSlice: number
  /** Whether the nodes are asked for traces, which show payments by contracts. */
  readonly traces: boolean
  /** Whether a chain that shares no stored block counts as a new one under the same id (a development chain). */
  readonly mayRestart: boolean
  /** Called after each slice. */
  readonly onSlice?: (progress: { readonly nextBlock: number; readonly head: number }) => void
}

/** Longest pause between two attempts, in milliseconds. */
const longestPause = 30_000
/** Transactions, transfers and traces of one slice, so that parsing and binding never blocks requests for long. */
const heavy = 2_000
/** A slice that takes longer than this, in milliseconds, is made smaller. */
const slow = 1_000
/** Slices in a row after which a larger one is tried again. */
const raiseAfter = 20
/** Slices in a row after which tokens are read. */
const nameEvery = 5
/** Times that a block which the node should have is asked for before it counts as gone. */
const gapTries = 3

/** Indexes a chain from where it stands, and follows its head until the signal fires. It throws only a StoreError. */
export async function followChain(options: FollowOptions): Promise<void> {
  const { chain, chainId, store, log, fence, signal, finality } = options
  const proxy = untilAborted(options.proxy, signal)
  const reader = createChainReader({ chain, proxy })
  let progress: Progress | undefined
  let size = Math.min(16, options.largestSlice)
  // What the nodes take at once is found out by asking; after a refusal it is tried out again only now and then.
  let ceiling = options.largestSlice
  let goodSlices = 0
  let moves = 0
  let rereadAt = 0
  let failures = 0
  let missed = 0
  let stray = false

  const pause = (ms: number) => sleep(ms, undefined, { signal }).catch(() => {})

  async function begin(): Promise<Progress> {
    const known = await readProgress(store, chainId)
    if (known !== undefined) return known
    const start = options.startBlock ?? (await reader.latest()).number
    await store.write([...fence, composeStart(store, chainId, start, Date.now())])
    return (await readProgress(store, chainId)) as Progress
  }

  /** One slice forward, or one fork back; false when there is nothing to do. */
  async function step(from: Progress): Promise<boolean> {
    const head = await reader.latest()
    if (head.number < from.nextBlock) return leaveFork(from, head)
    const began = performance.now()
    const last = Math.min(from.nextBlock + size - 1, head.number)
    const blocks = settleGaps(await reader.blocks(from.nextBlock, last), from.nextBlock, head)
    if (!isLinked(blocks, from)) return leaveFork(from, head)
    const full = blocks.filter(({ transactions }) => transactions.length > 0)
    const receipts = await reader.receipts(full)
    const traces = options.traces ? await reader.traces(full) : undefined
    const slice = buildSlice({
      blocks,
      receipts: new Map(full.map(({ number }, index) => [number, receipts[index] ?? []])),
      traces: traces && new Map(full.map(({ number }, index) => [number, traces[index] ?? []])),
      wrapped: options.wrapped,
      nativeContract: options.nativeContract,
    })
    const newest = blocks.at(-1)
    const to = { nextBlock: last + 1, headHash: newest?.number === last ? newest.hash : null }
    const oldest = last + 1 - finality
    signal.throwIfAborted()
    await writeSlice(store, {
      chainId,
      fence,
      from,
      to,
      slice,
      recent: blocks.filter(({ number }) => number >= oldest),
      oldest,
      now: Date.now(),
    })
    progress = { ...from, ...to }
    const weight = slice.transactions.length + slice.transfers.length + (traces?.flat().length ?? 0)
    const tooMuch = weight > heavy || performance.now() - began > slow
    if (++goodSlices % raiseAfter === 0) ceiling = Math.min(options.largestSlice, ceiling * 2)
    size = Math.max(1, Math.min(ceiling, tooMuch ? Math.floor(size / 2) : size * 2))
    options.onSlice?.({ nextBlock: to.nextBlock, head: head.number })
    return true
  }

  /** A block that the node should have and has not: near the head it lags; deeper it was pruned, and is passed over. */
  function settleGaps(found: readonly (NodeBlock | null)[], first: number, head: NodeHeader): NodeBlock[] {
    const blocks = found.filter(block => block !== null)
    if (blocks.length === found.length) {
      missed = 0
      return blocks
    }
    const gap = first + found.lastIndexOf(null)
    if (gap > head.number - finality || ++missed < gapTries)
      throw new MissingBlock(`The node has no block ${gap} yet`)
    missed = 0
    log.warn({ chain, from: first, to: gap }, 'blocks are gone from the node; history has a gap there')
    return blocks
  }

  async function leaveFork(from: Progress, head: NodeHeader): Promise<boolean> {
    const behind = head.number < from.nextBlock
    if (behind && head.number === from.nextBlock - 1 && head.hash === from.headHash) return false
    if (from.nextBlock === from.startBlock) return false
    const fork = await findFork(store, chainId, reader)
    if (fork === undefined) return restart(from)
    stray = false
    // The node is merely behind: what it has is what we have.
    if (behind && fork.number === head.number) return false
    if (fork.number === from.nextBlock - 1)
      throw new NodeTrouble('The nodes do not agree on the newest blocks')
    await rollBack(store, { chainId, fence, from, fork, now: Date.now() })
    progress = { ...from, nextBlock: fork.number + 1, headHash: fork.hash }
    log.info({ chain, from: from.nextBlock - 1, to: fork.number }, 'fork left')
    size = Math.min(size, 16)
    return true
  }

  async function restart(from: Progress): Promise<boolean> {
    if (options.mayRestart) {
      log.warn({ chain }, 'another chain under the same id: indexed anew')
      await forgetChain(store, chainId, fence, from, Date.now())
      progress = { ...from, nextBlock: from.startBlock, headHash: null }
      return true
    }
    if (!stray)
      log.error(
        { chain, block: from.nextBlock - 1 },
        'the node shares no block of the finality depth: not indexed',
      )
    stray = true
    return false
  }

  while (!signal.aborted) {
    try {
      progress ??= await begin()
      const moved = await step(progress)
      if (failures > 0) log.info({ chain }, 'indexing again')
      failures = 0
      // A chain that is still caught up with, or that is as fast as we are, has new tokens all the same.
      if (moved && ++moves % nameEvery !== 0) continue
      if (Date.now() >= rereadAt) {
        await store.write([...fence, composeReread(store, chainId, Date.now())])
        rereadAt = Date.now() + rereadAfter
      }
      const read = await readTokens(store, { chain, chainId, proxy, now: () => Date.now() })
      if (read === 0 && !moved) await pause(options.pollInterval)
    } catch (error) {
      if (signal.aborted) return
      // Another process moved the index on: read its progress again.
      if (isStoreError(error, 'constraint')) progress = undefined
      else if (isStoreError(error) && error.code !== 'busy') throw error
      else if (!(error instanceof NodeTrouble) && !(error instanceof TornSlice) && !isStoreError(error))
        throw error
      const missing = error instanceof MissingBlock
      // Asking for less does not bring a missing block.
      if (!missing) size = Math.max(1, Math.floor(size / 2))
      if (error instanceof NodeTrouble && !missing) {
        ceiling = size
        goodSlices = 0
      }
      const wait = missing ? options.pollInterval : Math.min(longestPause, 250 * 2 ** Math.min(failures, 10))
      if (failures++ === 0 || wait === longestPause) log.warn({ chain, err: error, wait }, 'indexing waits')
      await pause(wait)
    }
  }
}

/** A node that keeps silent holds no stop up. */
function untilAborted(proxy: FollowOptions['proxy'], signal: AbortSignal): FollowOptions['proxy'] {
  return {
    call: (chain, calls) =>
      new Promise((resolve, reject) => {
        const stop = () => reject(signal.reason)
        signal.addEventListener('abort', stop, { once: true })
        proxy
          .call(chain, calls)
          .then(resolve, reject)
          .finally(() => signal.removeEventListener('abort', stop))
      }),
  }
}

class MissingBlock extends NodeTrouble {}

/** Whether each block follows the one before, and the first one the index; across a gap it is unknown. */
function isLinked(blocks: readonly NodeBlock[], from: Progress): boolean {
  return blocks.every((block, index) => {
    const before = blocks[index - 1]
    if (before !== undefined) return before.number + 1 !== block.number || before.hash === block.parentHash
    return block.number !== from.nextBlock || from.headHash === null || from.headHash === block.parentHash
  })
}
