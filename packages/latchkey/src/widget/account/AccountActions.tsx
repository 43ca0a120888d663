import { useEngineState } from '../shell/useEngineState.ts'
import { useTexts } from '../shell/useTexts.ts'
import { useWidget } from '../shell/useWidget.ts'
import { ActionTiles } from './ActionTiles.tsx'
import { type AccountAction, accountActionsOf, actionViews } from './accountActions.ts'
import { accountTexts } from './accountTexts.ts'
import { useFormsAhead } from './useFormsAhead.ts'

/** What can be done with the account, as equal tiles under what it holds. */
export function AccountActions() {
  const widget = useWidget()
  const t = useTexts(accountTexts)
  // Text, because a selector makes no new objects.
  const shown = useEngineState(() => accountActionsOf(widget).join(' '))

  const actions = shown ? (shown.split(' ') as AccountAction[]) : []
  const formAhead = useFormsAhead(actions)

  if (!shown) return null
  return (
    <ActionTiles
      label={t('account.actions')}
      actions={actions}
      onAhead={formAhead}
      onChoose={action => widget.push(actionViews[action])}
    />
  )
}
