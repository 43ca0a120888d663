import { Button } from '../../ui/button/Button.tsx'
import { StatusWords } from '../shell/StatusWords.tsx'
import { useEngineState } from '../shell/useEngineState.ts'
import { useTexts } from '../shell/useTexts.ts'
import { useWidget } from '../shell/useWidget.ts'
import { type AccountAction, accountActionsOf, actionViews } from './accountActions.ts'
import { accountTexts } from './accountTexts.ts'

export declare namespace EmptyPanel {
  interface Props extends Pick<StatusWords.Props, 'title' | 'detail' | 'quiet'> {
    /** Something can be done about it: the way to receive, else to buy, where there is one. */
    readonly hasWay?: boolean
  }
}

/** What fills an empty account, the first that there is. */
const ways: readonly AccountAction[] = ['receive', 'onramp']

/** In the place of a tab's list that has nothing to show: of one height in all tabs, with one action at most. */
export function EmptyPanel({ hasWay, ...words }: EmptyPanel.Props) {
  const widget = useWidget()
  const t = useTexts(accountTexts)
  const way = useEngineState(() => {
    const actions = hasWay ? accountActionsOf(widget) : []
    return ways.find(each => actions.includes(each))
  })
  return (
    <div className="account-panel-words">
      <StatusWords {...words} />
      {way ? <Button onClick={() => widget.push(actionViews[way])}>{t(`account.${way}`)}</Button> : null}
    </div>
  )
}
