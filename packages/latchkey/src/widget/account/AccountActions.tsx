import { useEngineState } from '../shell/useEngineState.ts'
import { useTexts } from '../shell/useTexts.ts'
import { useWidget } from '../shell/useWidget.ts'
import { ActionTiles } from './ActionTiles.tsx'
import { type AccountAction, accountActionsOf, actionViews } from './accountActions.ts'
import { accountTexts } from './accountTexts.ts'
import { useBuying } from './useBuying.ts'
import { useFormsAhead } from './useFormsAhead.ts'

/** What can be done with the account, as equal tiles under what it holds. */
export function AccountActions() {
  const widget = useWidget()
  const t = useTexts(accountTexts)
  // Text, because a selector makes no new objects.
  const shown = useEngineState(() => accountActionsOf(widget).join(' '))

  const all = shown ? (shown.split(' ') as AccountAction[]) : []
  const buying = useBuying(all.includes('onramp'))
  const actions = all.filter(action => action !== 'onramp' || buying !== 'absent')
  const formAhead = useFormsAhead(actions)

  if (actions.length === 0) return null
  return (
    <ActionTiles
      label={t('account.actions')}
      actions={actions}
      gone={buying === 'gone' ? 'onramp' : undefined}
      onAhead={formAhead}
      onChoose={action => widget.push(actionViews[action])}
    />
  )
}
