import type { ChainAdapter, ConnectProviderOptions, ProviderState } from '../../../contract/adapter.ts'
import type { ChainNamespace } from '../../../contract/caip.ts'
import type { Connection } from '../../../contract/connection.ts'
import { createError } from '../../../contract/errors/createError.ts'
import type { ErrorCode } from '../../../contract/errors/table.ts'
import { toConnectError } from '../../../contract/errors/toConnectError.ts'
import { limits } from '../../../contract/limits.ts'
import type { DiscoveredWallet } from '../../../contract/wallet.ts'
import { orAborted } from '../../base/orAborted.ts'
import type { EngineContext } from '../../context.ts'
import type { ConnectOptions } from '../../engine.ts'
import { networkIdOfNamespace } from '../../nouns/accounts/projectState.ts'
import { dropNamespace } from '../../nouns/connections/dropNamespace.ts'
import { emitConnected } from '../../nouns/connections/emitConnected.ts'
import { replaceConnections } from '../../nouns/connections/replaceConnections.ts'
import { watchProvider } from '../../nouns/connections/watchProvider.ts'
import { featuresOf } from '../../nouns/remoteconfig/featuresOf.ts'
import type { ConnectedPart, JointOrder } from './readJoint.ts'

/** What connects in the adapter's place, to have more than that approved at once. */
interface Approval {
  connect(
    provider: unknown,
    options: ConnectProviderOptions,
    adapter: ChainAdapter,
  ): Promise<ProviderState | undefined>
}

/**
 * Asks an injected wallet for its accounts and makes a connection of the answer (SPEC §4 "Connection status").
 * Without multi-wallet the connection that a namespace had is replaced once the new one is there, not before.
 * @throws LatchkeyError CONNECTION_REJECTED, CONNECT_FAILED, WALLET_BAD_ANSWER, CHUNK_FAILED, or MODAL_CLOSED when
 * the signal aborts: at once, whatever the wallet does later.
 */
export async function connectWallet(
  ctx: EngineContext,
  options: ConnectOptions,
  approval?: () => Promise<Approval | undefined>,
): Promise<Connection> {
  const { wallet, joint = [], walletId, silent = false, signal = ctx.signal } = options
  const { namespace } = wallet
  ctx.connections.dispatch({ type: 'connecting', namespace })
  try {
    const adapter = await ctx.adapter(namespace)
    const asked = {
      silent,
      networks: ctx.config.networks.filter(network => network.chainNamespace === namespace),
      network: networkIdOfNamespace(ctx.connections.getState(), ctx.config.networks, namespace),
      signal,
      ...(joint.length > 0 && { joint: joint.map(each => each.namespace), prompt: {} }),
    }
    // A visitor who has to sign in may do so with the same approval (DECISIONS C10).
    const both = silent ? undefined : await approval?.().catch(() => undefined)
    const state = await orAborted((both ?? adapter).connect(wallet.provider, asked, adapter), signal)
    if (!state) throw createError('CONNECT_FAILED')
    const own = { wallet, adapter, state }
    const others = joint.length > 0 ? await readOthers(ctx, joint, asked) : []
    return admit(ctx, options, [own, ...others])
  } catch (cause) {
    ctx.connections.dispatch({ type: 'connectEnded', namespace })
    const error = toConnectError(cause)
    if (!silent)
      ctx.facts.emit('connectFailed', { walletId, code: error.code as ErrorCode, kind: error.kind })
    throw error
  }
}

/** What the prompt answered for the other namespaces; none where the chunk that reads it does not load. */
async function readOthers(
  ctx: EngineContext,
  joint: readonly DiscoveredWallet[],
  asked: JointOrder,
): Promise<readonly ConnectedPart[]> {
  const chunk = await import('./readJoint.ts').catch(() => undefined)
  return chunk ? chunk.readJoint(ctx, joint, asked) : []
}

function admit(
  ctx: EngineContext,
  { wallet, walletId, name, icon, silent = false }: ConnectOptions,
  parts: readonly ConnectedPart[],
): Connection {
  const { namespace, source, injectedId } = wallet
  // A global has the name that its listing gives it.
  const info =
    injectedId === undefined ? wallet.info : { ...wallet.info, ...(name && { name }), ...(icon && { icon }) }
  const before = ctx.connections.getState().connections
  const connection: Connection = {
    id: ctx.random.id(),
    walletId,
    transport: 'injected',
    type: source === 'announced' ? 'ANNOUNCED' : 'INJECTED',
    wallet: {
      name: info.name,
      ...(info.icon && { icon: info.icon }),
      ...(info.rdns && { rdns: info.rdns }),
      ...(injectedId !== undefined && { injectedId }),
    },
    namespaces: Object.fromEntries(parts.map(part => [part.wallet.namespace, part.state])),
  }
  for (const { wallet, adapter } of parts) {
    const { provider, namespace } = wallet
    watchProvider(
      ctx,
      connection.id,
      namespace,
      { provider, adapter, abilities: adapter.abilities(provider) },
      () => dropNamespace(ctx, connection.id, namespace, 'wallet'),
    )
  }
  ctx.connections.dispatch({ type: 'connected', connection, namespace })
  replaceConnections(ctx, connection, before, featuresOf(ctx).multiWallet === true)
  // The visitor did not choose a wallet that reconnects silently.
  if (!silent) rememberWallet(ctx, connection, namespace)
  for (const each of parts) emitConnected(ctx, connection, each.wallet.namespace, silent)
  return connection
}

function rememberWallet(
  ctx: EngineContext,
  { walletId, wallet }: Connection,
  namespace: ChainNamespace,
): void {
  const { name, icon } = wallet
  ctx.wallets.dispatch({
    type: 'used',
    wallet: { walletId, name, namespace, ...(icon !== undefined && { icon }) },
    limit: limits.recentWallets,
  })
}
