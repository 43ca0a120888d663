/** The host's options with every default filled in, once (SPEC §1, DECISIONS C3). */
import type { AdapterDescriptor } from '../../contract/adapter.ts'
import { type CaipNetworkId, type ChainNamespace, namespaceOf } from '../../contract/caip.ts'
import { configError, hostError } from '../../contract/error.ts'
import { entryPointOf, fallbackNamespace } from '../../contract/namespaces.ts'
import { type Network, toNetwork } from '../../contract/network.ts'
import type { LatchkeyOptions } from '../../contract/options.ts'

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
 * Names, shapes and URLs in depth are checked in a chunk of their own (`checkOptions`; DECISIONS T13).
 * @throws LatchkeyError APKT008 without a project id, CONFIG_INVALID for networks or adapters that are none, and for a network without its adapter (SPEC §5).
 */
export function resolveConfig(options: LatchkeyOptions): ResolvedConfig {
  // Plain JavaScript may pass anything, nothing at all included.
  if (typeof options?.projectId !== 'string' || options.projectId.trim() === '')
    throw hostError('APKT008', 'Project ID Missing')
  const {
    adapters = [],
    storage,
    siwx,
    siweConfig,
    networks = [],
    defaultNetwork,
    defaultNamespace,
    ...plain
  } = options
  if (!Array.isArray(networks)) throw configError('networks', 'expected a list')
  if (!Array.isArray(adapters) || !adapters.every(each => each?.load))
    throw configError('adapters', 'expected a list: [evm()]')
  const resolved = networks.map(toNetwork)
  // Without any adapter a phone's wallet is asked for all that the networks are of.
  const lost = resolved.findIndex(network =>
    adapters.every(each => each.namespace !== network.chainNamespace),
  )
  if (adapters.length > 0 && lost >= 0) {
    const { chainNamespace = '' } = resolved[lost] ?? {}
    const entry = entryPointOf(chainNamespace)
    const hint = entry ? `: import { ${entry} } from 'latchkey/${entry}', and add ${entry}()` : ''
    throw configError(`networks.${lost}`, `no adapter for ${chainNamespace} among adapters${hint}`)
  }
  const first = typeof defaultNetwork === 'object' ? toNetwork(defaultNetwork).caipNetworkId : defaultNetwork
  if (first !== undefined && !resolved.some(network => network.caipNetworkId === first)) {
    throw configError('defaultNetwork', `${first} is not among networks`)
  }
  return Object.freeze({
    ...frozenCopy(plain),
    ...(storage && { storage }),
    ...(siwx && { siwx }),
    ...(siweConfig && { siweConfig }),
    id: options.id ?? 'default',
    networks: deepFreeze(resolved),
    adapters: Object.freeze([...adapters]),
    defaultNetwork: first,
    activeNamespace:
      defaultNamespace ??
      (first && namespaceOf(first)) ??
      resolved[0]?.chainNamespace ??
      adapters[0]?.namespace ??
      fallbackNamespace,
  })
}

/** What the host goes on changing is not ours. @throws LatchkeyError CONFIG_INVALID for what cannot be copied. */
export function frozenCopy<T>(plain: T): T {
  try {
    return deepFreeze(structuredClone(plain))
  } catch (cause) {
    throw configError('options', String(cause))
  }
}

/** Freezes plain data to the bottom; an object that is frozen already counts as frozen whole. */
export function deepFreeze<T>(value: T): T {
  if (typeof value === 'object' && value !== null && !Object.isFrozen(value)) {
    for (const part of Object.values(Object.freeze(value))) deepFreeze(part)
  }
  return value
}
