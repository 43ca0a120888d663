import type { ChainNamespace } from '../../contract/caip.ts'
import type { WalletRow } from '../../contract/wallet.ts'
import { formatWalletCount } from '../../engine/wallets/formatWalletCount.ts'
import { Body } from '../../ui/body/Body.tsx'
import { Icon } from '../../ui/icon/Icon.tsx'
import { search } from '../../ui/icon/shapes.ts'
import { List } from '../../ui/list/List.tsx'
import { Row } from '../../ui/list/Row.tsx'
import { SkeletonRow } from '../../ui/skeleton/SkeletonRow.tsx'
import { useCss } from '../../ui/stage/useCss.ts'
import { Tag } from '../../ui/tag/Tag.tsx'
import { Logo } from '../../ui/walletimage/Logo.tsx'
import { StatusWords } from '../shell/StatusWords.tsx'
import { useEngineState } from '../shell/useEngineState.ts'
import { useImage } from '../shell/useImage.ts'
import { useMachine } from '../shell/useMachine.ts'
import { useTexts } from '../shell/useTexts.ts'
import { useWidget } from '../shell/useWidget.ts'
import { connectTexts } from '../texts/connectTexts.ts'
import css from './connect.css'
import { LegalCheckbox } from './LegalCheckbox.tsx'
import { useLegalGate } from './useLegalGate.ts'

export declare namespace WalletList {
  interface Props {
    /** Only wallets of this one. */
    readonly namespace: ChainNamespace | undefined
  }
}

/** The wallets a visitor can choose from, in the order the engine composed; a hint where none is installed. */
export function WalletList({ namespace }: WalletList.Props) {
  useCss(css)
  const widget = useWidget()
  const t = useTexts(connectTexts)
  const asked = useEngineState(snapshot => snapshot.modal.namespace)
  const filter = namespace ?? asked
  const rows = useEngineState(({ rows: all }) => (filter ? widget.engine.walletRows(filter) : all))
  const settled = useEngineState(snapshot => snapshot.settled)
  const legal = useLegalGate()
  // The checkbox above the rows says why; in each of them the words would only be noise.
  const gate = legal.open ? undefined : ''

  const none = rows.every(row => row.discovered.length === 0)
  const choose = (row: WalletRow) =>
    widget.push('ConnectingExternal', { rowKey: row.key, ...(filter !== undefined && { namespace: filter }) })

  return (
    <Body>
      {legal.needed ? <LegalCheckbox checked={legal.accepted} onChange={legal.accept} /> : null}
      {none && !settled ? (
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
          {none ? (
            <div className="connect-none">
              <StatusWords title={t('connect.none')} detail={t('connect.noneHint')} />
            </div>
          ) : null}
          <List {...(none ? { heading: t('connect.get') } : { label: t('connect.wallets') })}>
            {rows.map(row => (
              <Row
                key={row.key}
                id={row.walletId}
                name={row.name}
                icon={<Picture row={row} />}
                tag={<WalletTag row={row} t={t} />}
                disabled={gate}
                {...(row.discovered.length === 0 && { end: 'chevron' as const })}
                onClick={() => choose(row)}
              />
            ))}
            <SearchRow gate={gate} namespace={namespace} label={t('connect.search')} />
          </List>
        </>
      )}
    </Body>
  )
}

/** The way to every wallet there is, with their number once it is known. */
function SearchRow({ gate, namespace, label }: SearchRowProps) {
  const { push, engine } = useWidget()
  const { count = 0 } = useMachine(engine.ctx.wallets)
  return (
    <Row
      id="search"
      name={label}
      icon={<Icon shape={search} />}
      value={formatWalletCount(count) || undefined}
      end="chevron"
      disabled={gate}
      onClick={() => push('AllWallets', namespace === undefined ? undefined : { namespace })}
    />
  )
}

interface SearchRowProps {
  readonly gate: string | undefined
  readonly namespace: ChainNamespace | undefined
  readonly label: string
}

function Picture({ row: { icon, imageId, name } }: { readonly row: WalletRow }) {
  // In a card that nobody opened nothing may be asked for.
  const idle = useEngineState(({ modal }) => !modal.open || modal.inline)
  const picture = useImage('wallets', icon === undefined ? imageId : undefined, idle)
  return <Logo src={icon ?? picture} name={name} />
}

function WalletTag({
  row,
  t,
}: {
  readonly row: WalletRow
  readonly t: ReturnType<typeof useTexts<typeof connectTexts>>
}) {
  // Which of several that claim one identity is the real one cannot be known: each only says where it comes from (T21).
  if (row.ambiguous) return <Tag tone="warning">{t('connect.extension')}</Tag>
  return row.tag ? (
    <Tag tone={row.tag === 'connected' ? 'success' : 'plain'}>{t(`connect.${row.tag}`)}</Tag>
  ) : null
}
