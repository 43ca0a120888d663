import type { WalletListing, WalletRow } from '../../contract/wallet.ts'
import { canPair } from '../../engine/nouns/wallets/canPair.ts'
import type { ViewData } from '../runtime/viewData.ts'
import type { WidgetSnapshot } from '../shell/widget.ts'

/** The wallet a pairing view is about. */
export interface PairTarget {
  readonly walletId: string
  readonly name: string
  readonly icon?: string
  readonly listing?: WalletListing
  readonly isInstalled: boolean
  readonly canPair: boolean
}

type Data = ViewData['ConnectingWalletConnect'] | undefined

/** The wallet of a row, or of a listing of the directory; undefined for any wallet. */
export function pairTarget(snapshot: WidgetSnapshot, data: Data): PairTarget | undefined {
  const { config } = snapshot
  const row = snapshot.row(data?.rowKey)
  if (row) return row.group === 'walletConnect' ? undefined : ofRow(row, canPair(config, row))
  const { wallet } = data ?? {}
  return (
    wallet && {
      walletId: data?.walletId ?? `dir:${wallet.id}`,
      name: wallet.name,
      listing: wallet,
      isInstalled: false,
      canPair: canPair(config, { listing: wallet }),
    }
  )
}

function ofRow({ walletId, name, icon, listing, discovered }: WalletRow, reachable: boolean): PairTarget {
  return {
    walletId,
    name,
    ...(icon !== undefined && { icon }),
    ...(listing && { listing }),
    isInstalled: discovered.length > 0,
    canPair: reachable,
  }
}
