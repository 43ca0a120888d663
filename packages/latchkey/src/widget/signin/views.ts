import { isSignInEnabled } from '../../engine/flows/signin/isSignInEnabled.ts'
import { defineView } from '../shell/defineView.ts'
import { enterLater } from '../shell/enterLater.ts'
import type { Widget, WidgetSnapshot } from '../shell/widget.ts'
import { owesSignIn } from './owesSignIn.ts'

const enter = (widget: Widget) =>
  enterLater(widget, () => import('./enterSignIn.ts').then(({ enterSignIn }) => enterSignIn(widget)))
/** A visitor who owes a sign-in cannot close its views (SPEC §4). */
export const closable = (snapshot: WidgetSnapshot) => !owesSignIn(snapshot)
/** Without an owed sign-in there is nothing to show. */
const instead = ({ config, state }: WidgetSnapshot) =>
  isSignInEnabled({ config, features: state.features }) ? undefined : ('Account' as const)

const manners = { needsConnection: true, firm: true, closable, instead, enter }

/** The views of signing in. */
export const signInViews = [
  defineView({
    ...manners,
    name: 'DataCapture',
    load: () => import('./DataCaptureView.tsx').then(module => module.DataCaptureView),
    title: ({ t }) => t('title.dataCapture'),
    next: ['SIWXSignMessage'],
  }),
  defineView({
    ...manners,
    name: 'SIWXSignMessage',
    load: () => import('./SIWXSignMessageView.tsx').then(module => module.SIWXSignMessageView),
    title: ({ t }) => t('title.signIn'),
  }),
]
