/** What keeps one thing from being sent twice, whatever it is (T73; F15, F19): parts of `submitTransfer`, `submitBatch` and `submitCall`. */
import type { Sending } from '../../../contract/adapter.ts'
import type { CaipAddress } from '../../../contract/caip.ts'
import { isLatchkeyError } from '../../../contract/error.ts'
import { createError } from '../../../contract/errors/createError.ts'
import type {
  ApprovalEntry,
  AskedStatus,
  CallsEntry,
  JournalEntry,
  PaymentEntry,
  SwapEntry,
  TransferEntry,
} from '../../../contract/journal.ts'
import type { Network } from '../../../contract/network.ts'
import type { SendResult } from '../../../contract/send.ts'
import { wait } from '../../base/wait.ts'
import type { EngineContext } from '../../context.ts'
import { isSameEntry } from './isSameEntry.ts'
import type { Journal } from './journal.ts'

/** What is sent through here. */
export type SentEntry = TransferEntry | CallsEntry | SwapEntry | ApprovalEntry | PaymentEntry

/** The wallet waits no longer for the nonce; after that, the browser no longer counts the click as a user gesture. */
const longestLook = 3_000
/** Where nothing is sent without it: a slow node, or one that comes back after the network was away. */
const neededLook = 15_000
/** The same asked for anew so soon after one whose fate is not known is taken for that one. */
const sameWithin = 3_600_000

/** An earlier attempt at the same. */
export interface Earlier {
  readonly id: string
  /** It was sent: nothing is asked. */
  readonly result?: SendResult
  /** That it was sent was not known before. */
  readonly isNews?: boolean
  /** It is free, and the next try takes it. */
  readonly nonce?: string
}

/** Whether an entry's fate is not known, and so recent that the same asked for again is that one. */
export function isOpenNow(entry: SentEntry, now: number): boolean {
  return (entry.status === 'asked' || entry.status === 'unknown') && now - entry.at < sameWithin
}

/**
 * Finds an earlier attempt at the same: by its id, else by what it does.
 * @throws LatchkeyError SEND_BUSY while the wallet may still show it, SEND_UNKNOWN when it may have been sent and no source can say.
 */
export async function findEarlier(journal: Journal, wanted: SentEntry): Promise<Earlier | undefined> {
  const all = (await journal.refresh()).flatMap(entry => asSent(entry) ?? [])
  const known =
    all.find(({ id }) => id === wanted.id) ??
    all.find(entry => isOpenNow(entry, wanted.at) && isSameEntry(entry, wanted))
  if (!known || known.status === 'rejected' || known.status === 'expired') return undefined
  if (known.status !== 'asked' && known.status !== 'unknown') return ofResult(known)
  const { entry, free } = await journal.settle(known.id, { asking: true })
  const sent = entry && asSent(entry)
  if (!sent || unsentStatuses.includes(sent.status)) return undefined
  // A page that was reloaded since has asked, and the wallet may still show it.
  if (sent.status === 'asked') throw createError('SEND_BUSY', { context: { id: sent.id } })
  const found = sent.status === 'unknown' ? undefined : ofResult(sent)
  if (found) return { ...found, isNews: true }
  // Where the earlier one may be is not known: another would be a second one.
  if (!free || sent.nonce === undefined) throw createError('SEND_UNKNOWN', { context: { id: sent.id } })
  return { id: sent.id, nonce: sent.nonce }
}

function asSent(entry: JournalEntry): SentEntry | undefined {
  return entry.kind === 'order' ? undefined : entry
}

function ofResult({ id, hash, batchId }: SentEntry): Earlier | undefined {
  if (hash !== undefined) return { id, result: { hash } }
  return batchId === undefined ? undefined : { id, result: { id: batchId } }
}

/**
 * The nonce of the next transaction; undefined when no node gives it in time, which stops only those who need it.
 * @throws LatchkeyError SEND_FAILED when the nodes are of another chain (F16).
 */
export async function readNextNonce(
  { clock, rpc }: Pick<EngineContext, 'clock' | 'rpc'>,
  sending: Sending,
  { network, from }: { readonly network: Network; readonly from: CaipAddress },
  signal: AbortSignal,
): Promise<string | undefined> {
  const over = new AbortController()
  const nonce = sending.nextNonce(rpc(network), from, signal).catch((cause: unknown): undefined => {
    if (isLatchkeyError(cause, 'SEND_FAILED')) throw cause
  })
  try {
    const late = wait(clock, sending.needsNonce ? neededLook : longestLook, over.signal)
    return await Promise.race([nonce, late.then(() => undefined)])
  } finally {
    over.abort()
  }
}

/**
 * The wallet's answer, stored before anybody hears of it. `again`: an earlier try may have been sent.
 * @throws LatchkeyError what the wallet's ability throws; SEND_UNKNOWN with `context.id`.
 */
export async function askWallet<Result extends SendResult | undefined>(
  journal: Journal,
  entry: SentEntry,
  { ask, again }: { readonly ask: () => Promise<Result>; readonly again: boolean },
): Promise<Result | SendResult> {
  const keep = (change: Partial<Pick<SentEntry, 'status' | 'hash' | 'batchId'>>) =>
    journal.change(entry.id, now => ({ ...(now ?? entry), ...change }) as SentEntry)
  try {
    const result = await ask()
    if (result) {
      const { hash, id } = result as SendResult
      await keep(hash === undefined ? { status: 'pending', batchId: id } : { status: 'pending', hash })
    }
    return result
  } catch (cause) {
    const isUnsent = unsentCodes.some(code => isLatchkeyError(cause, code))
    // The second try was refused; what became of the first is as unknown as before.
    await keep({ status: isUnsent && !again ? 'rejected' : 'unknown' })
    if (isUnsent) throw cause
    // A node may have it although the wallet did not hear so (F19).
    const { entry: settled } = await journal.settle(entry.id)
    const sent = settled && asSent(settled)
    const found = sent && (sent.status === 'unknown' ? undefined : ofResult(sent)?.result)
    if (found) return found
    const told = isLatchkeyError(cause, 'SEND_UNKNOWN') ? cause.context : {}
    throw createError('SEND_UNKNOWN', { cause, context: { ...told, id: entry.id } })
  }
}

/** Statuses of what was certainly not sent. */
const unsentStatuses: readonly AskedStatus[] = ['dropped', 'rejected', 'expired']

/** What an ability throws when nothing was sent for sure. */
const unsentCodes = [
  'SEND_REJECTED',
  'SEND_FAILED',
  'SEND_BUSY',
  'MODAL_CLOSED',
  'CHUNK_FAILED',
  'RECEIVER_INVALID',
  'TOKEN_REQUIRED',
  'INVALID_AMOUNT',
  'UNSUPPORTED_CHAIN',
  'SEND_INCOMPLETE',
  'WALLET_BAD_ANSWER',
]
