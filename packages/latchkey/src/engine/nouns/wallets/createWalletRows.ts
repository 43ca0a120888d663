import type { ChainNamespace } from '../../../contract/caip.ts'
import type { Features } from '../../../contract/options.ts'
import type { WalletListing, WalletRow } from '../../../contract/wallet.ts'
import type { EngineContext } from '../../context.ts'
import type { Engine } from '../../engine.ts'
import catalogue from './catalogue.json' with { type: 'json' }
import { type ComposeOptions, composeRows } from './composeRows.ts'
import { deviceOf } from './deviceOf.ts'
import { isSharedRelay } from './isSharedRelay.ts'
import { offeredLogins } from './offeredLogins.ts'

const none: readonly WalletRow[] = []

/** The wallet list over an engine's state, with the flags that hold; the same array until something it is made of changes. */
export function createWalletRows(ctx: EngineContext, features: () => Features): Engine['walletRows'] {
  const made = new Map<string, { readonly of: readonly unknown[]; readonly rows: readonly WalletRow[] }>()
  return (namespace, list) => {
    const { config } = ctx
    if (config.enableWallets === false) return none
    const { connections } = ctx.connections.getState()
    const wallets = ctx.wallets.getState()
    const compose = (options?: Partial<ComposeOptions>) =>
      composeRows({
        ...wallets,
        // A page of a list need not have the listing that links what is installed.
        known: catalogue as readonly WalletListing[],
        // A wallet used before is not another one in a list of all.
        ...(list && { catalogue: list.wallets, recents: [] }),
        connectedWalletIds: connections.map(each => each.walletId),
        options: { ...optionsOf(ctx, features(), namespace), ...options },
      })
    if (list) return compose({ connectorTypeOrder: list.order, recommended: list.wallets.length })
    const of = [config, connections, wallets, ctx.remote.getState()]
    const last = made.get(namespace ?? '')
    if (last?.of.every((part, at) => part === of[at])) return last.rows
    const rows = compose()
    made.set(namespace ?? '', { of, rows })
    return rows
  }
}

function optionsOf(
  ctx: EngineContext,
  features: Features,
  namespace: ChainNamespace | undefined,
): ComposeOptions {
  const { config } = ctx
  const { endpoints } = config
  const { connectorTypeOrder } = features
  const logins = offeredLogins({ config, features }, namespace)
  return {
    ...pick(config),
    ...(connectorTypeOrder && { connectorTypeOrder }),
    namespaces: namespace === undefined ? config.adapters.map(adapter => adapter.namespace) : [namespace],
    hasEmail: logins.email,
    hasSocials: logins.socials,
    // A row that leads nowhere is worse than none: without a relay no wallet beyond this browser can be reached.
    pairing: endpoints?.relay !== undefined,
    ownRelay: endpoints?.relay !== undefined && !isSharedRelay(config),
    device: deviceOf(ctx, namespace),
  }
}

function pick({
  includeWalletIds,
  excludeWalletIds,
  featuredWalletIds,
  customWallets,
}: EngineContext['config']) {
  return {
    ...(includeWalletIds && { includeWalletIds: withRdns(includeWalletIds) }),
    ...(excludeWalletIds && { excludeWalletIds: withRdns(excludeWalletIds) }),
    ...(featuredWalletIds && { featuredWalletIds: withRdns(featuredWalletIds) }),
    ...(customWallets && { customWallets }),
  }
}

/**
 * A host may name a wallet by its id in the directory, whose page does not bring what the host keeps out: an installed
 * wallet is still that one, by its rdns.
 */
function withRdns(ids: readonly string[]): readonly string[] {
  return ids.flatMap(id => {
    const plain = id.replace(/^dir:/, '')
    const rdns = catalogue.find(wallet => wallet.id === plain)?.rdns
    return rdns === undefined ? [id] : [id, `rdns:${rdns}`]
  })
}
