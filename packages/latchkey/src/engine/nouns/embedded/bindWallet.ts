import type { AccountType } from '../../../contract/account.ts'
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
import { followOwn, readOwn, settleType } from './ownAccounts.ts'

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
    /** The type of account of a visitor who has none stored; default the one that their wallet was made with. */
    readonly accountType?: AccountType | undefined
  },
): Promise<ConnectedNamespace | undefined> {
  const { frame, connectionId, namespace, network, accountType } = options
  const { embedded } = factsOf(ctx.config, namespace)
  const [adapter, speak, { loginKey }] = await Promise.all([
    ctx.adapter(namespace),
    embedded === 'standard'
      ? import('../../../embedded/speakStandard.ts').then(module => module.speakStandard)
      : import('../../../embedded/speakEip1193.ts').then(module => module.speakEip1193),
    import('../../../embedded/restoreLogin.ts'),
  ])
  // One that it does not go to is no reason to fail: it then says where it is.
  if (network !== undefined)
    await frame.request('SWITCH_NETWORK', { chainId: network }).catch(() => undefined)
  // Wallets of the other standard have accounts of one type.
  if (embedded === 'eip1193') await settleType(frame, network, accountType)
  const networks = ctx.config.networks.filter(({ chainNamespace }) => chainNamespace === namespace)
  let loggedOut = () => {}
  const spoken = speak({
    frame,
    networks: networks.map(({ caipNetworkId }) => caipNetworkId),
    network,
    endpoint: ctx.config.endpoints?.frame ?? '',
    id: ctx.random.id(),
    page: ctx.config.endpoints?.frame === undefined ? undefined : globalThis.window,
    loggedOut: () => loggedOut(),
    revive: () => frameOf(ctx),
    // Else what the visitor was deciding on would go without a word (SPEC §4, §8).
    tookBack: () =>
      ctx.notify({ message: errorTextOf('RPC_NOT_ALLOWED', ctx.config.texts), variant: 'error' }),
  })
  if (!spoken) return undefined
  const { provider } = spoken
  const state = await adapter
    .connect(provider, { silent: true, networks, network, signal: ctx.signal })
    .catch(cause => {
      spoken.destroy()
      throw cause
    })
  const part = state && (await readOwn(frame, state, namespace, adapter))
  if (!part || ctx.signal.aborted) {
    spoken.destroy()
    return undefined
  }
  // One login: whichever of its namespaces is ended first ends it whole.
  const ended = () => endWallet(ctx, connectionId, 'wallet')
  const own = adapter.abilities(provider)
  const { switchNetwork } = own
  const abilities: ProviderAbilities = {
    ...own,
    ...(switchNetwork && {
      async switchNetwork(asked) {
        const real = await switchNetwork(asked)
        spoken.moved?.(real)
        return real
      },
    }),
    disconnect: () => endLogin(ctx),
  }
  const watching: typeof adapter = {
    ...adapter,
    watch(watched, changed) {
      loggedOut = () => {
        void ctx.storage.remove(loginKey)
        changed({ type: 'disconnected' })
      }
      const told = followOwn(ctx, { connectionId, namespace }, adapter, changed)
      const stops = [adapter.watch(watched, told), spoken.announce()]
      return () => {
        loggedOut = () => {}
        for (const stop of stops) stop()
        spoken.end()
      }
    },
  }
  watchProvider(ctx, connectionId, namespace, { provider, adapter: watching, abilities }, ended)
  return part
}
