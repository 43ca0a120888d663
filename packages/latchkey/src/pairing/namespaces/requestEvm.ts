import type { CaipNetworkId } from '../../contract/caip.ts'
import { isLatchkeyError } from '../../contract/error.ts'
import { ProviderError, providerCodes } from '../../contract/providerError.ts'
import type { ProviderWorld } from '../provider/createPairedProvider.ts'
import { parseEvmChain, routeOf } from './evmMethods.ts'

/** How long a wallet that says it switched has to grant the chain (ms). */
const grantPatience = 2_000

/**
 * Answers a call of a page: from the session where that is enough, by the chain's own nodes where the call reads the
 * chain, and only otherwise by the wallet, over the relay.
 */
export async function requestEvm(world: ProviderWorld, method: string, params: unknown): Promise<unknown> {
  const id = world.chain.slice('eip155:'.length)
  switch (method) {
    case 'eth_chainId':
      return `0x${Number(id).toString(16)}`
    case 'net_version':
      return id
    case 'eth_accounts':
    case 'eth_requestAccounts':
      return world.addresses(world.chain)
    case 'eth_coinbase':
      return world.addresses(world.chain)[0] ?? null
    case 'wallet_switchEthereumChain':
      return switchChain(world, params)
    case 'wallet_addEthereumChain':
      return addChain(world, params)
    case 'wallet_getPermissions':
      return permissions(world)
    case 'wallet_requestPermissions':
      return permissions(world)
    case 'wallet_revokePermissions':
      await world.pairing.disconnect(world.topic)
      return null
  }
  // No node pushes to a page, and no wallet does so over a relay.
  if (method === 'eth_subscribe' || method === 'eth_unsubscribe') throw unsupported(method)
  const route = routeOf(method)
  if (route === 'chain') return readChain(world, method, params)
  if (route === 'unknown' && !world.granted()?.methods.includes(method)) throw unsupported(method)
  return world.toWallet(method, params)
}

async function readChain(world: ProviderWorld, method: string, params: unknown): Promise<unknown> {
  const rpc = world.rpc(world.chain)
  if (!rpc) {
    throw new ProviderError(providerCodes.chainDisconnected, `The page has no node for ${world.chain}`)
  }
  try {
    return await rpc(method, Array.isArray(params) ? params : [])
  } catch (cause) {
    throw numbered(cause)
  }
}

/** EIP-3326: switches to a granted chain in this page alone; requests any other chain from the wallet. */
async function switchChain(world: ProviderWorld, params: unknown): Promise<null> {
  const chain = chainOf(params)
  if (!isGranted(world, chain)) {
    if (!world.granted()?.methods.includes('wallet_switchEthereumChain')) {
      throw new ProviderError(providerCodes.unknownChain, `The wallet was not asked for the network ${chain}`)
    }
    await askToMove(world, 'wallet_switchEthereumChain', params)
    await untilGranted(world, chain)
  }
  world.moveTo(chain)
  return null
}

/** EIP-3085: a chain that the session grants need not be added. */
async function addChain(world: ProviderWorld, params: unknown): Promise<null> {
  const chain = chainOf(params)
  if (!isGranted(world, chain)) {
    if (!world.granted()?.methods.includes('wallet_addEthereumChain')) {
      throw unsupported('wallet_addEthereumChain')
    }
    await askToMove(world, 'wallet_addEthereumChain', params)
    await untilGranted(world, chain)
  }
  world.moveTo(chain)
  return null
}

/** Asked on a network that the session grants: the page may be on another one, where a wallet takes no request. */
function askToMove(world: ProviderWorld, method: string, params: unknown): Promise<unknown> {
  const granted = isGranted(world, world.chain) ? world.chain : world.granted()?.chains[0]
  return world.toWallet(method, params, granted)
}

function chainOf(params: unknown): CaipNetworkId {
  const [first] = Array.isArray(params) ? params : []
  const chain = parseEvmChain((first as { readonly chainId?: unknown } | null | undefined)?.chainId)
  if (!chain) throw new ProviderError(providerCodes.invalidParams, 'Expected [{ chainId: "0x…" }]')
  return chain
}

function isGranted(world: ProviderWorld, chain: CaipNetworkId): boolean {
  return world.granted()?.chains.includes(chain) === true
}

/** A wallet widens the session after its answer; one that never does has not really switched (F11). */
function untilGranted(world: ProviderWorld, chain: CaipNetworkId): Promise<void> {
  return new Promise((resolve, reject) => {
    const end = (settle: () => void) => {
      for (const stop of stops) stop()
      settle()
    }
    const check = () => {
      if (isGranted(world, chain)) end(resolve)
    }
    const late = () =>
      end(() =>
        reject(
          new ProviderError(
            providerCodes.chainDisconnected,
            `The wallet does not grant the network ${chain}`,
          ),
        ),
      )
    const stops = [
      world.pairing.on('sessionChanged', check),
      world.pairing.on('sessionEnded', late),
      world.clock.setTimeout(late, grantPatience),
    ]
    check()
  })
}

/** EIP-2255, as far as a session says it. */
function permissions(world: ProviderWorld): readonly unknown[] {
  const value = world.addresses(world.chain)
  return [{ parentCapability: 'eth_accounts', caveats: [{ type: 'restrictReturnedAccounts', value }] }]
}

function unsupported(method: string): ProviderError {
  return new ProviderError(providerCodes.unsupported, `The provider does not support ${method.slice(0, 80)}`)
}

/** At this edge every error has a number (DECISIONS C11): a node's own where there is one. */
function numbered(cause: unknown): Error {
  const node = isLatchkeyError(cause) ? cause.cause : cause
  const { code, message, data } = (typeof node === 'object' && node !== null ? node : {}) as {
    readonly code?: unknown
    readonly message?: unknown
    readonly data?: unknown
  }
  const text = typeof message === 'string' ? message.slice(0, 300) : 'The node could not be asked'
  return new ProviderError(typeof code === 'number' ? code : providerCodes.internal, text, { cause, data })
}
