import { Icon } from '../../ui/icon/Icon.tsx'
import { mail } from '../../ui/icon/shapes.ts'
import { Row } from '../../ui/list/Row.tsx'
import { useCss } from '../../ui/stage/useCss.ts'
import { useEngineState } from '../shell/useEngineState.ts'
import { useTexts } from '../shell/useTexts.ts'
import { useWidget } from '../shell/useWidget.ts'
import { emailOf } from './emailOf.ts'
import css from './login.css'
import { loginTexts } from './loginTexts.ts'

/** In Account: as whom the visitor is logged in, and the way to another address. */
export function LoginRow() {
  useCss(css)
  const widget = useWidget()
  const t = useTexts(loginTexts)
  const email = useEngineState(({ state }) => emailOf(state.connections))
  const isInUse = useEngineState(({ state: { accounts, activeNamespace, connections } }) =>
    connections.some(
      ({ id, transport }) => id === accounts[activeNamespace]?.connectionId && transport === 'embedded',
    ),
  )
  // Another wallet may be in use by now.
  if (!isInUse) return null
  return (
    <Row
      id="email"
      name={t('login.change')}
      detail={email}
      icon={<Icon shape={mail} />}
      end="chevron"
      onClick={() => widget.push('UpdateEmailWallet')}
    />
  )
}
