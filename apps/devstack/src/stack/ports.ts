import { type DemandName, demandNetworks, dogwood, localChains } from '../chains/devNetworks.ts'
import type { WantedPort } from '../ports/assertPortsFree.ts'

/** The first port when none is given. */
export const defaultPort = 4400

/** Where each part listens, counted from the first port. The gaps belong to parts that later work brings. */
export const portOffsets = {
  playground: 0,
  services: 1,
  frame: 2,
  phone: 3,
  inbox: 4,
  providers: 5,
  faucet: 6,
  ramp: 7,
  bundler: 8,
  // One for each local EVM chain from here on.
  chains: 10,
  solana: 13,
  // One for each chain that starts on demand, whether it does or not.
  demand: 14,
} as const

/** The parts beside the chains; a test may leave some out. */
export const devParts = [
  'playground',
  'services',
  'frame',
  'phone',
  'inbox',
  'providers',
  'faucet',
  'ramp',
  'bundler',
] as const
export type DevPart = (typeof devParts)[number]

/** The ports of one dev stack. */
export interface DevPorts {
  readonly playground: number
  readonly services: number
  /** The wallet's own page. */
  readonly frame: number
  readonly phone: number
  readonly inbox: number
  /** Whom visitors log in with. */
  readonly providers: number
  readonly faucet: number
  /** Where visitors buy, and their exchange. */
  readonly ramp: number
  /** Takes the operations of smart accounts, on the first chain alone. */
  readonly bundler: number
  /** By chain id. */
  readonly chains: Readonly<Record<number, number>>
  /** The local chain of solana, HTTP and WebSocket. */
  readonly solana: number
  /** The chains that start on demand. */
  readonly demand: Readonly<Record<DemandName, number>>
}

/** The chains that start on demand, in the order of their ports. */
export const demandNames = Object.keys(demandNetworks) as readonly DemandName[]

/** The ports from the first one on; 0 leaves each to the system. */
export function planPorts(first: number): DevPorts {
  const at = (offset: number): number => (first === 0 ? 0 : first + offset)
  return {
    playground: at(portOffsets.playground),
    services: at(portOffsets.services),
    frame: at(portOffsets.frame),
    phone: at(portOffsets.phone),
    inbox: at(portOffsets.inbox),
    providers: at(portOffsets.providers),
    faucet: at(portOffsets.faucet),
    ramp: at(portOffsets.ramp),
    bundler: at(portOffsets.bundler),
    chains: Object.fromEntries(localChains.map(({ id }, index) => [id, at(portOffsets.chains + index)])),
    solana: at(portOffsets.solana),
    demand: Object.fromEntries(
      demandNames.map((name, index) => [name, at(portOffsets.demand + index)]),
    ) as DevPorts['demand'],
  }
}

/** The highest first port that leaves room for the last chain. */
export const highestFirstPort = 65_535 - (portOffsets.demand + demandNames.length - 1)

const partTitles: Partial<Record<DevPart, string>> = {
  phone: 'phone wallet',
  frame: 'wallet page',
  providers: 'login provider',
}

/** Every port that is going to be listened on, with what a message calls its owner. */
export function wantedPorts(
  ports: DevPorts,
  parts: readonly DevPart[],
  demand: readonly DemandName[] = [],
): WantedPort[] {
  return [
    ...devParts
      .filter(part => parts.includes(part))
      .map(part => ({ port: ports[part], by: `the ${partTitles[part] ?? part}` })),
    ...localChains.map(({ id, name }) => ({ port: ports.chains[id] ?? 0, by: `the chain ${name}` })),
    { port: ports.solana, by: `the chain ${dogwood.name}` },
    ...demand.map(name => ({ port: ports.demand[name], by: `the chain ${demandNetworks[name].name}` })),
  ]
}
