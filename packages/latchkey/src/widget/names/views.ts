import type { NameOrder } from '../../engine/flows/name/namingTransition.ts'
import { defineView } from '../shell/defineView.ts'
import { enterLater } from '../shell/enterLater.ts'
import type { Widget } from '../shell/widget.ts'

const enter = (widget: Widget, action: NameOrder['action']) =>
  enterLater(widget, () => import('./enterNames.ts').then(({ enterNames }) => enterNames(widget, action)))

/** The views of names in the services' zone. */
export const namesViews = [
  defineView({
    name: 'RegisterAccountName',
    load: () => import('./RegisterAccountNameView.tsx').then(module => module.RegisterAccountNameView),
    title: ({ t }) => t('title.registerName'),
    needsConnection: true,
    enter: widget => enter(widget, 'register'),
  }),
  defineView({
    name: 'RegisterAccountNameSuccess',
    load: () =>
      import('./RegisterAccountNameSuccessView.tsx').then(module => module.RegisterAccountNameSuccessView),
    title: ({ t }) => t('title.registerName'),
    needsConnection: true,
    // There is no name to show without one.
    instead: (_, __, data) => (data?.name === undefined ? 'RegisterAccountName' : undefined),
  }),
  defineView({
    name: 'AccountName',
    load: () => import('./AccountNameView.tsx').then(module => module.AccountNameView),
    title: ({ t }) => t('title.accountName'),
    needsConnection: true,
    instead: (_, __, data) => (data?.name === undefined ? 'RegisterAccountName' : undefined),
    enter: widget => enter(widget, 'primary'),
  }),
  defineView({
    name: 'AccountNameChange',
    load: () => import('./AccountNameChangeView.tsx').then(module => module.AccountNameChangeView),
    title: ({ t, data }) =>
      t(
        data?.action === 'transfer'
          ? 'title.nameTransfer'
          : data?.action === 'release'
            ? 'title.nameRelease'
            : 'title.nameRecords',
      ),
    needsConnection: true,
    instead: (_, __, data) => (data?.name === undefined ? 'RegisterAccountName' : undefined),
    enter: (widget, data) => enter(widget, data?.action ?? 'records'),
  }),
]
