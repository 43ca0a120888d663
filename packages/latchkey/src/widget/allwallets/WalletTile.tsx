import type { WalletRow } from '../../contract/wallet.ts'
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

/** One wallet of the grid; all of it is the button. */
export function WalletTile({ row, isStop, onFocus, onChoose }: WalletTile.Props) {
  const t = useTexts(allWalletsTexts)
  const picture = useImage('wallets', row.icon === undefined ? row.imageId : undefined)
  const tag = row.ambiguous ? 'extension' : row.tag
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
        <Logo src={row.icon ?? picture} name={row.name} size={56} />
        <span className="wallet-tile-name">{row.name}</span>
        {tag === 'installed' || tag === 'connected' || tag === 'extension' ? (
          <span className="wallet-tile-tag" data-tag={tag}>
            {t(`allWallets.${tag}`)}
          </span>
        ) : null}
      </button>
    </li>
  )
}
