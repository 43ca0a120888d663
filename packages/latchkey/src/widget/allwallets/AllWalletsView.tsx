import { useEffect, useMemo, useRef, useState } from 'react'
import type { WalletRow } from '../../contract/wallet.ts'
import { type Found, shownOf } from '../../engine/flows/catalogue/allWalletsTransition.ts'
import { canPair } from '../../engine/nouns/wallets/canPair.ts'
import { countWallets } from '../../engine/nouns/wallets/countWallets.ts'
import { deviceOf } from '../../engine/nouns/wallets/deviceOf.ts'
import { Body } from '../../ui/body/Body.tsx'
import { Button } from '../../ui/button/Button.tsx'
import { SearchField } from '../../ui/field/SearchField.tsx'
import { useCss } from '../../ui/stage/useCss.ts'
import { openPage } from '../connect/openPage.ts'
import { owesConsent } from '../connect/owesConsent.ts'
import { usePlatform } from '../pairing/usePlatform.ts'
import type { ViewProps } from '../shell/defineView.ts'
import { StatusWords } from '../shell/StatusWords.tsx'
import { useEngineState } from '../shell/useEngineState.ts'
import { useErrorText } from '../shell/useErrorText.ts'
import { useMachine } from '../shell/useMachine.ts'
import { useTexts } from '../shell/useTexts.ts'
import { useWidget } from '../shell/useWidget.ts'
import { allWalletsOf } from './allWalletsOf.ts'
import { allWalletsTexts } from './allWalletsTexts.ts'
import css from './allwallets.css'
import { arrangeWallets } from './arrangeWallets.ts'
import { useKeptScroll } from './useKeptScroll.ts'
import { WalletGrid } from './WalletGrid.tsx'

/** AllWallets: the whole catalogue, to be searched (SPEC §2). */
export function AllWalletsView({ data }: ViewProps<'AllWallets'>) {
  useCss(css)
  const widget = useWidget()
  const t = useTexts(allWalletsTexts)
  const platform = usePlatform()
  const catalogue = allWalletsOf(widget)
  const state = useMachine(catalogue.machine)
  const asked = useEngineState(snapshot => snapshot.modal.namespace)
  const namespace = data?.namespace ?? asked
  const found = shownOf(state)
  const rows = useRows(found, namespace)
  const root = useRef<HTMLDivElement>(null)
  // On a phone the keyboard would cover the list.
  const [hasKeyboard] = useState(() => !widget.engine.ctx.phone && matchMedia('(pointer: fine)').matches)
  useKeptScroll(root, found)

  const isLooking = found.at === 'loading'
  const count = rows.length
  // Pages to come count as well: it is the number that led here.
  const all = useCount(found, rows, namespace)
  useEffect(() => {
    // Empty and failed states announce themselves.
    if (isLooking || count === 0) return
    widget.announce(all === 1 ? t('allWallets.one') : t('allWallets.count', { count: all }))
  }, [widget, t, isLooking, count, all])

  const choose = (row: WalletRow) => {
    // The terms are accepted above the first list; a visitor who came past it goes there first (SPEC-NOTES §2).
    if (owesConsent(widget)) {
      widget.replace('Connect')
    } else if (row.discovered.length > 0) {
      widget.push('ConnectingExternal', { rowKey: row.key, ...(namespace !== undefined && { namespace }) })
    } else if (row.listing && canPair(widget.snapshot().config, row)) {
      widget.push('ConnectingWalletConnect', {
        wallet: row.listing,
        walletId: row.walletId,
        ...(namespace !== undefined && { namespace }),
      })
    } else if (row.listing) {
      openPage(row, platform)
      widget.push('Downloads', { wallet: row.listing })
    }
  }

  return (
    <Body>
      <div className="all-wallets" ref={root} data-state={found.at}>
        <div className="all-wallets-search">
          <SearchField
            label={t('allWallets.search')}
            placeholder={t('allWallets.search')}
            clearLabel={t('allWallets.clear')}
            value={state.term}
            onValue={catalogue.type}
            first={hasKeyboard}
            onKeyDown={event => {
              // While text is composed, arrows choose among what the input method offers.
              if (event.key !== 'ArrowDown' || event.nativeEvent.isComposing) return
              event.preventDefault()
              root.current?.querySelector<HTMLElement>('.wallet-tile[tabindex="0"]')?.focus()
            }}
          />
        </div>
        <Trouble found={found} onRetry={catalogue.retry} />
        {count === 0 && found.at === 'ready' ? (
          <div className="all-wallets-none">
            {found.query === '' ? (
              <StatusWords title={t('allWallets.none')} detail={t('allWallets.emptyHint')} />
            ) : (
              <StatusWords title={t('allWallets.noMatch', { search: found.query })} />
            )}
          </div>
        ) : (
          <WalletGrid
            rows={rows}
            coming={comingOf(found, count)}
            label={isLooking ? t('allWallets.looking') : t('allWallets.list')}
            onChoose={choose}
            onMore={found.at === 'ready' ? catalogue.more : undefined}
            onLeave={() => root.current?.querySelector('input')?.focus()}
          />
        )}
      </div>
    </Body>
  )
}

/** The number of placeholders: a card full while the first page loads, then one row below the others. */
function comingOf({ at, complete }: Found, count: number): number {
  if (at === 'loading') return Math.max(20 - count, 4)
  return complete || at === 'failed' ? 0 : 4
}

function useRows(found: Found, namespace: string | undefined): readonly WalletRow[] {
  const { engine } = useWidget()
  const wallets = useEngineState(() => engine.ctx.wallets.getState())
  const connections = useEngineState(snapshot => snapshot.state.connections)
  const config = useEngineState(snapshot => snapshot.config)
  // biome-ignore lint/correctness/useExhaustiveDependencies: the rows derive from the engine's own state
  return useMemo(
    // Installed wallets are known at once; a search shows nothing before its answer.
    () =>
      found.at === 'loading' && found.query !== ''
        ? []
        : arrangeWallets(engine.walletRows, { found, namespace }),
    [engine, found, namespace, wallets, connections, config],
  )
}

/** How many there are, with the pages that have not come yet. */
function useCount(found: Found, rows: readonly WalletRow[], namespace: string | undefined): number {
  const { ctx } = useWidget().engine
  if (found.complete) return rows.length
  return Math.max(rows.length, countWallets(found.count, rows, deviceOf(ctx, namespace)) ?? 0)
}

/** That the directory could not be had, above the wallets that can be chosen all the same (F24). */
function Trouble({ found, onRetry }: { readonly found: Found; readonly onRetry: () => void }) {
  const t = useTexts(allWalletsTexts)
  const errorText = useErrorText()
  if (found.at !== 'failed' && !found.fallback) return null
  return (
    <div className="all-wallets-trouble">
      <StatusWords
        tone="error"
        title={errorText('APKT003')}
        detail={t(found.at === 'failed' ? 'allWallets.failedHint' : 'allWallets.fallbackHint')}
      />
      <Button wide onClick={onRetry}>
        {t('allWallets.retry')}
      </Button>
    </div>
  )
}
