import {
  closeSync,
  existsSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'

/** How many of the newest blocks stay although they are empty; BLOCKHASH reaches no further back. */
const recentBlocks = 256
/** A larger file is handed to the node as it is: it would not fit in one JavaScript string. */
const largestParsed = 400 * 1024 * 1024

/** The part of anvil's state file that is looked at here; the rest is carried along untouched. */
interface SavedState {
  best_block_number: number
  blocks: { header: { number: string }; transactions: unknown[] }[]
}

export interface KeptState {
  /** File to start from; absent means a new chain. */
  readonly load?: string
  /** File the node writes to, in place and not atomically: it is never the only good copy. */
  readonly dump: string
  /** What a person should know: a damaged file was set aside. */
  readonly notice?: string
}

/**
 * Chooses the state a chain starts from. `live.json` is the node's own last dump; `kept.json` is the checked and
 * compacted copy made here at each start, so a dump that was cut off costs one session and not the chain.
 * @throws Error of the file system when the folder cannot be written.
 */
export function keepState(folder: string, fresh: boolean): KeptState {
  if (fresh) rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder, { recursive: true })
  const live = join(folder, 'live.json')
  const kept = join(folder, 'kept.json')
  let notice: string | undefined
  for (const file of [live, kept]) {
    if (!existsSync(file)) continue
    if (statSync(file).size > largestParsed) {
      renameSync(file, kept)
      return { load: kept, dump: live }
    }
    const state = readState(file)
    if (state) {
      writeWhole(kept, JSON.stringify(compactState(state)))
      return { load: kept, dump: live, ...(notice && { notice }) }
    }
    renameSync(file, `${file}.damaged`)
    notice = `${file} was cut off and is set aside as ${file}.damaged`
  }
  return { dump: live, ...(notice && { notice }) }
}

/** Drops empty blocks that no client will request; with one block a second they are nearly all of the file. */
export function compactState(state: SavedState): SavedState {
  const oldest = state.best_block_number - recentBlocks
  const blocks = state.blocks.filter(block => {
    const number = Number(block.header.number)
    return block.transactions.length > 0 || number === 0 || number > oldest
  })
  return { ...state, blocks }
}

function readState(file: string): SavedState | undefined {
  try {
    const state: unknown = JSON.parse(readFileSync(file, 'utf8'))
    return isSavedState(state) ? state : undefined
  } catch {
    return undefined
  }
}

function isSavedState(value: unknown): value is SavedState {
  if (typeof value !== 'object' || value === null) return false
  const { best_block_number, blocks } = value as Record<string, unknown>
  return (
    Number.isInteger(best_block_number) &&
    Array.isArray(blocks) &&
    blocks.every(
      block => Number.isInteger(Number(block?.header?.number)) && Array.isArray(block?.transactions),
    )
  )
}

function writeWhole(file: string, text: string): void {
  const partial = `${file}.partial`
  const descriptor = openSync(partial, 'w')
  try {
    writeFileSync(descriptor, text)
    fsyncSync(descriptor)
  } finally {
    closeSync(descriptor)
  }
  renameSync(partial, file)
}
