import type { ReactNode } from 'react'
import { loginNames, type SocialMethod } from '../../contract/loginNames.ts'
import type { SocialOffer } from '../../engine/flows/login/arrangeOffers.ts'
import { Button } from '../../ui/button/Button.tsx'
import { Icon } from '../../ui/icon/Icon.tsx'
import { dots } from '../../ui/icon/shapes.ts'
import { useTexts } from '../shell/useTexts.ts'
import { useWidget } from '../shell/useWidget.ts'
import { socialTexts } from './loginTexts.ts'
import { pressSocial } from './pressSocial.ts'
import { SocialMark } from './SocialMark.tsx'
import { splitOffers } from './splitOffers.ts'
import { useLastSocial } from './useLastSocial.ts'

export declare namespace SocialButtons {
  interface Props {
    readonly offers: readonly SocialOffer[]
    /** The host's terms are not accepted yet. */
    readonly gated: boolean
  }
}

/** Passkeys, and below them the accounts to log in by. */
export function SocialButtons({ offers, gated }: SocialButtons.Props) {
  const widget = useWidget()
  const t = useTexts(socialTexts)
  const last = useLastSocial()
  const { named, drawn, hasMore } = splitOffers(offers.filter(({ method }) => method !== 'passkey'))
  const passkey = offers.find(({ method }) => method === 'passkey')

  /** A visitor who points at a button is likely to need the wallet's frame, which takes a moment to load. */
  const prepare = () => {
    void widget.views.load('ConnectingSocial')
    widget.engine.ctx.frame?.().catch(() => undefined)
  }
  const press = (method: SocialMethod) => pressSocial(widget, method)
  const labelOf = ({ method, isAvailable }: SocialOffer) => {
    const text = isAvailable ? (method === last ? 'social.withLast' : 'social.with') : 'social.unavailable'
    return t(text, { name: loginNames[method] })
  }

  return (
    <fieldset className="social" aria-label={t('social.list')} onPointerOver={prepare} onFocus={prepare}>
      {passkey ? (
        <Button
          wide
          icon={<SocialMark method="passkey" />}
          data-social="passkey"
          data-last={last === 'passkey' ? '' : undefined}
          aria-disabled={gated || !passkey.isAvailable}
          aria-label={passkey.isAvailable && last === 'passkey' ? t('social.passkeyLast') : undefined}
          onClick={() => press('passkey')}
        >
          {passkey.isAvailable ? t('social.passkey') : labelOf(passkey)}
        </Button>
      ) : null}
      {named.length === 0 ? null : (
        <div className="social-line">
          {named.map(offer => (
            <Button
              key={offer.method}
              wide
              icon={<SocialMark method={offer.method} />}
              data-social={offer.method}
              data-last={offer.method === last ? '' : undefined}
              aria-disabled={gated || !offer.isAvailable}
              aria-label={labelOf(offer)}
              onClick={() => press(offer.method)}
            >
              {named.length > 1 && offer.isAvailable
                ? loginNames[offer.method]
                : t(offer.isAvailable ? 'social.with' : 'social.unavailable', {
                    name: loginNames[offer.method],
                  })}
            </Button>
          ))}
        </div>
      )}
      {drawn.length === 0 ? null : (
        <div className="social-line">
          {drawn.map(offer => (
            <Tile
              key={offer.method}
              icon={<SocialMark method={offer.method} />}
              label={labelOf(offer)}
              social={offer.method}
              isLast={offer.method === last}
              isOff={gated || !offer.isAvailable}
              onPress={() => press(offer.method)}
            />
          ))}
          {hasMore ? (
            <Tile
              icon={<Icon shape={dots} />}
              label={t('social.more')}
              social="more"
              isOff={gated}
              onPress={() => widget.push('ConnectSocials')}
            />
          ) : null}
        </div>
      )}
    </fieldset>
  )
}

interface TileProps {
  readonly icon: ReactNode
  readonly label: string
  readonly social: string
  readonly isLast?: boolean
  readonly isOff: boolean
  readonly onPress: () => void
}

/** An account without its name on it: a tooltip and its label have it. */
function Tile({ icon, label, social, isLast, isOff, onPress }: TileProps) {
  return (
    <button
      type="button"
      className="social-tile"
      data-social={social}
      data-last={isLast ? '' : undefined}
      aria-label={label}
      title={label}
      aria-disabled={isOff || undefined}
      onClick={isOff ? undefined : onPress}
    >
      {icon}
    </button>
  )
}
