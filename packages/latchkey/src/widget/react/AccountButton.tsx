import type { ChainNamespace } from '../../contract/caip.ts'
import { truncateAddress } from '../handle/truncateAddress.ts'
import { HostButton } from './HostButton.tsx'
import { ShadowBox } from './ShadowBox.tsx'
import { useAccount } from './useAccount.ts'
import { type HookOptions, useLatchkey } from './useLatchkey.ts'

export declare namespace AccountButton {
  interface Props extends HookOptions {
    readonly namespace?: ChainNamespace | undefined
    readonly disabled?: boolean | undefined
  }
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
export function AccountButtonFace({ namespace, disabled, ...options }: AccountButton.Props) {
  const latchkey = useLatchkey(options)
  const account = useAccount({ latchkey, ...(namespace !== undefined && { namespace }) })
  const { address } = account
  if (address === undefined) return null
  const name = account.addressLabels[address] ?? account.profileName ?? truncateAddress(address)
  return (
    <HostButton
      latchkey={latchkey}
      open={{ view: 'Account', ...(namespace !== undefined && { namespace }) }}
      tone="secondary"
      busy={account.isReconnecting}
      disabled={disabled}
      name={`Account ${name}`}
    >
      <AddressDot address={address} />
      <span>{name}</span>
    </HostButton>
  )
}

// Two hues from the address: enough to tell accounts apart at 20 px, drawn without a style attribute.
function AddressDot({ address }: { readonly address: string }) {
  const hue = Number.parseInt(address.slice(-4).replace(/[^0-9a-f]/gi, '7'), 16) % 360
  return (
    <svg className="avatar" viewBox="0 0 2 2" aria-hidden="true">
      <path fill={`hsl(${hue} 60% 52%)`} d="M0 0h2v2H0z" />
      <path fill={`hsl(${(hue + 70) % 360} 65% 68%)`} d="M0 2 2 0v2z" />
    </svg>
  )
}
