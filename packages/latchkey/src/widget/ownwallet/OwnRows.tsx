import { LoginRow } from '../login/LoginRow.tsx'
import { AccountTypeRow } from './AccountTypeRow.tsx'
import { SettingsRow } from './SettingsRow.tsx'

/** In Account: the ways on of a wallet that came with a login. */
export function OwnRows() {
  return (
    <>
      <AccountTypeRow />
      <SettingsRow />
      <LoginRow />
    </>
  )
}
