import { offeredLogins } from '../../engine/nouns/wallets/offeredLogins.ts'
import { useCss } from '../../ui/stage/useCss.ts'
import { useEngineState } from '../shell/useEngineState.ts'
import { useTexts } from '../shell/useTexts.ts'
import type { WidgetSnapshot } from '../shell/widget.ts'
import { arrangeMethods } from './arrangeMethods.ts'
import { EmailField } from './EmailField.tsx'
import css from './login.css'
import { loginTexts } from './loginTexts.ts'
import { SocialButtons } from './SocialButtons.tsx'
import { useSocialOffers } from './useSocialOffers.ts'

export declare namespace LoginMethods {
  interface Props {
    /** Above or below the wallet list. */
    readonly place: 'before' | 'after'
    /** The host's terms are not accepted yet. */
    readonly gated: boolean
  }
}

/** The ways to connect beside wallets: their part above the list, or below it under a heading of its own. */
export function LoginMethods({ place, gated }: LoginMethods.Props) {
  useCss(css)
  const t = useTexts(loginTexts)
  const offers = useSocialOffers()
  const hasSocials = offers.length > 0
  // Text, because a selector makes no new objects.
  const methods = useEngineState(snapshot => methodsOf(snapshot, hasSocials)[place].join(' '))
  if (methods === '') return null
  const heading = methods.includes('email') ? t('login.section') : t('login.sectionSocial')
  return (
    <div className="login-methods-place" data-place={place}>
      {place === 'after' ? <p className="login-heading">{heading}</p> : null}
      <div className="login-methods">
        {methods
          .split(' ')
          .map(method =>
            method === 'email' ? (
              <EmailField key={method} gated={gated} />
            ) : (
              <SocialButtons key={method} offers={offers} gated={gated} />
            ),
          )}
      </div>
    </div>
  )
}

function methodsOf({ config, state: { features }, rows, modal }: WidgetSnapshot, hasSocials: boolean) {
  const offered = offeredLogins({ config, features }, modal.namespace)
  // A passkey stands beside either of them.
  const canLogIn = offered.email || offered.socials
  return arrangeMethods({
    order: features.connectMethodsOrder,
    hasInstalled: rows.some(row => row.discovered.length > 0),
    isOn: method => (method === 'email' ? offered.email : method === 'social' && canLogIn && hasSocials),
  })
}
