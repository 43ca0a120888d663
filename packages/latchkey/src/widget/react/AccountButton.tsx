import { type ConnectButton, ConnectButtonFace } from './ConnectButton.tsx'
import { ShadowBox } from './ShadowBox.tsx'
import { useAccount } from './useAccount.ts'

/** A button that shows the connected account and opens Account. Renders nothing without one. */
export declare namespace AccountButton {
  type Props = Omit<ConnectButton.Props, 'label'>
}

/** The connected account; nothing while there is none. */
export function AccountButton(props: AccountButton.Props) {
  return (
    <ShadowBox width={168}>
      <AccountButtonFace {...props} />
    </ShadowBox>
  )
}

/** The same without a box of its own, for the custom element. */
export function AccountButtonFace(props: AccountButton.Props) {
  return useAccount(props).address === undefined ? null : <ConnectButtonFace {...props} />
}
