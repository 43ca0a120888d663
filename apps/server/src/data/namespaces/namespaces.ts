import { type CaipNetworkId, isCaipNetworkId, namespaceOf } from 'latchkey/contract'
import { bitcoin } from './bitcoin.ts'
import { cosmos } from './cosmos.ts'
import { evm } from './evm.ts'
import type { Machine, NamespaceServices } from './namespaceServices.ts'
import { polkadot } from './polkadot.ts'
import { solana } from './solana.ts'
import { stacks } from './stacks.ts'
import { sui } from './sui.ts'

/** Every namespace that the services know: a further one is a file and a line here. */
const namespaces: readonly NamespaceServices[] = [evm, solana, bitcoin, stacks, cosmos, sui, polkadot]

/** What the services can do for a chain; undefined for a namespace they do not know. */
export function servicesOf(chain: CaipNetworkId): NamespaceServices | undefined {
  const namespace = namespaceOf(chain)
  return namespaces.find(each => each.namespace === namespace)
}

/** Whether the services can read accounts of this chain once it has a description. */
export function isReadable(chain: unknown): chain is CaipNetworkId {
  if (typeof chain !== 'string' || !isCaipNetworkId(chain)) return false
  return servicesOf(chain)?.reads?.isReference(referenceOf(chain)) ?? false
}

/** Whether an operator can describe this chain (CHAINS): its name, currency and formats. */
export function isDescribable(chain: unknown): chain is CaipNetworkId {
  if (typeof chain !== 'string' || !isCaipNetworkId(chain)) return false
  const services = servicesOf(chain)
  if (services?.reads) return isReadable(chain)
  return services !== undefined && services.refuseReference?.(referenceOf(chain)) === undefined
}

/** The number under which the store keeps a chain; undefined where it cannot. */
export function chainNumber(chain: unknown): number | undefined {
  if (typeof chain !== 'string' || !isCaipNetworkId(chain)) return undefined
  return servicesOf(chain)?.reads?.numberOf(referenceOf(chain))
}

/** The chain behind the number that token lists have. */
export function chainOfNumber(number: number): CaipNetworkId {
  for (const { reads } of namespaces) if (reads?.ofNumber) return reads.ofNumber(number)
  throw new Error('No namespace numbers its chains')
}

/** What runs the accounts of a chain; undefined where the services read none. */
export function machineOf(chain: unknown): Machine | undefined {
  return isReadable(chain) ? servicesOf(chain)?.reads?.machine : undefined
}

/** An address as answers write it; undefined for one that is none of this chain, or has a wrong checksum. */
export function chainAddress(chain: CaipNetworkId, address: string): string | undefined {
  return servicesOf(chain)?.reads?.addressOf(address)
}

/** Whether a text is the address of an account or a token of this chain, in any spelling. */
export function isChainAddress(chain: CaipNetworkId, address: string): boolean {
  return servicesOf(chain)?.reads?.keyOf(address) !== undefined
}

/** One spelling for all spellings of a token's or an account's address; as it is where the services read no accounts. */
export function addressKey(chain: CaipNetworkId, address: string): string {
  return servicesOf(chain)?.reads?.keyOf(address) ?? address
}

function referenceOf(chain: CaipNetworkId): string {
  return chain.slice(chain.indexOf(':') + 1)
}
