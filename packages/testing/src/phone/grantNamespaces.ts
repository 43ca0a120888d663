import type { Proposal } from 'latchkey/pairing'
import type { PhoneNamespace } from './phoneSession.ts'

type Asked = Proposal['optionalNamespaces']

/** What the phone has to give. */
export interface PhoneAssets {
  /** CAIP-2 ids of its chains; the one it is on first. */
  readonly chains: readonly string[]
  /** Addresses that the site may see, the active one first. */
  readonly addresses: readonly string[]
  readonly methods: readonly string[]
  readonly events: readonly string[]
}

/**
 * Grants the requested namespaces as far as the phone has them. Undefined when the phone has no requested chain, or
 * lacks a required one.
 */
export function grantNamespaces(
  required: Asked,
  optional: Asked,
  phone: PhoneAssets,
): Readonly<Record<string, PhoneNamespace>> | undefined {
  const asked = { chains: new Set<string>(), methods: new Set<string>(), events: new Set<string>() }
  for (const part of [required, optional]) {
    for (const [key, { chains, methods, events }] of Object.entries(part)) {
      if (key.split(':', 1)[0] !== 'eip155') continue
      for (const chain of key.includes(':') ? [key] : (chains ?? [])) asked.chains.add(chain)
      for (const method of methods) asked.methods.add(method)
      for (const event of events) asked.events.add(event)
    }
  }
  const chains = phone.chains.filter(chain => asked.chains.has(chain))
  const isEnough = Object.entries(required).every(([key, part]) =>
    (key.includes(':') ? [key] : (part.chains ?? [])).every(chain => chains.includes(chain)),
  )
  if (chains.length === 0 || phone.addresses.length === 0 || !isEnough) return undefined
  return {
    eip155: {
      chains,
      accounts: accountsOn(chains, phone.addresses),
      methods: phone.methods.filter(method => asked.methods.has(method)),
      events: phone.events.filter(event => asked.events.has(event)),
    },
  }
}

/** CAIP-10 ids of addresses on chains, the active address first. */
export function accountsOn(chains: readonly string[], addresses: readonly string[]): readonly string[] {
  return addresses.flatMap(address => chains.map(chain => `${chain}:${address}`))
}
