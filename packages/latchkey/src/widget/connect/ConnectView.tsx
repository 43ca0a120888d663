import type { ViewProps } from '../shell/defineView.ts'
import { WalletList } from './WalletList.tsx'

/** Connect: choose how to connect (SPEC §2). Wallets are the one way so far; email and social stand beside them later. */
export function ConnectView({ data }: ViewProps<'Connect'>) {
  return <WalletList namespace={data?.namespace} />
}
