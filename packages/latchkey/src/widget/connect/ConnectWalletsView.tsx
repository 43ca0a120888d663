import type { ViewProps } from '../shell/defineView.ts'
import { WalletList } from './WalletList.tsx'

/** ConnectWallets: the wallet list alone (SPEC §2). */
export function ConnectWalletsView({ data }: ViewProps<'ConnectWallets'>) {
  return <WalletList namespace={data?.namespace} />
}
