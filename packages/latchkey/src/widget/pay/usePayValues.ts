import type { Network } from '../../contract/network.ts'
import type { PayWay } from '../../engine/flows/pay/payFlow.ts'
import { findNetwork } from '../../engine/nouns/networks/findNetwork.ts'
import { useEngineState } from '../shell/useEngineState.ts'
import { useWidget } from '../shell/useWidget.ts'
import { siteOf } from '../signin/siteOf.ts'
import { acceptedWords } from './acceptedWords.ts'
import { walletOf } from './walletOf.ts'
import { leavingSymbol, payingNetwork } from './wayWords.ts'

/**
 * What the sentences about a payment name: `amount` is what the merchant gets, with its symbol; `token` and `native` are symbols of what leaves the
 * account and of what its network takes fees in.
 */
export type PayValues = Readonly<
  Record<'site' | 'amount' | 'token' | 'native' | 'network' | 'wallet', string>
>

/** The same of one way to pay, and the network that it is on. */
export function usePayValues(way: PayWay | undefined): readonly [PayValues, Network | undefined] {
  const widget = useWidget()
  const { locale, networks, metadata } = useEngineState(({ config }) => config)
  const id = way && payingNetwork(way)
  const network = id && findNetwork(networks, id)
  return [
    {
      site: siteOf(metadata).name,
      amount: way ? acceptedWords(way.accepted, locale) : '—',
      token: way ? leavingSymbol(way) : '—',
      native: network?.nativeCurrency.symbol ?? '',
      network: network?.name ?? id ?? '—',
      wallet: walletOf(widget)?.name ?? '',
    },
    network,
  ]
}
