import type { ProviderAbilities } from '../../../contract/adapter.ts'
import type { CaipNetworkId, ChainNamespace } from '../../../contract/caip.ts'
import type { ConnectedNamespace } from '../../../contract/connection.ts'
import { errorTextOf } from '../../../contract/errors/errorTextOf.ts'
import type { FrameChannel } from '../../../embedded/frame.ts'
import { factsOf } from '../../base/factsOf.ts'
import type { EngineContext } from '../../context.ts'
import { endLogin } from '../connections/endLogin.ts'
import { watchProvider } from '../connections/watchProvider.ts'
import { endWallet } from './endWallet.ts'
import { frameOf } from './frameOf.ts'

/**
 * Takes one namespace of the login in the frame into the engine, without a prompt; the wallet goes to `network`
 * where it can. Undefined without a login.
 * @throws LatchkeyError CHUNK_FAILED, ADAPTER_NOT_FOUND, WALLET_BAD_ANSWER.
 */
export async function bindWallet(
  ctx: EngineContext,
  options: {
    readonly frame: FrameChannel
    readonly connectionId: string
    readonly namespace: ChainNamespace
    readonly network: CaipNetworkId | undefined
  },
): Promise<ConnectedNamespace | undefined> {
  const { frame, connectionId, namespace, network } = options
  const [adapter, { createEmbeddedProvider }, { loginKey }, { announceProvider }, { walletInfo }] =
    await Promise.all([
      ctx.adapter(namespace),
      import('../../../embedded/createEmbeddedProvider.ts'),
      import('../../../embedded/restoreLogin.ts'),
      import('../../../embedded/announceProvider.ts'),
      import('../../../embedded/walletInfo.ts'),
    ])
  // One that it does not go to is no reason to fail: it then says where it is.
  if (network !== undefined)
    await frame.request('SWITCH_NETWORK', { chainId: network }).catch(() => undefined)
  let loggedOut = () => {}
  const provider = createEmbeddedProvider({
    frame,
    loggedOut: () => loggedOut(),
    revive: () => frameOf(ctx),
    // Else what the visitor was deciding on would go without a word (SPEC §4, §8).
    tookBack: () =>
      ctx.notify({ message: errorTextOf('RPC_NOT_ALLOWED', ctx.config.texts), variant: 'error' }),
  })
  const networks = ctx.config.networks.filter(({ chainNamespace }) => chainNamespace === namespace)
  const state = await adapter.connect(provider, { silent: true, networks, signal: ctx.signal })
  if (!state || ctx.signal.aborted) {
    provider.destroy()
    return undefined
  }
  // One login: whichever of its namespaces is ended first ends it whole.
  const ended = () => endWallet(ctx, connectionId, 'wallet')
  const abilities: ProviderAbilities = {
    ...adapter.abilities(provider),
    disconnect: () => endLogin(ctx),
  }
  /** Announces the wallet to other code of the page during a login (EIP-6963). */
  const announce = () => {
    const page = globalThis.window
    const origin = ctx.config.endpoints?.frame
    const { embedded } = factsOf(ctx.config, namespace)
    if (embedded !== 'eip1193' || !page || origin === undefined) return () => undefined
    return announceProvider(page, { provider, info: walletInfo(origin, ctx.random.id()) })
  }
  const watching: typeof adapter = {
    ...adapter,
    watch(watched, changed) {
      loggedOut = () => {
        void ctx.storage.remove(loginKey)
        changed({ type: 'disconnected' })
      }
      const stops = [adapter.watch(watched, changed), announce()]
      return () => {
        loggedOut = () => {}
        for (const stop of stops) stop()
        // Other code of the page may keep it for good: EIP-6963 tells of wallets that come, never of one that goes.
        provider.end()
      }
    },
  }
  watchProvider(ctx, connectionId, namespace, { provider, adapter: watching, abilities }, ended)
  return state
}
