/** The journal of what was set going from here: in the page's storage, the same in all of its tabs (T73, F15, F19, F36). */
import { addressOf, type CaipAddress, namespaceOf } from '../../../contract/caip.ts'
import type { FactMap } from '../../../contract/facts.ts'
import type { JournalEntry, PaymentEntry } from '../../../contract/journal.ts'
import { createMachine } from '../../base/machine.ts'
import { wait } from '../../base/wait.ts'
import type { EngineContext } from '../../context.ts'
import { isSettled } from './isSettled.ts'
import type { Journal, JournalEvent } from './journal.ts'
import { createJournalLocks, type JournalLocks } from './journalLocks.ts'
import { type SettleContext, settleEntry } from './settleEntry.ts'
import { journalKey, pruneJournal } from './storedJournal.ts'

export type JournalContext = SettleContext & Pick<EngineContext, 'api' | 'clock' | 'storage' | 'signal'>

/** Milliseconds between two questions: at first, and at most. */
const firstPause = 1_500
const longestPause = 30_000
const growth = 1.5

/** Opens the journal of one engine; `locks` for tests, the browser's own unless given. */
export function createJournal(ctx: JournalContext, locks: JournalLocks = createJournalLocks()): Journal {
  const { clock, config, storage, signal } = ctx
  const prefix = `latchkey:${config.id}:send`
  const machine = createMachine<readonly JournalEntry[], JournalEvent>(
    storage.readNow(journalKey) ?? [],
    (_, { entries }) => entries,
  )
  const running = new Map<string, Promise<unknown>>()
  const channel = typeof BroadcastChannel === 'function' ? new BroadcastChannel(prefix) : undefined
  let watchers = 0
  let wake = () => {}

  const lockOf = (account: CaipAddress) =>
    `${prefix}:${namespaceOf(account)}:${addressOf(account).toLowerCase()}`

  async function refresh(): Promise<readonly JournalEntry[]> {
    const entries = pruneJournal((await storage.read(journalKey)) ?? [], clock.now())
    // Unchanged, it keeps its identity.
    const before = machine.getState()
    if (JSON.stringify(entries) !== JSON.stringify(before) && !signal.aborted) {
      machine.dispatch({ type: 'read', entries })
      for (const entry of entries) emitSettled(entry, before)
      if (entries.some(isPaid)) void tell()
    }
    return machine.getState()
  }

  /** Emits an outcome, in whichever tab it was found. Refusals were emitted already; the host learns of its own calls by their promise. */
  function emitSettled(entry: JournalEntry, before: readonly JournalEntry[]): void {
    const { kind } = entry
    if ((kind !== 'transfer' && kind !== 'swap' && kind !== 'payment') || !isSettled(entry)) return
    const { id, caipNetworkId } = entry
    const wasOpen = before.some(known => known.id === id && !isSettled(known))
    if (!wasOpen || entry.status === 'rejected') return
    const namespace = namespaceOf(caipNetworkId)
    const status = entry.status as FactMap['sendSettled']['status']
    const settled = { id, namespace, caipNetworkId, status }
    const { receipt, hash: sent } = entry
    const hash = receipt?.status === 'replaced' ? receipt.by : (receipt?.hash ?? sent)
    const mined = { ...settled, ...(hash !== undefined && { hash }) }
    if (entry.kind === 'transfer') ctx.facts.emit('sendSettled', settled)
    else if (entry.kind === 'swap') ctx.facts.emit('swapSettled', mined)
    else ctx.facts.emit('paymentSettled', { ...mined, ...paymentOf(entry) })
  }

  /** The services hear of payments from whichever page has the journal open: the one that paid may be gone. */
  async function tell(): Promise<void> {
    // Its chunk did not come: the next change asks for it again.
    const chunk = await import('./tellPayments.ts').catch(() => undefined)
    await chunk?.tellPayments(ctx, journal)
  }

  const journal: Journal = {
    machine,
    refresh,
    change: (id, next) =>
      locks.inTurn(prefix, async () => {
        const all = (await storage.read(journalKey)) ?? []
        const known = all.find(entry => entry.id === id)
        const changed = next(known)
        if (!changed || changed === known) return known
        const others = all.filter(entry => entry.id !== id)
        await storage.write(journalKey, pruneJournal([changed, ...others], clock.now()))
        await refresh()
        // The engine may have ended while a wallet took its time: its answer is stored all the same.
        if (!signal.aborted) channel?.postMessage('changed')
        wake()
        return changed
      }),
    async settle(id, { asking = false } = {}) {
      const known = (await refresh()).find(entry => entry.id === id)
      if (!known || known.kind === 'order' || isSettled(known)) return { entry: known, free: false }
      // The caller that asks the wallet gets its answer.
      const isAsked = known.status === 'asked' && !asking && (await locks.isHeld(lockOf(known.from)))
      if (isAsked) return { entry: known, free: false }
      const { found, free = false } = await settleEntry(ctx, known)
      // The same may be sent twice on purpose: another's outcome is not this one's, nor is it a replacement by a guessed nonce.
      // Another transaction with the nonce counts only where the nonce is known.
      const { receipt } = found
      const hash =
        receipt?.status === 'replaced' && receipt.reason !== 'other' ? receipt.by : (found.hash ?? '')
      const isOthers = machine.getState().some(other => other.id !== id && other.hash === hash)
      if (isOthers) return { entry: known, free: false }
      const entry = await journal.change(id, now => {
        // Another caller may have found out more in the meantime. A write wakes the watchers in all tabs.
        const isAsKnown = now?.kind === known.kind && now.status === known.status && now.hash === known.hash
        return isAsKnown && (found.status ?? now.status) !== now.status
          ? ({ ...now, ...found } as JournalEntry)
          : now
      })
      return { entry, free }
    },
    once<T>(id: string, run: () => Promise<T>) {
      const known = running.get(id)
      if (known) return known as Promise<T>
      const made = run().finally(() => running.delete(id))
      running.set(id, made)
      return made
    },
    alone: (account, run, what) =>
      // A payment is paid once, by whichever account.
      locks.alone(
        what === 'pay'
          ? `${prefix}:pay`
          : what === undefined
            ? lockOf(account)
            : `${lockOf(account)}:${what}`,
        run,
      ),
    watch() {
      watchers++
      if (watchers === 1) void look()
      let isOver = false
      return () => {
        if (isOver) return
        isOver = true
        watchers--
        if (watchers === 0) wake()
      }
    },
  }

  let isLooking = false
  async function look(): Promise<void> {
    if (isLooking) return
    isLooking = true
    let pause = firstPause
    let before = machine.getState()
    while (watchers > 0 && !signal.aborted) {
      for (const entry of isHidden() ? [] : await refresh()) {
        // A wallet on a phone or a node may take minutes: other entries do not wait for it, nor is it asked again meanwhile.
        if (!isSettled(entry)) void journal.once(`look ${entry.id}`, () => journal.settle(entry.id))
      }
      const now = machine.getState()
      pause = before === now ? Math.min(pause * growth, longestPause) : firstPause
      before = now
      await rest(pause)
    }
    isLooking = false
  }

  /** Until time is up, something was written, the page is looked at again, or there is nothing to wait for. */
  async function rest(pause: number): Promise<void> {
    const woken = new AbortController()
    const stop = () => woken.abort()
    wake = stop
    const isIdle = machine.getState().every(isSettled) || isHidden()
    const page = typeof document === 'undefined' ? undefined : document
    page?.addEventListener('visibilitychange', stop)
    signal.addEventListener('abort', stop)
    if (watchers === 0) wake()
    await wait(clock, isIdle ? 2 ** 31 - 1 : pause, woken.signal)
    page?.removeEventListener('visibilitychange', stop)
    signal.removeEventListener('abort', stop)
  }

  if (channel) {
    channel.onmessage = () => void refresh().then(() => wake())
    // The channel does not keep a Node process from ending.
    ;(channel as { unref?: () => void }).unref?.()
    signal.addEventListener('abort', () => channel.close())
  }
  void refresh().then(entries => (entries.some(isPaid) ? tell() : undefined))
  return journal
}

function isPaid(entry: JournalEntry): boolean {
  return (
    entry.kind === 'payment' &&
    entry.paymentId !== undefined &&
    !entry.told &&
    (entry.hash ?? entry.receipt) !== undefined
  )
}

/** The payment that an entry is for, as facts say it. */
function paymentOf({ paymentId }: PaymentEntry): { readonly paymentId?: string } {
  return paymentId === undefined ? {} : { paymentId }
}

function isHidden(): boolean {
  return typeof document !== 'undefined' && document.hidden
}
