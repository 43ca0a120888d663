import type { ProviderChange } from '../../contract/adapter.ts'
import { fieldOf } from '../foreign/readForeign.ts'
import type { EvmWallet } from './bindProvider.ts'
import { parseAddresses, parseChainId, toAccounts } from './parseAnswers.ts'

/** EIP-1193's "try again later": the wallet lost its node and is already reconnecting. */
const recoverableCode = 1013

/**
 * Reports changes by the wallet, in the same task; malformed payloads are dropped.
 * A network change does not repeat the accounts: the caller moves their CAIP-10 ids to the new network.
 */
export function watchEvm(wallet: EvmWallet, changed: (change: ProviderChange) => void): () => void {
  // Wallets without `removeListener` go on calling after the stop.
  let live = true
  const notify = (change: ProviderChange): void => {
    if (live) changed(change)
  }

  const emitAccounts = (addresses: readonly string[]): void => {
    if (wallet.network) notify({ type: 'accounts', accounts: toAccounts(addresses, wallet.network) })
  }

  const onAccounts = (payload: unknown): void => {
    const addresses = parseAddresses(payload)
    if (!addresses) return
    if (addresses.length === 0) notify({ type: 'disconnected' })
    else if (wallet.network) emitAccounts(addresses)
    else {
      // Watched without having connected: accounts have no CAIP-10 id before the network is known.
      wallet.request('eth_chainId').then(
        answer => {
          wallet.network ??= parseChainId(answer)
          emitAccounts(addresses)
        },
        () => undefined,
      )
    }
  }
  const onChain = (payload: unknown): void => {
    const caipNetworkId = parseChainId(payload)
    if (!caipNetworkId || !live) return
    wallet.network = caipNetworkId
    notify({ type: 'network', caipNetworkId })
  }
  const onConnect = (payload: unknown): void => onChain(fieldOf(payload, 'chainId'))
  const onDisconnect = (payload: unknown): void => {
    if (fieldOf(payload, 'code') !== recoverableCode) notify({ type: 'disconnected' })
  }

  const listeners = [
    ['accountsChanged', onAccounts],
    ['chainChanged', onChain],
    ['connect', onConnect],
    ['disconnect', onDisconnect],
  ] as const
  for (const [event, listener] of listeners) wallet.listen(event, listener)
  return () => {
    live = false
    for (const [event, listener] of listeners) wallet.unlisten(event, listener)
  }
}
