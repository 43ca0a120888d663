import type { ViewProps } from '../shell/defineView.ts'
import { WalletList } from './WalletList.tsx'

/** Connect: choose how to connect (SPEC §2). */
export function ConnectView({ data }: ViewProps<'Connect'>) {
  return <WalletList namespace={data?.namespace} login />
}
