import { limits } from 'latchkey/contract'
import type { Logger } from 'pino'
import type { Clock } from '../../core/http/appTypes.ts'
import type { Metrics } from '../../core/metrics/metrics.ts'
import { type Asset, type AssetKey, type PriceSource, toAssetKey } from './priceSource.ts'

/** Returns prices from the cache or from the source; unknown ones are null, never 0 (F27). It never rejects. */
export type PriceBook = (
  assets: readonly Asset[],
  currency: string,
) => Promise<ReadonlyMap<AssetKey, number | null>>

interface Entry {
  readonly price: Promise<number | null>
  /** Until then it is taken as it is; none while it is being asked for. */
  until: number
}

interface Question {
  readonly asset: Asset
  readonly answer: (price: number | null) => void
}

/** How long a source that failed is left alone. */
const rest = 5_000
/** The most cached prices; the least recently used one is dropped. */
const most = 50_000

/** Keeps prices for 15 s (SPEC §9) and asks for those wanted at the same time together, each once. */
export function createPriceBook(options: {
  /** Without one nothing has a price. */
  readonly source: PriceSource | undefined
  readonly clock: Clock
  readonly log: Logger
  readonly onUpstream?: Metrics['upstream'] | undefined
}): PriceBook {
  const { source, clock, log, onUpstream } = options
  const entries = new Map<string, Entry>()
  const waiting = new Map<string, Question[]>()

  function priceOf(asset: Asset, currency: string): Promise<number | null> {
    const name = `${currency} ${toAssetKey(asset)}`
    const known = entries.get(name)
    if (known !== undefined && clock() < known.until) return known.price
    entries.delete(name)
    const price = new Promise<number | null>(answer => enqueue(currency, { asset, answer }))
    entries.set(name, { price, until: Number.POSITIVE_INFINITY })
    const oldest = entries.keys().next()
    if (entries.size > most && !oldest.done) entries.delete(oldest.value)
    return price
  }

  /** Questions of one turn of the event loop go out together. */
  function enqueue(currency: string, question: Question): void {
    const queue = waiting.get(currency)
    if (queue !== undefined) {
      queue.push(question)
      return
    }
    const started = [question]
    waiting.set(currency, started)
    setImmediate(() => {
      waiting.delete(currency)
      const size = source?.batch ?? started.length
      for (let start = 0; start < started.length; start += size)
        void ask(started.slice(start, start + size), currency)
    })
  }

  async function ask(questions: readonly Question[], currency: string): Promise<void> {
    const prices = await readPrices(
      questions.map(({ asset }) => asset),
      currency,
    )
    const until = clock() + (prices === undefined ? rest : limits.tokenPriceCache)
    for (const { asset, answer } of questions) {
      const key = toAssetKey(asset)
      const entry = entries.get(`${currency} ${key}`)
      if (entry !== undefined) entry.until = until
      answer(prices?.get(key) ?? null)
    }
  }

  async function readPrices(assets: readonly Asset[], currency: string) {
    if (source === undefined) return new Map<AssetKey, number>()
    const started = clock()
    try {
      const prices = await source.readPrices(assets, currency)
      onUpstream?.('prices', 'answered', clock() - started)
      return prices
    } catch (error) {
      onUpstream?.('prices', 'failed', clock() - started)
      log.warn({ err: error, currency }, 'prices cannot be had')
      return undefined
    }
  }

  return async (assets, currency) => {
    const prices = await Promise.all(
      assets.map(async asset => [toAssetKey(asset), await priceOf(asset, currency)] as const),
    )
    return new Map(prices)
  }
}
