import type { ChainNamespace } from '../../contract/caip.ts'
import { labelOf } from '../../ui/address/labelOf.ts'
import { shortAddress } from '../../ui/address/shortAddress.ts'
import { HostButton } from './HostButton.tsx'
import { ShadowBox } from './ShadowBox.tsx'
import { useAccount } from './useAccount.ts'
import { type HookOptions, useLatchkey } from './useLatchkey.ts'

/** A button that shows "Connect wallet", and the account once connected. */
export declare namespace ConnectButton {
  interface Props extends HookOptions {
    /** Default 'Connect wallet'. */
    readonly label?: string | undefined
    readonly namespace?: ChainNamespace | undefined
    readonly disabled?: boolean | undefined
  }
}

/** "Connect wallet" without a connection, the account afterwards. */
export function ConnectButton(props: ConnectButton.Props) {
  return (
    <ShadowBox width={160}>
      <ConnectButtonFace {...props} />
    </ShadowBox>
  )
}

/** The same without a box of its own, for the custom element. */
export function ConnectButtonFace({
  label = 'Connect wallet',
  namespace,
  disabled,
  ...options
}: ConnectButton.Props) {
  const latchkey = useLatchkey(options)
  const { address, addressLabels, profileName, status } = useAccount({ latchkey, namespace })
  const name = address && (labelOf(address, addressLabels) ?? profileName ?? shortAddress(address))
  return (
    <HostButton
      latchkey={latchkey}
      open={{ view: address ? 'Account' : undefined, namespace }}
      account={address}
      isPrimary={!address}
      busy={status === 'connecting'}
      disabled={disabled}
      name={name && `Account ${name}`}
    >
      {name ?? label}
    </HostButton>
  )
}
