import type { ChainAdapter, ProviderAbilities } from '../../../contract/adapter.ts'
import type { ChainNamespace } from '../../../contract/caip.ts'
import type { ConnectedNamespace } from '../../../contract/connection.ts'
import type { EngineContext } from '../../context.ts'
import { allConnections } from '../connections/allConnections.ts'
import { watchProvider } from '../connections/watchProvider.ts'
import { endSession } from './endSession.ts'
import { plainAdapter } from './plainAdapter.ts'
import type { SessionClient } from './sessionClient.ts'

/**
 * Takes one namespace of a paired session into the engine, without a prompt; the connection's id is the session's topic.
 * Undefined when the session has nothing there.
 * @throws LatchkeyError CHUNK_FAILED, WALLET_BAD_ANSWER.
 */
export async function bindSession(
  ctx: EngineContext,
  client: SessionClient,
  topic: string,
  namespace: ChainNamespace,
): Promise<ConnectedNamespace | undefined> {
  const { pairing } = client
  const granted = () => pairing.sessions.find(each => each.topic === topic)?.namespaces[namespace]
  if (!granted()) return undefined
  const adapter = await adapterOf(ctx, client, topic, namespace)
  // One that was laid aside meanwhile comes back to the network that it was on.
  const before = allConnections(ctx.connections.getState()).find(({ id }) => id === topic)
  const known = before?.namespaces[namespace]?.caipNetworkId
  const provider = await client.provider(topic, namespace, known)
  const networks = ctx.config.networks.filter(
    ({ chainNamespace, caipNetworkId }) =>
      chainNamespace === namespace && granted()?.chains.includes(caipNetworkId),
  )
  const options = { silent: true, networks, network: known, signal: ctx.signal }
  const state = await adapter.connect(provider, options)
  if (!state || ctx.signal.aborted) return undefined
  // A phone is not woken up for the list of its tokens: who is never asked has none to show.
  const { assets: _, signTypedData, ...others } = adapter.abilities(provider)
  const signsTypedData = granted()?.methods.some(method => typedData.test(method))
  const abilities: ProviderAbilities = {
    ...others,
    ...(signTypedData && signsTypedData && { signTypedData }),
    // One session: whichever of its namespaces is ended first ends it whole.
    disconnect: () => pairing.disconnect(topic),
    reaches({ caipNetworkId }) {
      const { chains = [], methods = [] } = granted() ?? {}
      return chains.includes(caipNetworkId) || methods.some(method => moving.test(method))
    },
  }
  watchProvider(ctx, topic, namespace, { provider, adapter, abilities }, () =>
    endSession(ctx, topic, 'wallet'),
  )
  return state
}

/** The call that signs structured data (EIP-712); the first version of it signs something else. */
const typedData = /^eth_signTypedData_v4$/
/** Calls by which a wallet comes to grant more networks (EIP-3326, EIP-3085). */
const moving = /^wallet_(switch|add)EthereumChain$/

function adapterOf(
  ctx: EngineContext,
  client: SessionClient,
  topic: string,
  namespace: ChainNamespace,
): Promise<ChainAdapter> {
  return ctx.config.adapters.some(adapter => adapter.namespace === namespace)
    ? ctx.adapter(namespace)
    : Promise.resolve(plainAdapter(client, topic, namespace))
}
