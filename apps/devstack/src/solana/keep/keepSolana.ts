import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync } from 'node:fs'
import { appendFile, copyFile, open, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Entry } from '../ledger/createHistory.ts'
import type { LedgerState } from '../ledger/createLedger.ts'
import { fromJson, toJson } from '../rpc/exactJson.ts'
import { restoreEntry } from './restoreEntry.ts'

/** What a snapshot holds beside the VM. */
interface Header {
  readonly version: 1
  readonly secret: string
  readonly origin: { readonly slot: bigint | number; readonly time: number; readonly slotTime: number }
  /** The last transaction whose effect is in the VM's state. */
  readonly last: string | null
}

/** The stored states of a chain, the newest first, and how the next ones are stored. */
export interface KeptSolana {
  /** Whole snapshots; a state may still be one that the VM cannot read. */
  readonly states: readonly LedgerState[]
  /** What the developer should know: a damaged file was set aside. */
  readonly notice: string | undefined
  save(state: LedgerState): Promise<void>
}

/**
 * Opens the folder of a chain. `state.bin` is a checked snapshot and `previous.bin` the one before it, each written
 * beside and renamed; `history.jsonl` has a line for each transaction, written before the snapshot that knows it. So a
 * process that is killed loses what no snapshot has yet, and a torn file costs one snapshot and not the chain.
 * @throws Error of the file system when the folder cannot be written.
 */
export function keepSolana(folder: string, fresh: boolean): KeptSolana {
  if (fresh) rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder, { recursive: true })
  const file = (name: string): string => join(folder, name)
  const entries = readHistory(file('history.jsonl'))
  const states: LedgerState[] = []
  let notice: string | undefined
  for (const name of ['state.bin', 'previous.bin']) {
    if (!existsSync(file(name))) continue
    const snapshot = readSnapshot(readFileSync(file(name)))
    if (snapshot) {
      states.push({ ...snapshot.state, entries: entriesUpTo(snapshot.last, entries) })
    } else {
      renameSync(file(name), `${file(name)}.damaged`)
      notice = `${file(name)} was cut off and is set aside as ${name}.damaged`
    }
  }

  let written: string | null | undefined
  let saving = Promise.resolve()

  async function save(state: LedgerState): Promise<void> {
    const known = written === undefined ? -1 : state.entries.findLastIndex(each => each.signature === written)
    const lines = state.entries.slice(known + 1).map(entry => `${toJson(entry)}\n`)
    // The first save writes the history anew: without lines of a lost snapshot, and without those that were forgotten.
    if (written === undefined || (known === -1 && written !== null)) {
      await writeFile(file('history.partial'), lines.join(''))
      await rename(file('history.partial'), file('history.jsonl'))
    } else if (lines.length > 0) await appendFile(file('history.jsonl'), lines.join(''))
    written = state.entries.at(-1)?.signature ?? null
    const handle = await open(file('state.partial'), 'w')
    try {
      await handle.writeFile(writeSnapshot(state, written))
      await handle.sync()
    } finally {
      await handle.close()
    }
    if (existsSync(file('state.bin'))) {
      await copyFile(file('state.bin'), file('previous.partial'))
      await rename(file('previous.partial'), file('previous.bin'))
    }
    await rename(file('state.partial'), file('state.bin'))
  }

  return {
    states,
    notice,
    save(state) {
      const next = saving.then(() => save(state))
      saving = next.catch(() => undefined)
      return next
    },
  }
}

/** SHA-256 of the rest, the length of the header as u32, the header, the VM's state. */
function writeSnapshot({ vm, secret, origin }: LedgerState, last: string | null): Buffer {
  const header: Header = { version: 1, secret: Buffer.from(secret).toString('base64'), origin, last }
  const text = Buffer.from(toJson(header))
  const length = Buffer.alloc(4)
  length.writeUInt32LE(text.length)
  const body = Buffer.concat([length, text, vm])
  return Buffer.concat([createHash('sha256').update(body).digest(), body])
}

function readSnapshot(
  bytes: Buffer,
): { state: Omit<LedgerState, 'entries'>; last: string | null } | undefined {
  const body = bytes.subarray(32)
  if (body.length < 4 || !createHash('sha256').update(body).digest().equals(bytes.subarray(0, 32)))
    return undefined
  const length = body.readUInt32LE(0)
  const header = fromJson(body.subarray(4, 4 + length).toString('utf8')) as Header
  if (header.version !== 1) return undefined
  const { secret, origin, last } = header
  const state = {
    vm: new Uint8Array(body.subarray(4 + length)),
    secret: new Uint8Array(Buffer.from(secret, 'base64')),
    origin: { ...origin, slot: BigInt(origin.slot) },
  }
  return { state, last }
}

/** The transactions that a snapshot knows: where the file was cut off before its last one, all that are left. */
function entriesUpTo(last: string | null, entries: readonly Entry[]): readonly Entry[] {
  if (last === null) return []
  const index = entries.findIndex(entry => entry.signature === last)
  return index === -1 ? entries : entries.slice(0, index + 1)
}

/** The transactions of the file, up to the first line that is none: a line that was cut off is the last one. */
function readHistory(file: string): Entry[] {
  if (!existsSync(file)) return []
  const entries: Entry[] = []
  for (const line of readFileSync(file, 'utf8').split('\n')) {
    const entry = line === '' ? undefined : restoreEntry(line)
    if (!entry) break
    entries.push(entry)
  }
  return entries
}
