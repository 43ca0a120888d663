import { type CaipNetworkId, isWebUrl } from 'latchkey/contract'
import * as v from 'valibot'
import { jsonObject, type ReadVariable, Wrong } from '../../core/settings/readers.ts'
import { isIndexable } from '../indexer/readIndexerSettings.ts'
import { addressKey, isChainAddress, isReadable } from '../namespaces/namespaces.ts'

/** A service that answers the history of a chain in the place of the own index. */
export interface ProviderSettings {
  /** `etherscan` is Etherscan's API v2, and the module that Blockscout has after it. */
  readonly type: 'etherscan'
  readonly url: string
  /** Never logged. */
  readonly key: string | undefined
}

export interface HistorySettings {
  readonly providers: ReadonlyMap<CaipNetworkId, ProviderSettings>
  /** Tokens that are spam by the operator's word: `chain:address`, in one spelling. */
  readonly spamTokens: ReadonlySet<string>
}

export function readHistorySettings(read: ReadVariable): HistorySettings {
  return {
    providers: read<HistorySettings['providers']>('HISTORY_PROVIDERS', new Map(), providers),
    spamTokens: read<HistorySettings['spamTokens']>('SPAM_TOKENS', new Set(), spamTokens),
  }
}

const providerSchema = v.strictObject({
  type: v.literal('etherscan'),
  url: v.optional(
    v.pipe(
      v.string(),
      v.check(url => isWebUrl(url)),
    ),
    'https://api.etherscan.io/v2/api',
  ),
  key: v.optional(v.pipe(v.string(), v.regex(/^[\x21-\x7e]{1,200}$/))),
})

// A key stands in this text: none of it is ever repeated.
const rule =
  'must be a JSON object from EVM chain to provider, such as {"eip155:1":{"type":"etherscan","url":"https://api.etherscan.io/v2/api","key":"…"}}'

function providers(text: string): HistorySettings['providers'] {
  return new Map(
    Object.entries(jsonObject(text, rule)).map(([chain, description]) => {
      const result = v.safeParse(providerSchema, description)
      if (!isIndexable(chain) || !result.success) throw new Wrong(rule)
      const { type, url, key } = result.output
      return [chain, { type, url, key }]
    }),
  )
}

function spamTokens(text: string): ReadonlySet<string> {
  return new Set(
    text.split(',').map(part => {
      const [, chain = '', address = ''] = /^(.*):([^:]*)$/.exec(part.trim()) ?? []
      if (!isReadable(chain) || !isChainAddress(chain, address))
        throw new Wrong('must list tokens such as eip155:1:0x…, separated by commas')
      return `${chain}:${addressKey(chain, address)}`
    }),
  )
}
