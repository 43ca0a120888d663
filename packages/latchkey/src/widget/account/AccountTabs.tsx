import { type ComponentType, useEffect, useLayoutEffect, useRef, useState } from 'react'
import type { AccountTab } from '../../contract/account.ts'
import { List } from '../../ui/list/List.tsx'
import { SkeletonRow } from '../../ui/skeleton/SkeletonRow.tsx'
import { useCss } from '../../ui/stage/useCss.ts'
import { Tabs } from '../../ui/tabs/Tabs.tsx'
import { useEngineState } from '../shell/useEngineState.ts'
import { useTexts } from '../shell/useTexts.ts'
import { useWidget } from '../shell/useWidget.ts'
import { accountTexts, tabTexts } from './accountTexts.ts'
import css from './accounttabs.css'
import { PanelFailed } from './PanelFailed.tsx'
import { loadPanel, panelsOf } from './panelsOf.ts'

export declare namespace AccountTabs {
  interface Props {
    /** At least one. */
    readonly tabs: readonly AccountTab[]
    /** The host asked for one of them: they come up to the top. */
    readonly isAsked: boolean
  }
}

/** Tokens, NFTs and activity of the account, under its actions; the row of tabs stays in sight when it is scrolled. */
export function AccountTabs({ tabs, isAsked }: AccountTabs.Props) {
  useCss(css)
  const { selectTab } = useWidget()
  const label = useTexts(accountTexts)('account.tabs')
  const t = useTexts(tabTexts)
  const current = useEngineState(({ state }) => state.accounts[state.activeNamespace]?.currentTab)
  const selected = tabs.find(tab => tab === current) ?? tabs[0] ?? 'tokens'
  const root = useRef<HTMLDivElement>(null)

  useLayoutEffect(() => {
    if (isAsked) bringUp(root.current, false)
  }, [isAsked])

  // Another tab begins at its beginning, with the tabs where they are.
  const shown = useRef(selected)
  useLayoutEffect(() => {
    if (shown.current === selected) return
    shown.current = selected
    bringUp(root.current, true)
  }, [selected])

  return (
    <div className="account-tabs" ref={root}>
      <Tabs
        label={label}
        tabs={tabs.map(id => ({ id, label: t(`account.tab.${id}`) }))}
        selected={selected}
        onSelect={selectTab}
      >
        <Panel key={selected} tab={selected} />
      </Tabs>
    </div>
  )
}

/** Scrolls the card so that the tabs stand at its top; `back`: only when it is scrolled further than that. */
function bringUp(root: HTMLElement | null, back: boolean): void {
  const body = root?.closest('.body')
  if (!root || !body) return
  const top = body.scrollTop + root.getBoundingClientRect().top - body.getBoundingClientRect().top
  if (!back || body.scrollTop > top) body.scrollTop = top
}

function Panel({ tab }: { readonly tab: AccountTab }) {
  const widget = useWidget()
  const t = useTexts(tabTexts)
  const [Shown, show] = useState<ComponentType | undefined>(() => panelsOf(widget).get(tab))
  const [failed, setFailed] = useState(false)
  useEffect(() => {
    if (Shown || failed) return
    let isHere = true
    loadPanel(widget, tab).then(
      () => isHere && show(() => panelsOf(widget).get(tab)),
      () => isHere && setFailed(true),
    )
    return () => {
      isHere = false
    }
  }, [Shown, failed, widget, tab])
  if (failed) return <PanelFailed onRetry={() => setFailed(false)} />
  if (Shown) return <Shown />
  return (
    <div aria-busy="true">
      <List label={t(`account.tab.${tab}`)}>
        {[0, 1, 2, 3, 4, 5].map(at => (
          <SkeletonRow key={at} />
        ))}
      </List>
    </div>
  )
}
