import {
  type PhoneSigner,
  phoneBitcoin,
  phoneCosmos,
  phonePolkadot,
  phoneStacks,
  phoneSui,
} from '@latchkey/testing/phone'
import type { Network } from 'latchkey'
import * as known from 'latchkey/networks'

const makers: Readonly<Record<string, (networks: readonly Network[], count: number) => PhoneSigner>> = {
  bip122: (networks, count) =>
    phoneBitcoin({
      count,
      chains: networks.map(({ caipNetworkId, format }) => ({
        caipNetworkId,
        network: format?.prefix === 'bc' ? 'mainnet' : format?.prefix === 'bcrt' ? 'regtest' : 'testnet4',
      })),
    }),
  stacks: (networks, count) => phoneStacks({ count, chains: idsOf(networks) }),
  polkadot: (networks, count) =>
    phonePolkadot({
      count,
      chains: networks.map(({ caipNetworkId, format }) => ({
        caipNetworkId,
        prefix: Number(format?.prefix ?? 42),
      })),
    }),
  sui: (networks, count) => phoneSui({ count, chains: idsOf(networks) }),
  cosmos: (networks, count) =>
    phoneCosmos({
      count,
      chains: networks.map(({ caipNetworkId, format }) => ({
        caipNetworkId,
        prefix: String(format?.prefix ?? 'cosmos'),
        ...(format?.keys && { keys: format.keys }),
      })),
    }),
}

/** The networks of bitcoin, stacks, polkadot, sui and cosmos: those that the widget ships, and the local ones. */
export function signerNetworks(local: readonly Network[]): readonly Network[] {
  const shipped: readonly unknown[] = Object.values(known)
  const own = [...local, ...shipped.filter(isNetwork)].filter(({ chainNamespace }) =>
    Object.hasOwn(makers, chainNamespace),
  )
  // A local chain may have the id of a public one; the local one counts then.
  return [...new Map(own.toReversed().map(network => [network.caipNetworkId, network])).values()]
}

/** Signers for these networks, with so many accounts each. Their keys are test keys that everyone knows. */
export function phoneSigners(networks: readonly Network[], count: number): readonly PhoneSigner[] {
  return Object.entries(makers).flatMap(([namespace, make]) => {
    const own = networks.filter(({ chainNamespace }) => chainNamespace === namespace)
    return own.length > 0 ? [make(own, count)] : []
  })
}

function idsOf(networks: readonly Network[]): readonly string[] {
  return networks.map(({ caipNetworkId }) => caipNetworkId)
}

function isNetwork(value: unknown): value is Network {
  return typeof value === 'object' && value !== null && 'caipNetworkId' in value
}
