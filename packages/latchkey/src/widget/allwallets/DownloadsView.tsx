import { GetWallet } from '../connect/GetWallet.tsx'
import type { ViewProps } from '../shell/defineView.ts'
import { useImage } from '../shell/useImage.ts'

/** Downloads: where to get a wallet that is not installed here (SPEC-NOTES §2). */
export function DownloadsView({ data }: ViewProps<'Downloads'>) {
  const wallet = data?.wallet
  const icon = useImage('wallets', wallet?.image_id)
  return (
    <GetWallet
      wallet={wallet && { name: wallet.name, listing: wallet, ...(icon !== undefined && { icon }) }}
    />
  )
}
