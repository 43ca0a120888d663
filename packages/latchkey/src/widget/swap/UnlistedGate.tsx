import { useEffect, useRef } from 'react'
import type { SwapToken } from '../../engine/nouns/swaps/swapQuote.ts'
import { Address } from '../../ui/address/Address.tsx'
import { Body } from '../../ui/body/Body.tsx'
import { Footer } from '../../ui/body/Footer.tsx'
import { Button } from '../../ui/button/Button.tsx'
import { CopyButton } from '../../ui/copy/CopyButton.tsx'
import { Logo } from '../../ui/walletimage/Logo.tsx'
import { useTokenImage } from '../account/useTokenImage.ts'
import { SendNote } from '../send/SendNote.tsx'
import { StatusWords } from '../shell/StatusWords.tsx'
import { useTexts } from '../shell/useTexts.ts'
import { useWidget } from '../shell/useWidget.ts'
import { swapSelectTexts } from './swapTexts.ts'

export declare namespace UnlistedGate {
  interface Props {
    readonly token: SwapToken
    readonly onUse: () => void
    readonly onBack: () => void
  }
}

/** A look at a token that is on no list, before it is chosen: its whole address is what tells it from an imitation. */
export function UnlistedGate({ token, onUse, onBack }: UnlistedGate.Props) {
  const t = useTexts(swapSelectTexts)
  const widget = useWidget()
  const src = useTokenImage(token.iconUrl)
  const safe = useRef<HTMLButtonElement>(null)
  // The row that was pressed is gone; the way back is the safe one.
  useEffect(() => {
    safe.current?.focus({ preventScroll: true })
    return () => widget.catchFocus()
  }, [widget])
  return (
    <>
      <Body>
        <div className="swap-gate">
          <Logo src={src} name={token.symbol} size={56} round />
          <StatusWords title={t('swap.gate', { token: token.symbol })} detail={t('swap.gateHint')} />
          {token.address === undefined ? null : (
            <div className="swap-gate-address">
              <p>{token.name}</p>
              <Address address={token.address} full />
              <CopyButton
                text={token.address}
                label={t('swap.copy')}
                copiedLabel={t('swap.copied')}
                failedLabel={t('swap.copyFailed')}
              />
            </div>
          )}
          {token.alike ? (
            <SendNote tone="warning" text={t('swap.gateAlike', { token: token.symbol })} />
          ) : null}
          <SendNote text={t('swap.gateTax')} />
        </div>
      </Body>
      <Footer>
        <div className="swap-actions">
          <Button ref={safe} data-first="" tone="primary" wide onClick={onBack}>
            {t('swap.gateBack')}
          </Button>
          <Button tone="ghost" wide onClick={onUse}>
            {t('swap.gateUse', { token: token.symbol })}
          </Button>
        </div>
      </Footer>
    </>
  )
}
