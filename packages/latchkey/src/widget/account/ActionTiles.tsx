import { Icon } from '../../ui/icon/Icon.tsx'
import { exchange, plus, receive, send } from '../../ui/icon/shapes.ts'
import { useTexts } from '../shell/useTexts.ts'
import type { AccountAction } from './accountActions.ts'
import { accountTexts } from './accountTexts.ts'

const shapes: Readonly<Record<AccountAction, string>> = {
  onramp: plus,
  swaps: exchange,
  receive,
  send,
}

export declare namespace ActionTiles {
  interface Props {
    readonly label: string
    /** At least one. */
    readonly actions: readonly AccountAction[]
    /** One whose place is kept, and no more. */
    readonly gone?: AccountAction | undefined
    /** It is about to be pressed. */
    readonly onAhead?: (action: AccountAction) => void
    readonly onChoose: (action: AccountAction) => void
  }
}

/** Actions side by side, all of one size; styled by `account.css`. */
export function ActionTiles({ label, actions, gone, onAhead, onChoose }: ActionTiles.Props) {
  const t = useTexts(accountTexts)
  return (
    <ul className="account-actions" aria-label={label}>
      {actions.map(action =>
        action === gone ? (
          <li key={action} aria-hidden="true" />
        ) : (
          <li key={action}>
            <button
              type="button"
              className="account-action"
              data-row={action}
              onPointerEnter={() => onAhead?.(action)}
              onFocus={() => onAhead?.(action)}
              onClick={() => onChoose(action)}
            >
              <Icon shape={shapes[action]} size={20} />
              {t(`account.${action}`)}
            </button>
          </li>
        ),
      )}
    </ul>
  )
}
