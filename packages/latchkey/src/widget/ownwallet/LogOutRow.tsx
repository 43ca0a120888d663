import { Icon } from '../../ui/icon/Icon.tsx'
import { disconnect } from '../../ui/icon/shapes.ts'
import { Row } from '../../ui/list/Row.tsx'
import { useTexts } from '../shell/useTexts.ts'
import { ownWalletTexts } from '../texts/ownWalletTexts.ts'

export declare namespace LogOutRow {
  interface Props {
    readonly busy: boolean
    readonly onClick: () => void
  }
}

/** Ends the login, and with it every connection of the wallet; this browser keeps its half of the key for the next one. */
export function LogOutRow({ busy, onClick }: LogOutRow.Props) {
  const t = useTexts(ownWalletTexts)
  return (
    <Row
      id="disconnect"
      name={t('own.logOut')}
      icon={<Icon shape={disconnect} />}
      busy={busy}
      onClick={onClick}
    />
  )
}
