import { useId, useLayoutEffect, useRef, useState } from 'react'
import type { ChainNamespace } from '../../contract/caip.ts'
import { Body } from '../../ui/body/Body.tsx'
import { Button } from '../../ui/button/Button.tsx'
import { Icon } from '../../ui/icon/Icon.tsx'
import { plus } from '../../ui/icon/shapes.ts'
import { useCss } from '../../ui/stage/useCss.ts'
import { Tabs } from '../../ui/tabs/Tabs.tsx'
import type { ViewProps } from '../shell/defineView.ts'
import { StatusWords } from '../shell/StatusWords.tsx'
import { useEngineState } from '../shell/useEngineState.ts'
import { useMachine } from '../shell/useMachine.ts'
import { useNamespaceName } from '../shell/useNamespaceName.ts'
import { useTexts } from '../shell/useTexts.ts'
import { useWidget } from '../shell/useWidget.ts'
import { composeWallets, walletNamespaces } from './composeWallets.ts'
import { profileWalletsTexts } from './profileWalletsTexts.ts'
import css from './profilewallets.css'
import { RecentRow } from './RecentRow.tsx'
import { recentsOf } from './recentsOf.ts'
import { useWalletActions } from './useWalletActions.ts'
import { WalletRows } from './WalletRows.tsx'

/** ProfileWallets: connected and recent wallets, and the ways to switch between them (SPEC-NOTES §2). */
export function ProfileWalletsView({ data }: ViewProps<'ProfileWallets'>) {
  useCss(css)
  const widget = useWidget()
  const t = useTexts(profileWalletsTexts)
  const nameOf = useNamespaceName()
  const { ctx } = widget.engine
  const state = useMachine(ctx.connections)
  const kept = useMachine(ctx.recents)
  const active = useEngineState(snapshot => snapshot.state.activeNamespace)
  const adapters = useEngineState(snapshot => snapshot.config.adapters)
  const [chosen, setChosen] = useState<ChainNamespace | undefined>(data?.namespace)
  const recents = kept.length + state.shelved.length === 0 ? kept : recentsOf(ctx)
  const namespaces = walletNamespaces(state.connections, recents, adapters)
  const namespace = chosen !== undefined && namespaces.includes(chosen) ? chosen : active
  const wallets = composeWallets(state, recents, namespace)
  const actions = useWalletActions(namespace)
  const recentId = useId()
  const groups = wallets.active ? [wallets.active, ...wallets.connected] : wallets.connected
  // The row that was pressed moves to another list; the focus that it had goes with it.
  const place = useRef<HTMLDivElement>(null)
  const pressed = useRef(false)
  const current = `${wallets.active?.connection.id} ${wallets.active?.current}`
  // biome-ignore lint/correctness/useExhaustiveDependencies: when another account is in use
  useLayoutEffect(() => {
    if (pressed.current) place.current?.querySelector<HTMLElement>('.row[aria-current]')?.focus()
    pressed.current = false
  }, [current])

  // A tab has room for a word or two.
  const labelOf = (ns: ChainNamespace) => {
    const key = `wallets.tab.${ns}`
    return key in profileWalletsTexts ? t(key as keyof typeof profileWalletsTexts) : nameOf(ns)
  }
  const panel = (
    <div
      ref={place}
      onClickCapture={({ target }) => {
        pressed.current = (target as Element).closest('.row') !== null
      }}
    >
      {groups.length === 0 ? (
        <div className="wallets-none">
          <StatusWords title={t('wallets.none')} detail={t('wallets.noneHint')} quiet />
        </div>
      ) : null}
      {wallets.active ? (
        <WalletRows heading={t('wallets.active')} groups={[wallets.active]} actions={actions} />
      ) : null}
      {wallets.connected.length === 0 ? null : (
        <WalletRows heading={t('wallets.connected')} groups={wallets.connected} actions={actions} />
      )}
      {wallets.recents.length === 0 ? null : (
        <div className="wallets-recent">
          <p className="list-heading" id={recentId}>
            {t('wallets.recent')}
          </p>
          <ul className="list" part="list" aria-labelledby={recentId}>
            {wallets.recents.map(recent => (
              <RecentRow key={recent.id} recent={recent} namespace={namespace} actions={actions} />
            ))}
          </ul>
        </div>
      )}
      <div className="wallets-actions">
        <Button
          tone={groups.length === 0 ? 'primary' : 'secondary'}
          wide
          data-row="add"
          icon={<Icon shape={plus} />}
          onClick={() => widget.push('Connect', { add: true, namespace })}
        >
          {t('wallets.add')}
        </Button>
        {groups.length > 1 ? (
          <Button
            tone="ghost"
            wide
            data-row="disconnect-all"
            loading={actions.busy === 'all'}
            onClick={actions.disconnectAll}
          >
            {t('wallets.disconnectAll')}
          </Button>
        ) : null}
      </div>
    </div>
  )
  return (
    <Body>
      {namespaces.length > 1 ? (
        <Tabs
          label={t('wallets.namespaces')}
          tabs={namespaces.map(id => ({ id, label: labelOf(id) }))}
          selected={namespace}
          onSelect={setChosen}
        >
          {panel}
        </Tabs>
      ) : (
        panel
      )}
    </Body>
  )
}
