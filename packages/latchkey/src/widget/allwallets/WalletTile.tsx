import type { WalletRow } from '../../contract/wallet.ts'
import { Icon } from '../../ui/icon/Icon.tsx'
import { check } from '../../ui/icon/shapes.ts'
import { Logo } from '../../ui/walletimage/Logo.tsx'
import { useImage } from '../shell/useImage.ts'
import { useTexts } from '../shell/useTexts.ts'
import { allWalletsTexts } from './allWalletsTexts.ts'

export declare namespace WalletTile {
  interface Props {
    readonly row: WalletRow
    /** The one tile of its grid that Tab stops at. */
    readonly isStop: boolean
    readonly onFocus: () => void
    readonly onChoose: () => void
  }
}

/** Letters of a word that stand on one line of a tile at the usual size. */
const shortWord = 10
const hasLongWord = (name: string) => name.split(/\s/).some(word => word.length > shortWord)

/** One wallet of the grid; all of it is the button. */
export function WalletTile({ row, isStop, onFocus, onChoose }: WalletTile.Props) {
  const t = useTexts(allWalletsTexts)
  const picture = useImage('wallets', row.icon === undefined ? row.imageId : undefined)
  const tag = row.ambiguous ? 'extension' : row.tag
  const isHere = tag === 'installed' || tag === 'connected'
  return (
    <li>
      <button
        type="button"
        className="wallet-tile"
        data-row={row.walletId}
        tabIndex={isStop ? 0 : -1}
        onFocus={onFocus}
        onClick={onChoose}
      >
        <span className="wallet-tile-logo">
          <Logo src={row.icon ?? picture} name={row.name} size={56} />
          {isHere ? (
            <span className="wallet-tile-badge" data-tag={tag}>
              <Icon shape={check} size={12} />
            </span>
          ) : null}
        </span>
        <span className="wallet-tile-name" data-long={hasLongWord(row.name) ? '' : undefined}>
          {row.name}
        </span>
        {isHere ? <span className="visually-hidden">{t(`allWallets.${tag}`)}</span> : null}
        {tag === 'extension' ? <span className="wallet-tile-tag">{t('allWallets.extension')}</span> : null}
      </button>
    </li>
  )
}
