import { Body } from '../../ui/body/Body.tsx'
import { Button } from '../../ui/button/Button.tsx'
import { Icon } from '../../ui/icon/Icon.tsx'
import { key, shield, wallet } from '../../ui/icon/shapes.ts'
import { useCss } from '../../ui/stage/useCss.ts'
import { useTexts } from '../shell/useTexts.ts'
import { useWidget } from '../shell/useWidget.ts'
import { walletTexts } from './connectTexts.ts'
import css from './whatisawallet.css'

const points = [
  ['keep', wallet],
  ['enter', key],
  ['decide', shield],
] as const

/** WhatIsAWallet: what a visitor without one needs to know, and the way to one. */
export function WhatIsAWalletView() {
  useCss(css)
  const { push } = useWidget()
  const t = useTexts(walletTexts)
  return (
    <Body>
      <ul className="what-is-a-wallet">
        {points.map(([name, shape]) => (
          <li key={name} className="what-is-a-wallet-point">
            <span className="what-is-a-wallet-icon">
              <Icon shape={shape} size={22} />
            </span>
            <div>
              <h3 className="what-is-a-wallet-title">{t(`wallet.${name}`)}</h3>
              <p className="what-is-a-wallet-words">{t(`wallet.${name}Hint`)}</p>
            </div>
          </li>
        ))}
      </ul>
      <Button tone="primary" wide onClick={() => push('AllWallets')}>
        {t('wallet.get')}
      </Button>
    </Body>
  )
}
