/** Quotes of one form: asked for when typing has stopped, and anew every 10 s while they are seen (SPEC-NOTES §4 "Swap"). */
import { limits } from '../../../contract/limits.ts'
import type { Machine } from '../../base/machine.ts'
import type { PageSight } from '../../base/pageSight.ts'
import { poll } from '../../base/poll.ts'
import type { EngineContext } from '../../context.ts'
import type { AskedQuote } from '../../nouns/swaps/askedQuote.ts'
import type { QuotesAnswer } from '../../nouns/swaps/readQuotes.ts'
import type { SwapFailure } from '../../nouns/swaps/swapQuote.ts'
import { type FormEvent, type FormState, keyOf } from './formTransition.ts'

/** How old quotes on the screen become. */
const quoteLife = 10_000
/** After a failure that may pass by itself; others are asked for again by the visitor alone. */
const failureGap = 30_000
const passing: readonly SwapFailure[] = ['offline', 'unavailable', 'rate-limited']

export interface QuotesRunner {
  /** Asks while quotes are seen. Returns the stop. */
  watch(): () => void
  /** The form was changed: asks when typing has stopped. `delay`: milliseconds. */
  changed(delay?: number): void
  /** Asks at once. */
  retry(): void
  /** While a wallet asks, nothing is asked for. */
  pause(paused: boolean): void
}

export interface QuotesOptions {
  readonly form: Machine<FormState, FormEvent>
  /** What the form asks for; undefined while something is missing. */
  readonly asked: () => AskedQuote | undefined
  readonly read: (asked: AskedQuote, signal: AbortSignal) => Promise<QuotesAnswer>
  readonly sight: PageSight
}

export function createQuotes(
  ctx: Pick<EngineContext, 'clock' | 'signal' | 'isInPage'>,
  { form, asked, read, sight }: QuotesOptions,
): QuotesRunner {
  const { clock } = ctx
  const listeners = new Set<() => void>()
  let asking = new AbortController()
  let cancel = () => {}
  let watchers = 0
  let stop = () => {}
  let paused = false
  let failedAt = 0
  let isAsking = false

  async function ask(): Promise<void> {
    cancel()
    asking.abort()
    const wanted = asked()
    if (!wanted || watchers === 0) return
    asking = new AbortController()
    const { signal } = asking
    const key = keyOf(form.getState())
    isAsking = true
    form.dispatch({ type: 'quotesAsked' })
    const answer = await read(wanted, signal)
    if (signal.aborted) return
    isAsking = false
    failedAt = clock.now()
    form.dispatch(
      answer.at === 'known'
        ? { type: 'quotesRead', key, quotes: answer.quotes, at: clock.now() }
        : { type: 'quotesFailed', key, failure: answer.failure, reasons: answer.reasons },
    )
    for (const each of listeners) each()
  }

  function dueAt(): number {
    const { quotes } = form.getState()
    if (paused || isAsking) return Number.POSITIVE_INFINITY
    if (quotes.at === 'known') return quotes.readAt + quoteLife
    if (quotes.at === 'failed' && passing.includes(quotes.failure)) return failedAt + failureGap
    return Number.POSITIVE_INFINITY
  }

  const runner: QuotesRunner = {
    watch() {
      watchers++
      if (watchers === 1) {
        const again = {
          subscribe(changed: () => void) {
            listeners.add(changed)
            return () => void listeners.delete(changed)
          },
        }
        const refresh = () => (clock.now() >= dueAt() ? ask() : Promise.resolve())
        const { signal, isInPage } = ctx
        stop = poll({ clock, signal, isInPage, connections: again }, { sight, refresh, dueAt })
        if (form.getState().quotes.at !== 'known') runner.changed(0)
      }
      let isOver = false
      return () => {
        if (isOver) return
        isOver = true
        watchers--
        if (watchers > 0) return
        stop()
        cancel()
        asking.abort()
        isAsking = false
      }
    },
    changed(delay = limits.debounce) {
      cancel()
      asking.abort()
      isAsking = false
      if (!asked() || watchers === 0) return
      form.dispatch({ type: 'quotesAsked' })
      isAsking = true
      cancel = clock.setTimeout(() => void ask(), delay)
    },
    retry: () => void ask(),
    pause(next) {
      paused = next
      if (paused) {
        asking.abort()
        isAsking = false
      }
      for (const each of listeners) each()
    },
  }
  return runner
}
