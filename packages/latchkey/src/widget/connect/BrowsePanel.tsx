import { openLink } from '../../engine/flows/pair/openLink.ts'
import { targetOf } from '../../engine/flows/pair/targetOf.ts'
import { Button } from '../../ui/button/Button.tsx'
import { QrCode } from '../../ui/qr/QrCode.tsx'
import { Ring } from '../../ui/spinner/Ring.tsx'
import { useCss } from '../../ui/stage/useCss.ts'
import { Logo } from '../../ui/walletimage/Logo.tsx'
import { usePlatform } from '../pairing/usePlatform.ts'
import { StatusWords } from '../shell/StatusWords.tsx'
import { useTexts } from '../shell/useTexts.ts'
import css from './connecting.css'
import { connectingTexts } from './connectTexts.ts'
import type { GetWallet } from './GetWallet.tsx'
import { StoreList, useStoreLinks } from './StoreList.tsx'

export declare namespace BrowsePanel {
  interface Props {
    readonly wallet: NonNullable<GetWallet.Props['wallet']>
    /** Opens this page in the wallet's own browser. */
    readonly link: string
  }
}

/** The page in the wallet's own browser: opened by one press on a phone, by a code on a desktop. It needs no relay. */
export function BrowsePanel({ wallet: { name, icon, listing }, link }: BrowsePanel.Props) {
  useCss(css)
  const t = useTexts(connectingTexts)
  const platform = usePlatform()
  const links = useStoreLinks(listing)
  const logo = (size: number) => <Logo src={icon} name={name} size={size} />
  const words = { wallet: name }
  return (
    <div className="connecting" data-state="browse">
      {platform.os === 'desktop' ? (
        <>
          <QrCode text={link} label={t('connecting.browseCode', words)}>
            {logo(56)}
          </QrCode>
          <StatusWords title={t('connecting.browseScan', words)} detail={t('connecting.browseScanHint')} />
        </>
      ) : (
        <>
          <Ring state="idle">{logo(64)}</Ring>
          <StatusWords title={t('connecting.browseTitle', words)} detail={t('connecting.browseHint')} />
          <Button
            tone="primary"
            wide
            onClick={() => openLink({ href: link, target: targetOf(link, platform) })}
          >
            {t('connecting.browse', words)}
          </Button>
        </>
      )}
      <StoreList links={links} heading={t('connecting.get', words)} />
    </div>
  )
}
