import { forwardRef, type ReactNode, useState } from 'react'
import type { AccountState } from '../../contract/account.ts'
import { Address } from '../../ui/address/Address.tsx'
import { labelOf } from '../../ui/address/labelOf.ts'
import { Avatar } from '../../ui/avatar/Avatar.tsx'
import { CopyButton } from '../../ui/copy/CopyButton.tsx'
import { useTexts } from '../shell/useTexts.ts'
import { AccountMenu } from './AccountMenu.tsx'
import { accountTexts } from './accountTexts.ts'

export declare namespace AccountHead {
  interface Props extends AccountMenu.Props {
    readonly account: AccountState
    readonly address: string
    /** What its owner is known by where the account has no name. */
    readonly username: string | undefined
  }
}

/** Whose account it is: picture, name or address, copy, and the menu. */
export const AccountHead = forwardRef<HTMLDivElement, AccountHead.Props>(function AccountHead(props, ref) {
  const { account, address, username, ...menu } = props
  const t = useTexts(accountTexts)
  const [full, setFull] = useState(false)
  const name = labelOf(address, account.addressLabels) ?? account.profileName ?? username
  return (
    <div className="account-head" ref={ref}>
      <Avatar src={account.profileImage} address={address} size={40} />
      <div className="account-who">
        {/* The stored login is not validated, so any value is shown as text. */}
        {name === undefined ? null : <p className="account-name">{breaksAtHost(`${name}`)}</p>}
        <button
          type="button"
          className="account-toggle"
          data-named={name === undefined ? undefined : ''}
          aria-expanded={full}
          title={t(full ? 'account.hideAddress' : 'account.showAddress')}
          onClick={() => setFull(!full)}
        >
          <Address address={address} full={full} />
        </button>
      </div>
      <CopyButton
        text={address}
        label={t('account.copy')}
        copiedLabel={t('account.copied')}
        failedLabel={t('account.copyFailed')}
      />
      <AccountMenu {...menu} />
    </div>
  )
})

/** An email address breaks before its host rather than within a word. */
function breaksAtHost(name: string): ReactNode {
  const at = name.indexOf('@') + 1
  return at === 0 ? (
    name
  ) : (
    <>
      {name.slice(0, at)}
      <wbr />
      {name.slice(at)}
    </>
  )
}
