import type { PhoneAsk } from '@latchkey/testing/phone'
import { phoneMethods, readRequest } from '../requests/readRequest.ts'
import { plainText, signedText } from '../text/plainText.ts'
import type { Prompt } from './phoneState.ts'
import { readPeer } from './readPeer.ts'

interface Part {
  readonly chains?: readonly string[]
  readonly methods: readonly string[]
}
type Parts = Readonly<Record<string, Part>>

/**
 * Turns what a site asks into what the screen shows.
 * @throws ProviderRpcError for a request that cannot be shown whole.
 */
export function toPrompt(ask: PhoneAsk, owned: readonly number[]): Prompt {
  const common = { id: ask.key, peer: readPeer(ask.peer), verification: ask.verification }
  if (ask.method === 'wc_sessionPropose') {
    const { required, optional } = ask.params as { readonly required: Parts; readonly optional: Parts }
    return { ...common, kind: 'connect', ...readAsked(required, optional, owned) }
  }
  if (ask.method === 'wc_sessionAuthenticate') {
    const { domain, chains, message } = ask.params as {
      readonly domain: string
      readonly chains: readonly string[]
      readonly message: string
    }
    const chainIds = chains.flatMap(chain => chainIdOf(chain) ?? []).filter(id => owned.includes(id))
    return {
      ...common,
      kind: 'signIn',
      chainIds,
      domain: plainText(domain, 120),
      message: signedText(message),
    }
  }
  const chainId = chainIdOf(ask.chainId ?? '') ?? 0
  return { ...common, kind: 'request', chainId, asked: readRequest(ask.method, ask.params) }
}

/** What of a proposal the phone has, and what it lacks. */
function readAsked(required: Parts, optional: Parts, owned: readonly number[]) {
  const needed = [...new Set(chainsOf(required))]
  const all = [...new Set([...needed, ...chainsOf(optional)])]
  const isOwned = (chain: string) => owned.includes(chainIdOf(chain) ?? 0)
  const methods = [required, optional].flatMap(parts =>
    Object.entries(parts).flatMap(([key, part]) => (key.split(':')[0] === 'eip155' ? part.methods : [])),
  )
  return {
    chainIds: all.filter(isOwned).flatMap(chain => chainIdOf(chain) ?? []),
    unknownCount: all.filter(chain => !isOwned(chain)).length,
    missing: needed
      .filter(chain => !isOwned(chain))
      .slice(0, 5)
      .map(chain => plainText(chain, 60)),
    methods: phoneMethods.filter(method => methods.includes(method)),
  }
}

function chainsOf(parts: Parts): readonly string[] {
  return Object.entries(parts).flatMap(([key, { chains = [] }]) => (key.includes(':') ? [key] : chains))
}

/** The id of an EVM network, from its CAIP-2 id. */
export function chainIdOf(chain: string): number | undefined {
  const [, id] = /^eip155:([1-9]\d{0,14})$/.exec(chain) ?? []
  return id === undefined ? undefined : Number(id)
}
