import { type OfferedLogins, offeredLogins } from '../../engine/nouns/wallets/offeredLogins.ts'
import { defineView, type TitleContext, type ViewDefinition } from '../shell/defineView.ts'
import { enterLater } from '../shell/enterLater.ts'
import type { WidgetSnapshot } from '../shell/widget.ts'
import { closable } from '../signin/views.ts'
import type { LoginViewName } from './loginRoom.ts'

function view<Name extends LoginViewName>(
  name: Name,
  more: Pick<ViewDefinition<Name>, 'title' | 'closable' | 'needsConnection' | 'instead' | 'footer' | 'terms'>,
): ViewDefinition {
  const load = async () => (await import('./loginRoom.ts')).loginRoom[name]
  return defineView<Name>({
    name,
    load: async () => (await load()).View,
    enter: (widget, data) =>
      enterLater(widget, async () => load().then(room => () => room.enter(widget, data))),
    ...more,
  })
}

const logIn = {
  title: ({ t }: Pick<TitleContext<LoginViewName>, 't'>) => t('title.emailLogin'),
  footer: 'first',
} as const

/** A way in that is not offered leads to those that are (SPEC §2 "Optional sections load only when enabled"). */
const offered =
  (way: keyof OfferedLogins) =>
  ({ config, state: { features } }: WidgetSnapshot) =>
    offeredLogins({ config, features })[way] ? undefined : 'Connect'

/** The views of the wallet's frame: logging in, approving, changing the address. */
export const loginViews = [
  view('EmailLogin', { ...logIn, terms: true, instead: offered('email') }),
  view('ConnectSocials', { ...logIn, terms: true, instead: offered('socials') }),
  view('ConnectingSocial', { ...logIn, terms: true }),
  view('ConnectingFarcaster', { ...logIn, terms: true }),
  view('ApproveTransaction', {
    title: ({ t }) => t('title.approve'),
    closable,
  }),
  view('UpdateEmailWallet', { title: ({ t }) => t('title.updateEmail'), needsConnection: true }),
]
