import type { Proposal } from 'latchkey/pairing'
import type { PhoneNamespace } from './phoneSession.ts'

type Asked = Proposal['optionalNamespaces']

/** What the phone has to give. */
export interface PhoneAssets {
  /** CAIP-2 ids of its chains; the one it is on first. */
  readonly chains: readonly string[]
  /** Addresses that the site may see, the active one first. */
  readonly addresses: readonly string[]
  /** Where each chain has addresses of its own: those on one of them. */
  readonly on?: (chain: string) => readonly string[]
  readonly methods: readonly string[]
  readonly events: readonly string[]
}

/**
 * Grants the requested namespaces as far as the phone has them: `phone` by namespace. Undefined when the phone has no
 * requested chain, or lacks a required one.
 */
export function grantNamespaces(
  required: Asked,
  optional: Asked,
  phone: Readonly<Record<string, PhoneAssets>>,
): Readonly<Record<string, PhoneNamespace>> | undefined {
  const granted: Record<string, PhoneNamespace> = {}
  for (const [namespace, assets] of Object.entries(phone)) {
    const part = grantOne(namespace, [required, optional], assets)
    if (part) granted[namespace] = part
  }
  const isEnough = Object.entries(required).every(([key, part]) =>
    (key.includes(':') ? [key] : (part.chains ?? [])).every(chain =>
      granted[chain.slice(0, chain.indexOf(':'))]?.chains.includes(chain),
    ),
  )
  return isEnough && Object.keys(granted).length > 0 ? granted : undefined
}

function grantOne(
  namespace: string,
  parts: readonly Asked[],
  { chains: owned, addresses, on, methods, events }: PhoneAssets,
): PhoneNamespace | undefined {
  const asked = { chains: new Set<string>(), methods: new Set<string>(), events: new Set<string>() }
  for (const part of parts) {
    for (const [key, each] of Object.entries(part)) {
      if (key.split(':', 1)[0] !== namespace) continue
      for (const chain of key.includes(':') ? [key] : (each.chains ?? [])) asked.chains.add(chain)
      for (const method of each.methods) asked.methods.add(method)
      for (const event of each.events) asked.events.add(event)
    }
  }
  const chains = owned.filter(chain => asked.chains.has(chain))
  if (chains.length === 0 || addresses.length === 0) return undefined
  return {
    chains,
    accounts: on ? chains.flatMap(chain => accountsOn([chain], on(chain))) : accountsOn(chains, addresses),
    methods: methods.filter(method => asked.methods.has(method)),
    events: events.filter(event => asked.events.has(event)),
  }
}

/** CAIP-10 ids of addresses on chains, the active address first. */
export function accountsOn(chains: readonly string[], addresses: readonly string[]): readonly string[] {
  return addresses.flatMap(address => chains.map(chain => `${chain}:${address}`))
}
