import { disconnectedAccount } from '../../contract/account.ts'
import type { Connection } from '../../contract/connection.ts'
import { configError } from '../../contract/error.ts'
import { createError } from '../../contract/errors/createError.ts'
import { type Network, toNetwork } from '../../contract/network.ts'
import type { LatchkeyPatch } from '../../contract/options.ts'
import type { WalletRow } from '../../contract/wallet.ts'
import type { ResolvedConfig } from '../../engine/base/config.ts'
import { orAborted } from '../../engine/base/orAborted.ts'
import { canPair } from '../../engine/wallets/canPair.ts'
import { walletIdOf } from '../../engine/wallets/walletIdOf.ts'
import { checkOptions } from '../handle/checkOptions.ts'
import type { ConnectionLists, HandleConnectOptions } from '../handle/latchkey.ts'
import { requireMultiWallet } from '../profilewallets/requireMultiWallet.ts'
import type { Runtime, Verbs } from './runtime.ts'

/** The handle's verbs over a runtime; their contracts stand on the handle's own type. */
export function createVerbs(runtime: Runtime, configure: (config: ResolvedConfig) => void): Verbs {
  const { engine } = runtime
  const { ctx } = engine

  /** The networks without one; all are of a namespace that has an adapter (SPEC §5). */
  function networksBut(caipNetworkId: string, namespace: string): readonly Network[] {
    const { adapters, networks } = ctx.config
    if (adapters.some(adapter => adapter.namespace === namespace)) {
      return networks.filter(network => network.caipNetworkId !== caipNetworkId)
    }
    throw createError('ADAPTER_NOT_FOUND', { context: { namespace } })
  }

  return {
    connect: async (options = {}) => connect(runtime, options),
    disconnect: options => engine.disconnect(options),
    async switchNetwork(network, { throwOnFailure = true } = {}) {
      const caipNetworkId = typeof network === 'string' ? network : toNetwork(network).caipNetworkId
      try {
        await engine.switchNetwork({ caipNetworkId })
      } catch (cause) {
        if (throwOnFailure) throw cause
      }
    },
    async waitForReceipt(options) {
      const { waitForReceipt } = await import('../../engine/send/waitForReceipt.ts').catch(missing)
      return waitForReceipt(ctx, options)
    },
    async sendCalls(options) {
      const { showCalls } = await import('../sendcalls/showCalls.ts').catch(missing)
      return showCalls(runtime, options)
    },
    signOut: async () => (await engine.signIn()).signOut(),
    async addNetwork(input) {
      const network = toNetwork(input)
      const others = networksBut(network.caipNetworkId, network.chainNamespace)
      configure({ ...ctx.config, networks: Object.freeze([...others, network]) })
    },
    async removeNetwork(id) {
      const others = networksBut(id, id.slice(0, id.indexOf(':')))
      configure({ ...ctx.config, networks: Object.freeze(others) })
    },
    async update(patch) {
      for (const key of Object.keys(patch)) {
        if (!(changeable as readonly string[]).includes(key)) {
          throw configError(key, 'cannot be changed; destroy the widget and create another')
        }
      }
      const own = structuredClone(patch)
      await checkOptions({ ...ctx.config, ...own })
      // Over what holds by now: another change may have come meanwhile.
      configure({ ...ctx.config, ...own })
    },
    async getAccount(namespace) {
      if (!namespace) throw createError('NAMESPACE_REQUIRED')
      return runtime.getState().accounts[namespace] ?? disconnectedAccount
    },
    async switchConnection(options) {
      const { switchConnection } = await import('../profilewallets/switchConnection.ts').catch(missing)
      return switchConnection(runtime, options)
    },
    async deleteRecentConnection({ connectionId }) {
      const { forgetRecent } = await import('../profilewallets/forgetRecent.ts').catch(missing)
      requireMultiWallet(ctx)
      forgetRecent(ctx, connectionId)
    },
    async subscribeConnections(listener) {
      requireMultiWallet(ctx)
      let last = connectionsOf(runtime)
      return runtime.subscribe(() => {
        const next = connectionsOf(runtime)
        if (next.connections === last.connections && next.recentConnections === last.recentConnections) return
        last = next
        listener(next)
      })
    },
    mount: async element => runtime.mount(element),
  }
}

function connectionsOf(runtime: Runtime): ConnectionLists {
  const { connections, recentConnections } = runtime.getState()
  return { connections, recentConnections }
}

function missing(cause: unknown): never {
  throw createError('CHUNK_FAILED', { cause })
}

/** What may change after create (DECISIONS C3); a test holds it equal to `LatchkeyPatch`. */
export const changeable = [
  'themeMode',
  'themeVariables',
  'locale',
  'texts',
  'metadata',
  'termsConditionsUrl',
  'privacyPolicyUrl',
  'features',
  'includeWalletIds',
  'excludeWalletIds',
  'featuredWalletIds',
  'customWallets',
  'enableWallets',
  'enableNetworkSwitch',
  'allowUnsupportedChain',
  'addressLabels',
] as const satisfies readonly (keyof LatchkeyPatch)[]

/** Connects a named wallet without a dialog, or opens the dialog and waits for the visitor's choice. */
function connect(runtime: Runtime, options: HandleConnectOptions): Promise<Connection> {
  const { wallet: key, namespace, adopt, signal } = options
  if (adopt) {
    const { provider, ...info } = adopt
    const active = namespace ?? runtime.engine.ctx.connections.getState().activeNamespace
    const wallet = {
      key: `adopted:${active}`,
      namespace: active,
      source: 'injected',
      info,
      provider,
    } as const
    const walletId = walletIdOf(wallet)
    return runtime.engine.connect({ wallet, walletId, silent: true, ...(signal && { signal }) })
  }
  if (key === undefined) {
    const chosen = runtime.connectInModal(namespace === undefined ? {} : { namespace })
    if (!signal) return chosen
    return orAborted(chosen, signal).catch(cause => {
      // Nobody waits any more: the card goes, and with it whoever else waited.
      if (signal.aborted) runtime.close()
      throw cause
    })
  }
  const row = runtime.walletRows().find(each => each.key === key)
  const wallet = row?.discovered.find(each => namespace === undefined || each.namespace === namespace)
  if (row && !wallet && canPair(runtime.engine.ctx.config, row)) return pair(runtime, row, options)
  if (!row || !wallet) throw createError('WALLET_NOT_FOUND', { context: { wallet: key } })
  return runtime.engine.connect({ wallet, walletId: row.walletId, ...(signal && { signal }) })
}

/** Waits for a wallet that is not in this page; the host shows `wcUri`, or opens the wallet with it. */
async function pair(
  runtime: Runtime,
  wallet: WalletRow,
  { namespace, signal }: HandleConnectOptions,
): Promise<Connection> {
  const flow = await runtime.engine.pairing()
  return flow.connect({ wallet, namespace, signal })
}
