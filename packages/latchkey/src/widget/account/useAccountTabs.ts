import type { AccountTab } from '../../contract/account.ts'
import { useEngineState } from '../shell/useEngineState.ts'
import { useWidget } from '../shell/useWidget.ts'
import { accountTabsOf } from './accountPanels.ts'

/** Which tabs the active account has, and whether its wallet is one of ours, in the page. */
export function useAccountTabs(): {
  readonly tabs: readonly AccountTab[]
  readonly isEmbedded: boolean
  /** What its owner is known by. */
  readonly username: string | undefined
} {
  const { ctx } = useWidget().engine
  const connection = useEngineState(({ state }) => {
    const active = ctx.connections.getState().active[state.activeNamespace]
    return state.connections.find(({ id }) => id === active?.connectionId)
  })
  // Text, because a selector makes no new objects.
  const shown = useEngineState(snapshot => {
    const live = connection && ctx.live.get(connection.id, snapshot.state.activeNamespace)
    return accountTabsOf(snapshot, live?.abilities.assets !== undefined).join(' ')
  })
  return {
    tabs: shown === '' ? [] : (shown.split(' ') as AccountTab[]),
    isEmbedded: connection?.transport === 'embedded',
    username: connection?.auth?.username,
  }
}
