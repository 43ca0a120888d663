import type { ChainNamespace } from '../../contract/caip.ts'
import { AccountButtonFace } from './AccountButton.tsx'
import { HostButton } from './HostButton.tsx'
import { ShadowBox } from './ShadowBox.tsx'
import { useAccount } from './useAccount.ts'
import { type HookOptions, useLatchkey } from './useLatchkey.ts'

export declare namespace ConnectButton {
  interface Props extends HookOptions {
    /** Default 'Connect wallet'. */
    readonly label?: string | undefined
    readonly namespace?: ChainNamespace | undefined
    readonly disabled?: boolean | undefined
  }
}

/** "Connect wallet" while nobody is connected, the account afterwards. */
export function ConnectButton(props: ConnectButton.Props) {
  return (
    <ShadowBox width={152}>
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
  const account = useAccount({ latchkey, ...(namespace !== undefined && { namespace }) })
  if (account.address !== undefined) {
    return <AccountButtonFace latchkey={latchkey} namespace={namespace} disabled={disabled} />
  }
  return (
    <HostButton
      latchkey={latchkey}
      open={namespace === undefined ? {} : { view: 'Connect', namespace }}
      tone="primary"
      busy={account.status === 'connecting'}
      disabled={disabled}
    >
      <span>{label}</span>
    </HostButton>
  )
}
