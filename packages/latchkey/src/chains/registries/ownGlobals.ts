import type { ChainNamespace } from '../../contract/caip.ts'

/** A wallet's own place on `window`. */
export interface OwnGlobal {
  /** The path on `window`, with dots. */
  readonly path: string
  /** What the wallet is called, whatever a registry says of it: its row is the same on every visit. */
  readonly name: string
  /** What the wallet calls itself in other ecosystems (EIP-6963), so that it is one row with them. */
  readonly rdns?: string
  readonly namespaces: readonly ChainNamespace[]
}

const both = ['bip122', 'stacks']

/**
 * Wallets of bitcoin and stacks that have a place of their own. The shared ones, `BitcoinProvider` and `StacksProvider`, belong to the
 * wallet that came last and are not used. Phantom left bitcoin in June 2026.
 */
export const ownGlobals: readonly OwnGlobal[] = [
  { path: 'XverseProviders.BitcoinProvider', name: 'Xverse', namespaces: both },
  { path: 'LeatherProvider', name: 'Leather', namespaces: both },
  { path: 'AsignaProvider', name: 'Asigna', namespaces: ['stacks'] },
  { path: 'FordefiProviders.UtxoProvider', name: 'Fordefi', namespaces: both },
  { path: 'okxwallet.bitcoin', name: 'OKX Wallet', rdns: 'com.okex.wallet', namespaces: ['bip122'] },
  { path: '$onekey.btc', name: 'OneKey', rdns: 'so.onekey.app.wallet', namespaces: ['bip122'] },
  {
    path: 'binancew3w.bitcoin',
    name: 'Binance Wallet',
    rdns: 'com.binance.wallet',
    namespaces: ['bip122'],
  },
  { path: 'bitkeep.unisat', name: 'Bitget Wallet', rdns: 'com.bitget.web3', namespaces: ['bip122'] },
  { path: 'keplr.bitcoin', name: 'Keplr', rdns: 'app.keplr', namespaces: ['bip122'] },
  // Last: other wallets stand in for it, and are found by their own place before.
  { path: 'unisat', name: 'UniSat Wallet', namespaces: ['bip122'] },
]
