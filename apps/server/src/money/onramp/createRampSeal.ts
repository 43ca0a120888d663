import type { KeyObject } from 'node:crypto'
import type { CaipAsset } from 'latchkey/services'
import * as v from 'valibot'
import { RouteFault } from '../../core/http/routeFault.ts'
import { createTextSeal } from '../client/createTextSeal.ts'
import type { FiatAmount } from './onRampProvider.ts'

/** What the id of a quote says again when it comes back. */
export interface SealedRampQuote {
  readonly provider: string
  readonly service: string | undefined
  readonly serviceName: string
  readonly method: string
  readonly asset: CaipAsset
  readonly paid: FiatAmount
  /** About so much arrives. */
  readonly amount: string
  readonly country: string | undefined
  /** Of the provider; at most 256 characters. */
  readonly tag: string | undefined
  /** Milliseconds since 1970. */
  readonly expiresAt: number
}

/** Ids of quotes, which only a server with the key can make. */
export interface RampSeal {
  seal(project: string, quote: SealedRampQuote): string
  /** @throws RouteFault QUOTE_ENDED, for a forged one too. */
  open(project: string, id: string): SealedRampQuote
}

const word = v.nullable(v.string())
const sealedSchema = v.tuple([
  v.string(),
  word,
  v.string(),
  v.string(),
  v.string(),
  v.string(),
  v.string(),
  v.string(),
  word,
  word,
  v.number(),
])

/** Milliseconds for which a quote is still taken after its end: it may have been pressed just before. */
const grace = 30_000

export function createRampSeal(deps: {
  readonly key: KeyObject
  /** Milliseconds since 1970. */
  readonly now: () => number
}): RampSeal {
  const { now } = deps
  const texts = createTextSeal({ key: deps.key, purpose: 'latchkey onramp quotes' })
  return {
    seal(project, quote) {
      const { provider, service, serviceName, method, asset, paid, amount, country, tag, expiresAt } = quote
      const said: v.InferOutput<typeof sealedSchema> = [
        provider,
        service ?? null,
        serviceName,
        method,
        asset,
        paid.currency,
        paid.amount,
        amount,
        country ?? null,
        tag ?? null,
        expiresAt,
      ]
      return texts.seal(project, JSON.stringify(said))
    },
    open(project, id) {
      const said = v.parse(sealedSchema, JSON.parse(texts.open(project, id)))
      const [provider, service, serviceName, method, asset, currency, paid, amount, country, tag, expiresAt] =
        said
      if (now() > expiresAt + grace) throw new RouteFault('QUOTE_ENDED')
      return {
        provider,
        service: service ?? undefined,
        serviceName,
        method,
        asset: asset as CaipAsset,
        paid: { currency, amount: paid },
        amount,
        country: country ?? undefined,
        tag: tag ?? undefined,
        expiresAt,
      }
    },
  }
}
