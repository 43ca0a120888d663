/** The host's options with every default filled in, once (SPEC §1, DECISIONS C3). */
import type { AdapterDescriptor } from '../../contract/adapter.ts'
import { type CaipNetworkId, type ChainNamespace, namespaceOf } from '../../contract/caip.ts'
import { configError, hostError } from '../../contract/error.ts'
import { type Network, toNetwork } from '../../contract/network.ts'
import type { LatchkeyOptions } from '../../contract/options.ts'

// Bundlers replace it; a page without one has none.
declare const process: { readonly env: Readonly<Record<string, string | undefined>> } | undefined

export interface ResolvedConfig
  extends Omit<LatchkeyOptions, 'networks' | 'adapters' | 'defaultNetwork' | 'defaultNamespace' | 'id'> {
  readonly id: string
  readonly networks: readonly Network[]
  readonly adapters: readonly AdapterDescriptor[]
  readonly defaultNetwork: CaipNetworkId | undefined
  readonly activeNamespace: ChainNamespace
}

/**
 * Copies, fills and freezes the options; adapters and storage stay the host's own objects.
 * Shapes and URLs in depth are checked when the engine loads (DECISIONS T13).
 * @throws LatchkeyError APKT008 without a project id, CONFIG_INVALID for an unknown option or a wrong network.
 */
export function resolveConfig(options: LatchkeyOptions): ResolvedConfig {
  // Plain JavaScript may pass anything, nothing at all included.
  if (typeof options?.projectId !== 'string' || options.projectId.trim() === '')
    throw hostError('APKT008', 'Project ID Missing')
  // In production the same is found when the engine loads; bundlers drop this line and the names with it.
  if (typeof process === 'object' && process.env.NODE_ENV !== 'production') assertKnownOptions(options)
  const { adapters = [], storage, networks = [], defaultNetwork, defaultNamespace, ...plain } = options
  if (!Array.isArray(networks)) throw configError('networks', 'expected a list')
  if (!Array.isArray(adapters) || !adapters.every(each => each?.load))
    throw configError('adapters', 'expected a list such as [evm()]')
  const resolved = networks.map(toNetwork)
  const first = typeof defaultNetwork === 'object' ? toNetwork(defaultNetwork).caipNetworkId : defaultNetwork
  if (first !== undefined && !resolved.some(network => network.caipNetworkId === first)) {
    throw configError('defaultNetwork', `${first} is not among networks`)
  }
  return Object.freeze({
    ...deepFreeze(cloned(plain)),
    ...(storage && { storage }),
    id: options.id ?? 'default',
    networks: deepFreeze(resolved),
    adapters: Object.freeze([...adapters]),
    defaultNetwork: first,
    activeNamespace:
      defaultNamespace ??
      (first && namespaceOf(first)) ??
      resolved[0]?.chainNamespace ??
      adapters[0]?.namespace ??
      'eip155',
  })
}

function cloned<T>(plain: T): T {
  try {
    return structuredClone(plain)
  } catch (cause) {
    throw configError('options', String(cause))
  }
}

function assertKnownOptions(options: LatchkeyOptions): void {
  const unknown = Object.keys(options).find(key => !(optionNames as readonly string[]).includes(key))
  if (unknown !== undefined) throw configError(unknown, 'unknown option')
}

/** Freezes plain data to the bottom; what is frozen already is taken to be frozen whole. */
export function deepFreeze<T>(value: T): T {
  if (typeof value === 'object' && value !== null && !Object.isFrozen(value)) {
    for (const part of Object.values(Object.freeze(value))) deepFreeze(part)
  }
  return value
}

/** Every option name of SPEC §1 and SPEC-NOTES; a test holds it equal to the type. */
export const optionNames = [
  'projectId',
  'networks',
  'adapters',
  'metadata',
  'id',
  'defaultNetwork',
  'defaultNamespace',
  'themeMode',
  'themeVariables',
  'features',
  'basic',
  'enableWallets',
  'enableInjected',
  'enableEIP6963',
  'enableReconnect',
  'enableNetworkSwitch',
  'allowUnsupportedChain',
  'autoMount',
  'manualWCControl',
  'signOutOnDisconnect',
  'revokeOnDisconnect',
  'includeWalletIds',
  'excludeWalletIds',
  'featuredWalletIds',
  'customWallets',
  'customRpcUrls',
  'termsConditionsUrl',
  'privacyPolicyUrl',
  'endpoints',
  'restrictedTimezones',
  'preload',
  'locale',
  'texts',
  'storage',
  'addressLabels',
  'initialState',
] as const satisfies readonly (keyof LatchkeyOptions)[]
