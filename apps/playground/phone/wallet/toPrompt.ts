import type { PhoneAsk } from '@latchkey/testing/phone'
import { phoneMethods, readRequest } from '../requests/readRequest.ts'
import { readSignerRequest, signerPhoneMethods } from '../requests/readSignerRequest.ts'
import { readSolanaRequest, solanaPhoneMethods } from '../requests/readSolanaRequest.ts'
import { plainText, signedText } from '../text/plainText.ts'
import type { Prompt } from './phoneState.ts'
import { readPeer } from './readPeer.ts'

interface Part {
  readonly chains?: readonly string[]
  readonly methods: readonly string[]
}
type Parts = Readonly<Record<string, Part>>

/**
 * Turns what a site asks into what the screen shows. `owned` are the CAIP-2 ids of the phone's networks.
 * @throws ProviderRpcError for a request that cannot be shown whole.
 */
export function toPrompt(ask: PhoneAsk, owned: readonly string[], solanaAccount = ''): Prompt {
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
    return {
      ...common,
      kind: 'signIn',
      chains: chains.filter(chain => owned.includes(chain)),
      domain: plainText(domain, 120),
      message: signedText(message),
    }
  }
  const { method, params, chainId: chain = '' } = ask
  const asked = chain.startsWith('solana:')
    ? readSolanaRequest(method, params, solanaAccount)
    : chain === '' || chain.startsWith('eip155:')
      ? readRequest(method, params)
      : readSignerRequest(method, params)
  return { ...common, kind: 'request', chain, asked }
}

/** What of a proposal the phone has, and what it lacks. */
function readAsked(required: Parts, optional: Parts, owned: readonly string[]) {
  const needed = [...new Set(chainsOf(required))]
  const all = [...new Set([...needed, ...chainsOf(optional)])]
  const isOwned = (chain: string) => owned.includes(chain)
  const methods = [required, optional].flatMap(parts =>
    Object.entries(parts).flatMap(([key, part]) =>
      isSpoken(key.split(':', 1)[0], owned) ? part.methods : [],
    ),
  )
  const known = [...phoneMethods, ...solanaPhoneMethods, ...signerPhoneMethods]
  return {
    chains: all.filter(isOwned),
    unknownCount: all.filter(chain => !isOwned(chain)).length,
    missing: needed
      .filter(chain => !isOwned(chain))
      .slice(0, 5)
      .map(chain => plainText(chain, 60)),
    methods: known.filter(method => methods.includes(method)),
  }
}

/** Whether the phone speaks an ecosystem. */
function isSpoken(namespace: string | undefined, owned: readonly string[]): boolean {
  return owned.some(chain => chain.startsWith(`${namespace}:`))
}

function chainsOf(parts: Parts): readonly string[] {
  return Object.entries(parts).flatMap(([key, { chains = [] }]) => (key.includes(':') ? [key] : chains))
}
