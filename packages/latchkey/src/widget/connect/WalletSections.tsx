import { useMemo } from 'react'
import type { WalletRow } from '../../contract/wallet.ts'
import { canPair } from '../../engine/nouns/wallets/canPair.ts'
import { Icon } from '../../ui/icon/Icon.tsx'
import { qr } from '../../ui/icon/shapes.ts'
import { List } from '../../ui/list/List.tsx'
import { Row } from '../../ui/list/Row.tsx'
import { Tag } from '../../ui/tag/Tag.tsx'
import { Logo } from '../../ui/walletimage/Logo.tsx'
import { usePlatform } from '../pairing/usePlatform.ts'
import { useEngineState } from '../shell/useEngineState.ts'
import { useTexts } from '../shell/useTexts.ts'
import { arrangeSections } from './arrangeSections.ts'
import { browseOf } from './browseOf.ts'
import { connectTexts } from './connectTexts.ts'

export declare namespace WalletSections {
  interface Props {
    readonly rows: readonly WalletRow[]
    /** Listed wallets listen on the page's relay. */
    readonly shared: boolean
    /** Why no row can be pressed; undefined while all can. */
    readonly gate: string | undefined
    readonly onChoose: (row: WalletRow) => void
  }
}

/** The wallets by where they are, each section with its rows in the order that the engine composed. */
export function WalletSections({ rows, shared, gate, onChoose }: WalletSections.Props) {
  const t = useTexts(connectTexts)
  const config = useEngineState(snapshot => snapshot.config)
  const { os, page = location.href } = usePlatform()
  const ordered = useEngineState(({ state }) => Array.isArray(state.features.connectorTypeOrder))
  const sections = useMemo(() => {
    const reaches = (row: WalletRow) =>
      canPair(config, row) || browseOf(row.listing, { os, page }).link !== undefined
    return arrangeSections(rows, { reaches, ordered })
  }, [rows, config, os, page, ordered])
  return sections.map(section => (
    <List key={section.name} heading={t(`connect.section.${section.name}`)}>
      {section.rows.map(row => {
        const isAny = row.group === 'walletConnect'
        return (
          <Row
            key={row.key}
            id={row.walletId}
            name={isAny && !shared ? t('connect.another') : row.name}
            {...(isAny && !shared && { detail: t('connect.anotherHint') })}
            icon={isAny ? <Icon shape={qr} /> : <Logo src={row.icon} name={row.name} />}
            tag={isAny && !shared ? null : <WalletTag row={row} isRecent={section.name === 'recent'} />}
            disabled={gate}
            {...(row.discovered.length === 0 && { end: 'chevron' as const })}
            onClick={() => onChoose(row)}
          />
        )
      })}
    </List>
  ))
}

/** Only what the section does not say of all of its rows. */
function WalletTag({ row, isRecent }: { readonly row: WalletRow; readonly isRecent: boolean }) {
  const t = useTexts(connectTexts)
  // Which of several that claim one identity is the real one cannot be known: each only says where it comes from (T21).
  if (row.ambiguous) return <Tag tone="warning">{t('connect.extension')}</Tag>
  const { tag } = row
  if (!tag || tag === 'installed' || (tag === 'recent' && isRecent)) return null
  return <Tag tone={tag === 'connected' ? 'success' : 'plain'}>{t(`connect.${tag}`)}</Tag>
}
