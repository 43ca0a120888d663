import { createError } from '../../../contract/errors/createError.ts'
import { orAborted } from '../../base/orAborted.ts'
import type { EngineContext } from '../../context.ts'
import type { SwitchOptions } from '../../engine.ts'
import { networkOf } from '../../nouns/accounts/projectState.ts'
import { applyChange } from '../../nouns/connections/watchProvider.ts'
import { findNetwork } from '../../nouns/networks/findNetwork.ts'
import { awaitRestored } from './awaitRestored.ts'
import { chooseNamespace } from './chooseNamespace.ts'

/**
 * Moves to a listed network: asks the connected wallet, or just remembers the choice when nothing is connected in its
 * namespace (SPEC §4 "Network change"). A wallet that is being restored is waited for: it is the one that is to move. The
 * state follows the network the wallet says it is on, not the one asked for.
 * @throws LatchkeyError NETWORK_NOT_FOUND (with an APKT001 alert) when the host does not list it, SWITCH_REJECTED,
 * SWITCH_FAILED, also when the wallet did not come back, UNSUPPORTED_CHAIN when the connection cannot switch and is elsewhere,
 * MODAL_CLOSED when aborted.
 */
export async function switchNetwork(ctx: EngineContext, options: SwitchOptions): Promise<void> {
  const { caipNetworkId, signal = ctx.signal } = options
  const network = findNetwork(ctx.config.networks, caipNetworkId)
  if (!network) {
    ctx.alert('APKT001', { network: caipNetworkId })
    throw createError('NETWORK_NOT_FOUND', { context: { network: caipNetworkId } })
  }
  const namespace = network.chainNamespace
  const active = ctx.connections.getState().active[namespace]
  if (!active) {
    const before = networkOf(ctx.connections.getState(), ctx.config.networks, namespace)
    ctx.connections.dispatch({ type: 'networkChosen', namespace, caipNetworkId: network.caipNetworkId })
    chooseNamespace(ctx, namespace)
    if (network !== before)
      ctx.facts.emit('networkChanged', { namespace, caipNetworkId: network.caipNetworkId, supported: true })
    return
  }
  await awaitRestored(ctx, active.connectionId, signal)
  const live = ctx.live.get(active.connectionId, namespace)
  if (!live) throw createError('SWITCH_FAILED', { context: { asked: network.caipNetworkId } })
  const { switchNetwork: ask } = live.abilities
  if (ask) {
    const real = await orAborted(ask(network), signal)
    applyChange(ctx, active.connectionId, namespace, { type: 'network', caipNetworkId: real })
    if (real !== network.caipNetworkId) {
      throw createError('SWITCH_FAILED', { context: { asked: network.caipNetworkId, real } })
    }
    // One that cannot be asked may be there already.
  } else if (networkOf(ctx.connections.getState(), ctx.config.networks, namespace) !== network) {
    throw createError('UNSUPPORTED_CHAIN', { context: { network: caipNetworkId } })
  }
  chooseNamespace(ctx, namespace)
}
