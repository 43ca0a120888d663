import { useEffect, useLayoutEffect, useRef, useState } from 'react'
import type { ChainNamespace } from '../../contract/caip.ts'
import { limits } from '../../contract/limits.ts'
import type { WalletRow } from '../../contract/wallet.ts'
import { canPair } from '../../engine/nouns/wallets/canPair.ts'
import { countWallets } from '../../engine/nouns/wallets/countWallets.ts'
import { deviceOf } from '../../engine/nouns/wallets/deviceOf.ts'
import { formatWalletCount } from '../../engine/nouns/wallets/formatWalletCount.ts'
import { isSharedRelay } from '../../engine/nouns/wallets/isSharedRelay.ts'
import { offeredLogins } from '../../engine/nouns/wallets/offeredLogins.ts'
import { Body } from '../../ui/body/Body.tsx'
import { Icon } from '../../ui/icon/Icon.tsx'
import { search } from '../../ui/icon/shapes.ts'
import { List } from '../../ui/list/List.tsx'
import { Row } from '../../ui/list/Row.tsx'
import { SkeletonRow } from '../../ui/skeleton/SkeletonRow.tsx'
import { useCss } from '../../ui/stage/useCss.ts'
import { usePlatform } from '../pairing/usePlatform.ts'
import { StatusWords } from '../shell/StatusWords.tsx'
import { useEngineState } from '../shell/useEngineState.ts'
import { useKept } from '../shell/useKept.ts'
import { useLater } from '../shell/useLater.ts'
import { useTexts } from '../shell/useTexts.ts'
import { useWide } from '../shell/useWide.ts'
import { useWidget } from '../shell/useWidget.ts'
import { ViewFailed } from '../shell/ViewFailed.tsx'
import { whenWanted } from '../shell/whenWanted.ts'
import css from './connect.css'
import { connectTexts } from './connectTexts.ts'
import { hasCode } from './hasCode.ts'
import { KeptFocus } from './KeptFocus.tsx'
import { legalConsent } from './legalConsent.ts'
import { openPage } from './openPage.ts'
import { hasLegalCheckbox } from './owesConsent.ts'
import { WalletSections } from './WalletSections.tsx'

const loadCode = () => import('../pairing/ConnectCode.tsx').then(module => module.ConnectCode)
const loadExtras = () => import('./ConnectExtras.tsx').then(module => module.ConnectExtras)

export declare namespace WalletList {
  interface Props {
    /** Only wallets of this one. */
    readonly namespace: ChainNamespace | undefined
    /** The other ways to connect stand beside it. */
    readonly login?: boolean
  }
}

/**
 * The wallets a visitor can choose from, by where they are; a hint where none is installed. On a wide screen the code for any other
 * wallet stands beside them.
 */
export function WalletList({ namespace, login }: WalletList.Props) {
  useCss(css)
  const widget = useWidget()
  const t = useTexts(connectTexts)
  const asked = useEngineState(snapshot => snapshot.modal.namespace)
  const filter = namespace ?? asked
  const rows = useEngineState(({ rows: all }) => (filter ? widget.engine.walletRows(filter) : all))
  const count = useEngineState(() => {
    const { ctx } = widget.engine
    // The directory counts the wallets of all namespaces together.
    const listed =
      filter === undefined || ctx.config.adapters.length < 2 ? ctx.wallets.getState().count : undefined
    return countWallets(listed, rows, deviceOf(ctx, filter)) ?? 0
  })
  const phone = widget.engine.ctx.phone
  const platform = usePlatform()
  const shared = useEngineState(snapshot => isSharedRelay(snapshot.config))
  const settled = useEngineState(snapshot => snapshot.settled)
  const legal = useEngineState(snapshot => hasLegalCheckbox(snapshot.config))
  const [accepted, setAccepted] = useKept(legalConsent)
  // The checkbox above the rows says why; in each of them the words would only be noise.
  const gate = legal && !accepted ? '' : undefined
  const offered = useEngineState(({ config, state: { features } }) => {
    const { email, socials } = offeredLogins({ config, features }, filter)
    return login === true && (email || socials)
  })
  const walletless = useEngineState(({ config }) => config.enableWallets === false)
  const { part: Extras, retry } = useLater(legal || offered, loadExtras)

  const pairs = hasCode({ rows })
  const isWide = useWide(hasCode)
  const open = useEngineState(({ modal }) => modal.open)
  const isCodeWanted = isWide && open && gate === undefined
  // The list stands first: a visitor with a wallet in this browser waits for nothing of the code.
  const [isCodeDue, setCodeDue] = useState(false)
  useEffect(() => {
    if (!isCodeWanted) return
    const cancel = whenWanted(widget, () => setCodeDue(true), limits.viewOut)
    return () => {
      cancel()
      setCodeDue(false)
    }
  }, [widget, isCodeWanted])
  const [isAnswered, setAnswered] = useState(false)
  const { part, retry: retryCode } = useLater(isCodeDue, loadCode)
  const Code = isCodeDue ? part : undefined
  useEffect(() => {
    const { views, engine } = widget
    if (!pairs) return
    // Preloads after the list, without a prompt, so that the QR code is there as soon as the visitor wants it.
    const loadPairing = () => {
      void views.load('ConnectingWalletConnect')
      Promise.all([engine.pairing(), engine.ctx.sessions()]).catch(() => undefined)
    }
    return whenWanted(widget, loadPairing, limits.viewOut)
  }, [widget, pairs])

  // A wallet that answers the code is about to be all there is: the list beside it stays as it was.
  const before = useRef(rows)
  useLayoutEffect(() => {
    if (!isAnswered) before.current = rows
  }, [isAnswered, rows])
  const stable = isAnswered ? before.current : rows

  const none = rows.every(row => row.discovered.length === 0)
  const choose = (row: WalletRow) => {
    const data = { rowKey: row.key, ...(filter !== undefined && { namespace: filter }) }
    const isAny = row.group === 'walletConnect'
    // A phone does not scan its own screen: there a wallet is opened by its name. A relay of the host's own has its
    // wallets as rows, and another one gets the link or shows the code to another device.
    if (isAny && phone && shared) widget.push('AllWallets', namespace && { namespace })
    else if (row.discovered.length === 0 && canPair(widget.snapshot().config, row)) {
      widget.push('ConnectingWalletConnect', data)
    } else {
      // Where a wallet of this phone opens the page itself, the tap on its row does; the view stands behind it.
      openPage(row, platform)
      widget.push('ConnectingExternal', data)
    }
  }

  // Without the terms the visitor cannot continue.
  if (Extras === 'failed' && legal) return <ViewFailed code="CHUNK_FAILED" onRetry={retry} />
  const extras = (place: 'before' | 'after') =>
    Extras && Extras !== 'failed' ? (
      <Extras place={place} login={offered} accepted={legal ? accepted : undefined} onAccept={setAccepted} />
    ) : null
  // Beside other ways to connect, installing a wallet is the hard one: the header's help says what it is.
  const hint = none && settled && !phone && !pairs && !offered && (
    <div className="connect-none">
      <StatusWords title={t('connect.none')} detail={t('connect.noneHint')} />
    </div>
  )
  const list = (
    <Body>
      {extras('before')}
      {walletless && offered ? null : none && !settled ? (
        <div aria-busy="true">
          <List label={t('connect.looking')}>
            <SkeletonRow />
            <SkeletonRow />
            <SkeletonRow />
            <SkeletonRow />
          </List>
        </div>
      ) : (
        <>
          {hint}
          <WalletSections
            rows={isWide ? stable.filter(row => row.group !== 'walletConnect') : rows}
            shared={shared}
            gate={gate}
            onChoose={choose}
          />
          <List label={t('connect.more')}>
            <Row
              id="search"
              name={t('connect.search')}
              icon={<Icon shape={search} />}
              value={formatWalletCount(count) || undefined}
              disabled={gate}
              end="chevron"
              onClick={() => widget.push('AllWallets', namespace && { namespace })}
            />
          </List>
        </>
      )}
      {extras('after')}
    </Body>
  )
  return (
    <KeptFocus>
      {isWide ? (
        <div className="connect-wide">
          {list}
          <section className="connect-code" aria-label={t('connect.code')}>
            {Code === 'failed' ? (
              <ViewFailed code="CHUNK_FAILED" onRetry={retryCode} />
            ) : Code ? (
              <Code namespace={filter} onAnswer={setAnswered} />
            ) : (
              <>
                <div className="connect-code-place" />
                {gate === undefined ? null : <p className="connect-code-hint">{t('connect.codeTerms')}</p>}
              </>
            )}
          </section>
        </div>
      ) : (
        list
      )}
    </KeptFocus>
  )
}
