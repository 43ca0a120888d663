import { disconnectedAccount } from '../../contract/account.ts'
import { type CaipNetworkId, namespaceOf } from '../../contract/caip.ts'
import { configError } from '../../contract/error.ts'
import { createError } from '../../contract/errors/createError.ts'
import { type Network, toNetwork } from '../../contract/network.ts'
import type { LatchkeyPatch } from '../../contract/options.ts'
import { frozenCopy, type ResolvedConfig } from '../../engine/base/config.ts'
import { checkOptions } from '../handle/checkOptions.ts'
import { emitListed } from './emitListed.ts'
import { missingAdapter } from './missingAdapter.ts'
import type { Runtime, Verbs } from './runtime.ts'

/** The handle's verbs over a runtime; their contracts stand on the handle's own type. */
export function createVerbs(runtime: Runtime, configure: (config: ResolvedConfig) => void): Verbs {
  const { engine } = runtime
  const { ctx } = engine

  /** Lists others in the place of a network; all are of a namespace that has an adapter (SPEC §5). */
  async function replaceNetwork(id: CaipNetworkId, ...others: readonly Network[]): Promise<void> {
    const namespace = namespaceOf(id)
    const mistake = missingAdapter(ctx.config, namespace)
    if (mistake) throw mistake
    const { networks } = ctx.config
    const at = networks.findIndex(network => network.caipNetworkId === id)
    const next =
      at === -1 ? [...networks, ...others] : [...networks.slice(0, at), ...others, ...networks.slice(at + 1)]
    configure({ ...ctx.config, networks: Object.freeze(next) })
    emitListed(ctx, namespace, [networks, next])
  }

  return {
    async connect(options = {}) {
      const { wallet, adopt, signal } = options
      if (!(wallet || adopt || signal)) return runtime.connectInModal(options)
      const { connectBy } = await import('./connectBy.ts').catch(missing)
      return connectBy(runtime, options)
    },
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
      const { waitForReceipt } = await import('../../engine/nouns/journal/waitForReceipt.ts').catch(missing)
      return waitForReceipt(ctx, options)
    },
    async sendCalls(options) {
      const { showCalls } = await import('../sendcalls/showCalls.ts').catch(missing)
      return showCalls(runtime, options)
    },
    async pay(options) {
      const { showPay } = await import('../pay/showPay.ts').catch(missing)
      return showPay(runtime, options)
    },
    async fetch(input, init) {
      const { showRequest } = await import('../payrequest/showRequest.ts').catch(missing)
      return showRequest(runtime, input, init)
    },
    signOut: async () => (await engine.signIn()).signOut(),
    async addNetwork(input) {
      const network = toNetwork(input)
      return replaceNetwork(network.caipNetworkId, network)
    },
    removeNetwork: id => replaceNetwork(id),
    async update(patch) {
      for (const key of Object.keys(patch)) {
        if (!(changeable as readonly string[]).includes(key)) {
          throw configError(key, 'cannot be changed: create another widget')
        }
      }
      const own = frozenCopy(patch)
      await checkOptions({ ...ctx.config, ...own }, own)
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
      const chunk = await import('../profilewallets/forgetRecent.ts').catch(missing)
      chunk.deleteRecentConnection(ctx, connectionId)
    },
    async subscribeConnections(listener) {
      const chunk = await import('../profilewallets/subscribeConnections.ts').catch(missing)
      return chunk.subscribeConnections(runtime, listener)
    },
    mount: async element => runtime.mount(element),
  }
}

function missing(cause: unknown): never {
  throw createError('CHUNK_FAILED', { cause })
}

/** What may change after create (DECISIONS C3); a test holds it equal to `LatchkeyPatch`. */
export const changeable = [
  'themeMode',
  'themePreset',
  'themeVariables',
  'logo',
  'layout',
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
  'protectAbove',
] as const satisfies readonly (keyof LatchkeyPatch)[]
