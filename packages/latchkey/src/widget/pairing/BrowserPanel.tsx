import { Button } from '../../ui/button/Button.tsx'
import { Ring } from '../../ui/spinner/Ring.tsx'
import { useCss } from '../../ui/stage/useCss.ts'
import { Logo } from '../../ui/walletimage/Logo.tsx'
import type { ViewProps } from '../shell/defineView.ts'
import { StatusWords } from '../shell/StatusWords.tsx'
import { useTexts } from '../shell/useTexts.ts'
import { useWidget } from '../shell/useWidget.ts'
import css from './pairing.css'
import { pairingTexts } from './pairingTexts.ts'
import type { PairTarget } from './pairTarget.ts'

export declare namespace BrowserPanel {
  interface Props {
    readonly wallet: PairTarget | undefined
    readonly data: ViewProps<'ConnectingWalletConnect'>['data']
  }
}

/** The wallet is installed here as well. */
export function BrowserPanel({ wallet, data }: BrowserPanel.Props) {
  useCss(css)
  const widget = useWidget()
  const t = useTexts(pairingTexts)
  const name = wallet?.name ?? t('pairing.any')
  const { rowKey, namespace } = data ?? {}
  return (
    <div className="pairing" data-state="browser">
      <Ring state="idle">
        <Logo src={wallet?.icon} name={name} size={64} />
      </Ring>
      <StatusWords title={t('pairing.browser', { wallet: name })} detail={t('pairing.browserHint')} />
      <Button
        tone="primary"
        wide
        onClick={() =>
          rowKey !== undefined &&
          widget.push('ConnectingExternal', { rowKey, ...(namespace !== undefined && { namespace }) })
        }
      >
        {t('pairing.connectHere')}
      </Button>
    </div>
  )
}
