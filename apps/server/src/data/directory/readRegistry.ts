import {
  type CaipNetworkId,
  type InjectedId,
  isBrowseTemplate,
  isSafeLink,
  isSocketUrl,
  isWebUrl,
  type WalletListing,
} from 'latchkey/contract'
import { caipNetworkIdSchema } from 'latchkey/services'
import * as v from 'valibot'

const link = v.custom<string>(value => isSafeLink(value), 'Expected a link that may be opened')
const page = v.custom<string>(value => isWebUrl(value) && value.startsWith('https:'), 'Expected an https URL')
const socket = v.custom<string>(value => isSocketUrl(value), 'Expected a wss URL')
/** A chain, or all chains of a namespace that the registry lists. */
const chain = v.union([caipNetworkIdSchema, v.pipe(v.string(), v.regex(/^[-a-z0-9]{3,8}:\*$/))])

const walletSchema = v.strictObject({
  id: v.pipe(v.string(), v.regex(/^[a-z0-9][a-z0-9-]{1,39}$/)),
  name: v.pipe(v.string(), v.minLength(2), v.maxLength(40), v.regex(/^[^\p{C}\p{DI}]+$/u)),
  rdns: v.exactOptional(v.pipe(v.string(), v.maxLength(128), v.regex(/^[a-z0-9-]+(\.[a-z0-9-]+)+$/i))),
  injected: v.exactOptional(
    v.pipe(
      v.array(
        v.strictObject({
          namespace: v.pipe(v.string(), v.regex(/^[-a-z0-9]{3,8}$/)),
          injected_id: v.pipe(v.string(), v.minLength(1), v.maxLength(128)),
        }) satisfies v.GenericSchema<unknown, InjectedId>,
      ),
      v.minLength(1),
      v.maxLength(16),
    ),
  ),
  color: v.pipe(v.string(), v.regex(/^#[\da-f]{6}$/)),
  badge_type: v.picklist(['certified', 'none']),
  homepage: page,
  mobile_link: v.exactOptional(link),
  desktop_link: v.exactOptional(link),
  webapp_link: v.exactOptional(page),
  link_mode: v.exactOptional(page),
  /** How the wallet opens a page in its own browser, where its makers say so, and the day that was looked up. */
  browse: v.exactOptional(
    v.strictObject({
      link: v.custom<string>(isBrowseTemplate, 'Expected the template of an https link'),
      source: page,
      checked: v.pipe(v.string(), v.isoDate()),
    }),
  ),
  /** Names that visitors type for it, in lower case. */
  aliases: v.exactOptional(
    v.pipe(v.array(v.pipe(v.string(), v.regex(/^[a-z0-9][a-z0-9 ]{1,39}$/))), v.minLength(1), v.maxLength(8)),
  ),
  /** Where the wallet hears what pages say; without any, on the public network's own. */
  relays: v.exactOptional(v.pipe(v.array(socket), v.minLength(1), v.maxLength(16))),
  app_store: v.exactOptional(v.pipe(page, v.startsWith('https://apps.apple.com/'))),
  play_store: v.exactOptional(v.pipe(page, v.startsWith('https://play.google.com/store/apps/'))),
  chrome_store: v.exactOptional(v.pipe(page, v.startsWith('https://chromewebstore.google.com/detail/'))),
  chains: v.pipe(v.array(chain), v.minLength(1), v.maxLength(256)),
})

const registrySchema = v.strictObject({
  /** Increases with every change of the registry: a client accepts no older list than the one it knows. */
  version: v.pipe(v.number(), v.safeInteger(), v.minValue(1), v.maxValue(1_000_000)),
  /** The chains that a namespace with `:*` stands for, in a wallet that accepts any of its chains. */
  evm: v.pipe(v.array(caipNetworkIdSchema), v.minLength(1)),
  /** In the rank in which they are shown. */
  wallets: v.pipe(v.array(walletSchema), v.maxLength(10_000)),
})

export type RegistryWallet = WalletListing & { readonly color: string }

export interface Registry {
  readonly version: number
  readonly wallets: readonly RegistryWallet[]
}

/**
 * Checks a registry and writes out which chains its wallets speak.
 * @throws Error that names the first place which is not as it should be, or an id or rdns that is there twice.
 */
export function readRegistry(source: unknown): Registry {
  const parsed = v.safeParse(registrySchema, source)
  if (!parsed.success) {
    const [issue] = parsed.issues
    throw new Error(`The registry is wrong at ${v.getDotPath(issue)}: ${issue.message.slice(0, 200)}`)
  }
  const { version, evm, wallets } = parsed.output
  for (const field of ['id', 'rdns'] as const) {
    const seen = new Set<string>()
    for (const wallet of wallets) {
      const value = wallet[field]?.toLowerCase()
      if (value === undefined) continue
      if (seen.has(value)) throw new Error(`The registry has the ${field} ${value} twice`)
      seen.add(value)
    }
  }
  return {
    version,
    wallets: wallets.map(({ chains, browse, ...wallet }) => ({
      ...wallet,
      ...(browse && { browse: browse.link }),
      chains: [...new Set(chains.flatMap(id => expand(id, evm)))],
    })),
  }
}

/** @throws Error when the registry lists no chain of a namespace that a wallet takes all of. */
function expand(id: string, listed: readonly CaipNetworkId[]): readonly CaipNetworkId[] {
  if (!id.endsWith(':*')) return [id as CaipNetworkId]
  const chains = listed.filter(chain => chain.startsWith(id.slice(0, -1)))
  if (chains.length === 0) throw new Error(`The registry lists no chain for ${id}`)
  return chains
}
