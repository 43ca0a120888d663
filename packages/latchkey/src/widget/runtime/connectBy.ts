import type { Connection } from '../../contract/connection.ts'
import { createError } from '../../contract/errors/createError.ts'
import type { WalletRow } from '../../contract/wallet.ts'
import { orAborted } from '../../engine/base/orAborted.ts'
import { canPair } from '../../engine/nouns/wallets/canPair.ts'
import { walletIdOf } from '../../engine/nouns/wallets/walletIdOf.ts'
import type { HandleConnectOptions } from '../handle/latchkey.ts'
import type { Runtime } from './runtime.ts'

/**
 * Connects a named wallet, or one that the page connected by itself, without a dialog; or waits for the visitor's choice
 * until the signal aborts. A chunk of its own: buttons and most hosts ask for no more than the dialog.
 */
export async function connectBy(runtime: Runtime, options: HandleConnectOptions): Promise<Connection> {
  const { wallet: key, namespace, adopt, signal } = options
  // What the wallet says after the widget is gone connects nothing.
  const until = signal && { signal: AbortSignal.any([signal, runtime.engine.ctx.signal]) }
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
    return runtime.engine.connect({ wallet, walletId, silent: true, ...until })
  }
  if (key === undefined) {
    const chosen = runtime.connectInModal(options)
    if (!signal) return chosen
    return orAborted(chosen, signal).catch(cause => {
      // The caller no longer waits: close the card, which also rejects every other waiting caller.
      if (signal.aborted) runtime.close()
      throw cause
    })
  }
  const row = rowOf(runtime.walletRows(), key)
  const wallet = row?.discovered.find(each => namespace === undefined || each.namespace === namespace)
  if (row && !wallet && canPair(runtime.engine.ctx.config, row)) return pair(runtime, row, options)
  if (!row || !wallet) throw createError('WALLET_NOT_FOUND', { context: { wallet: key } })
  const { walletId, name, icon } = row
  return runtime.engine.connect({ wallet, walletId, name, icon, ...until })
}

/** By its key; a host may also have noted the wallet's id, which another namespace of the wallet can have brought. */
function rowOf(rows: readonly WalletRow[], key: string): WalletRow | undefined {
  const isNamed = ({ walletId, ambiguous, discovered }: WalletRow) =>
    !ambiguous && (walletId === key || discovered.some(wallet => walletIdOf(wallet) === key))
  return rows.find(each => each.key === key) ?? rows.find(isNamed)
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
