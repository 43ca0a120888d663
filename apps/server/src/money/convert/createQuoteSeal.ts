import type { KeyObject } from 'node:crypto'
import { type CaipNetworkId, isCaipNetworkId } from 'latchkey/contract'
import * as v from 'valibot'
import { RouteFault } from '../../core/http/routeFault.ts'
import { createTextSeal } from '../client/createTextSeal.ts'

/** What the id of a quote says again when it comes back. */
export interface SealedQuote {
  readonly provider: string
  readonly chain: CaipNetworkId
  readonly toChain: CaipNetworkId
  readonly spender: string | null
  /** Of the provider; at most 128 characters. */
  readonly tag?: string | undefined
  /** Milliseconds since 1970. */
  readonly expiresAt: number
}

/** Ids of quotes, which only a server with the key can make. */
export interface QuoteSeal {
  seal(project: string, quote: SealedQuote): string
  /** `grace`: milliseconds for which it is still taken after its end. @throws RouteFault QUOTE_ENDED, for a forged one too. */
  open(project: string, id: string, grace?: number): SealedQuote
}

const network = v.custom<CaipNetworkId>(id => typeof id === 'string' && isCaipNetworkId(id))
const sealedSchema = v.tuple([
  v.string(),
  network,
  network,
  v.nullable(v.string()),
  v.nullable(v.string()),
  v.number(),
])

/** Seals quotes with a key derived from the directory's: processes that share it take one another's ids. */
export function createQuoteSeal(deps: {
  readonly key: KeyObject
  /** Milliseconds since 1970. */
  readonly now: () => number
}): QuoteSeal {
  const { now } = deps
  const texts = createTextSeal({ key: deps.key, purpose: 'latchkey convert quotes' })

  return {
    seal(project, { provider, chain, toChain, spender, tag, expiresAt }) {
      return texts.seal(project, JSON.stringify([provider, chain, toChain, spender, tag ?? null, expiresAt]))
    },
    open(project, id, grace = 0) {
      const [provider, chain, toChain, spender, tag, expiresAt] = v.parse(
        sealedSchema,
        JSON.parse(texts.open(project, id)),
      )
      if (now() > expiresAt + grace) throw new RouteFault('QUOTE_ENDED')
      return { provider, chain, toChain, spender, tag: tag ?? undefined, expiresAt }
    },
  }
}
