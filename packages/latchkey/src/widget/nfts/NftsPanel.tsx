import { type RefObject, useEffect, useLayoutEffect, useMemo, useRef } from 'react'
import { isUnsupportedNetwork } from '../../contract/isUnsupportedNetwork.ts'
import { oneOf } from '../../engine/base/oneOf.ts'
import type { Collectible, OwnedNfts } from '../../engine/nouns/nfts/nfts.ts'
import { Button } from '../../ui/button/Button.tsx'
import { useCss } from '../../ui/stage/useCss.ts'
import { Switch } from '../../ui/switch/Switch.tsx'
import { EmptyPanel } from '../account/EmptyPanel.tsx'
import { StatusWords } from '../shell/StatusWords.tsx'
import { useEngineState } from '../shell/useEngineState.ts'
import { useErrorText } from '../shell/useErrorText.ts'
import { useFacts } from '../shell/useFacts.ts'
import { type Kept, useKept } from '../shell/useKept.ts'
import { useTexts } from '../shell/useTexts.ts'
import { useWidget } from '../shell/useWidget.ts'
import { groupNfts } from './groupNfts.ts'
import { NftGrid } from './NftGrid.tsx'
import { NftSkeletons } from './NftSkeletons.tsx'
import css from './nfts.css'
import { nftsTexts } from './nftsTexts.ts'
import { useNfts } from './useNfts.ts'

/** The NFTs tab: what the account owns on its network, by collection (SPEC §2 Account). */
const spamShown = (): Kept<boolean> => ({ value: false })

export function NftsPanel() {
  useCss(css)
  const { owned, unreachable, more, retry } = useNfts()
  const phase = unreachable ? 'failed' : (owned?.phase ?? 'loading')
  const root = useRef<HTMLDivElement>(null)
  const wasHere = useRef(owned?.at !== undefined)
  useKeptPlace(root, owned)
  return (
    <div className="nfts" ref={root} data-state={phase}>
      {owned?.at === undefined ? (
        phase === 'failed' ? (
          <Failed onRetry={retry} />
        ) : (
          <Looking />
        )
      ) : (
        <Owned owned={owned} wasHere={wasHere} onMore={more} onRetry={retry} />
      )}
    </div>
  )
}

function Looking() {
  const t = useTexts(nftsTexts)
  return (
    <div aria-busy="true">
      <p className="visually-hidden">{t('nfts.looking')}</p>
      <NftSkeletons heading lines={2} />
    </div>
  )
}

function Failed({ onRetry }: { readonly onRetry: () => void }) {
  const t = useTexts(nftsTexts)
  const errorText = useErrorText()
  return (
    <div className="nfts-words">
      <StatusWords tone="error" title={errorText('NFTS_FAILED')} detail={t('nfts.failedHint')} />
      <Button onClick={onRetry}>{t('nfts.retry')}</Button>
    </div>
  )
}

interface OwnedProps {
  readonly owned: OwnedNfts
  /** Collectibles older than the tab are no news, and the view's title is being announced. */
  readonly wasHere: RefObject<boolean>
  readonly onMore: () => void
  readonly onRetry: () => void
}

function Owned({ owned: { items, phase, next, uncovered }, wasHere, onMore, onRetry }: OwnedProps) {
  const widget = useWidget()
  const t = useTexts(nftsTexts)
  const [withSpam, setWithSpam] = useKept(spamShown)
  const network = useEngineState(({ state }) => state.network)
  const hidden = items.filter(({ spam }) => spam).length
  const shownFirst = items.length - hidden
  const shown = withSpam ? items.length : shownFirst
  const { tokens: spelling } = useFacts()
  const groups = useMemo(() => groupNfts(items, false, spelling), [items, spelling])
  // After all others, so that nothing that is seen moves when they come.
  const suspicious = useMemo(
    () =>
      withSpam
        ? groupNfts(
            items.filter(({ spam }) => spam),
            true,
            spelling,
          )
        : [],
    [items, withSpam, spelling],
  )
  const coming = next !== undefined && phase !== 'failed'

  useEffect(() => {
    const isNews = !wasHere.current
    wasHere.current = false
    // The empty state announces itself.
    if (isNews && shown > 0) widget.announce(shown === 1 ? t('nfts.one') : t('nfts.count', { count: shown }))
  }, [widget, t, shown, wasHere])

  const open = (nft: Collectible) => widget.push('WalletNft', { id: nft.id })
  const name = isUnsupportedNetwork(network) ? network.caipNetworkId : network.name
  return (
    <>
      {shownFirst > 0 || coming ? (
        <NftGrid
          groups={groups}
          partial={next !== undefined}
          coming={coming}
          onMore={coming && phase === 'ready' ? onMore : undefined}
          onChoose={open}
        />
      ) : phase === 'failed' ? null : (
        <EmptyPanel
          {...(uncovered
            ? { title: t('nfts.uncovered'), detail: t('nfts.uncoveredHint', { network: name }) }
            : hidden > 0
              ? { title: t('nfts.allHidden'), detail: t('nfts.allHiddenHint') }
              : { title: t('nfts.empty'), detail: t('nfts.emptyHint', { network: name }), hasWay: true })}
        />
      )}
      {phase === 'failed' ? <Failed onRetry={onRetry} /> : null}
      {hidden > 0 ? (
        <Switch isOn={withSpam} onSwitch={setWithSpam}>
          {t('nfts.hidden', { count: hidden })}
        </Switch>
      ) : null}
      {suspicious.length > 0 ? (
        <NftGrid
          groups={suspicious}
          partial={next !== undefined}
          coming={false}
          onMore={undefined}
          onChoose={open}
        />
      ) : null}
    </>
  )
}

interface Place {
  /** Of the visit to Account: opened anew it begins at its top. */
  readonly visit: number
  readonly first: string | undefined
  readonly top: number
}

const createPlace = (): Kept<Place | undefined> => ({ value: undefined })

/** Comes back to where the list was left for a closer look: it may be longer than what Account has when it comes back. */
function useKeptPlace(root: RefObject<HTMLElement | null>, owned: OwnedNfts | undefined): void {
  const widget = useWidget()
  const first = owned?.items[0]?.id
  const last = useRef(first)
  useLayoutEffect(() => {
    last.current = first
  }, [first])
  // biome-ignore lint/correctness/useExhaustiveDependencies: where the list stood is looked at once, as it comes
  useLayoutEffect(() => {
    const body = root.current?.closest('.body')
    if (!body) return
    const kept = oneOf(widget, createPlace)
    const visit = widget.snapshot().modal.entry.key
    const place = kept.value
    if (first !== undefined && place?.visit === visit && place.first === first) body.scrollTop = place.top
    return () => {
      kept.value = { visit, first: last.current, top: body.scrollTop }
    }
  }, [])
}
