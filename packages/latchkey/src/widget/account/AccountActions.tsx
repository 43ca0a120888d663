import { Icon } from '../../ui/icon/Icon.tsx'
import { clock, exchange, plus, receive, send } from '../../ui/icon/shapes.ts'
import { useEngineState } from '../shell/useEngineState.ts'
import { useTexts } from '../shell/useTexts.ts'
import { useWidget } from '../shell/useWidget.ts'
import { type AccountAction, accountActionsOf, actionViews } from './accountActions.ts'
import { accountTexts } from './accountTexts.ts'
import { useFormsAhead } from './useFormsAhead.ts'

const shapes: Readonly<Record<AccountAction, string>> = {
  fund: plus,
  onramp: plus,
  swaps: exchange,
  receive,
  send,
  activity: clock,
}

export declare namespace AccountActions {
  interface Props {
    readonly isEmbedded: boolean
    /** Shows the tab; absent where there is none. */
    readonly onActivity: (() => void) | undefined
  }
}

/** What can be done with the account, side by side under its head. */
export function AccountActions({ isEmbedded, onActivity }: AccountActions.Props) {
  const widget = useWidget()
  const t = useTexts(accountTexts)
  const hasActivity = onActivity !== undefined
  // Text, because a selector makes no new objects.
  const shown = useEngineState(() => accountActionsOf(widget, { isEmbedded, hasActivity }).join(' '))

  const actions = shown ? (shown.split(' ') as AccountAction[]) : []
  const formAhead = useFormsAhead(actions)

  if (!shown) return null
  return (
    <ul
      className="account-actions"
      aria-label={t('account.actions')}
      data-round={isEmbedded ? '' : undefined}
    >
      {actions.map(action => (
        <li key={action}>
          <button
            type="button"
            className="account-action"
            data-row={action}
            onPointerEnter={() => formAhead(action)}
            onFocus={() => formAhead(action)}
            onClick={() => (action === 'activity' ? onActivity?.() : widget.push(actionViews[action]))}
          >
            <span className="account-action-icon">
              <Icon shape={shapes[action]} size={22} />
            </span>
            {t(`account.${action}`)}
          </button>
        </li>
      ))}
    </ul>
  )
}
