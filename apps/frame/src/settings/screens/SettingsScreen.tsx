import { useCss } from 'latchkey/ui'
import { type ComponentType, useCallback, useEffect, useState, useSyncExternalStore } from 'react'
import type { Login } from '../../login/createLogin.ts'
import { Failure } from '../../login/screens/Failure.tsx'
import { LoginPanel } from '../../login/screens/LoginPanel.tsx'
import { LoginStep } from '../../login/screens/LoginScreen.tsx'
import { LoginWaiting } from '../../login/screens/LoginWaiting.tsx'
import { wordsOf } from '../../login/screens/loginWords.ts'
import { StepActions } from '../../login/screens/StepActions.tsx'
import { useChecked } from '../../login/screens/useChecked.ts'
import { useLogin } from '../../login/screens/useLogin.ts'
import type { ScreenProps } from '../../screens/screen.ts'
import { type Facts, readFacts } from '../readFacts.ts'
import { settingsTexts } from '../settingsTexts.ts'
import { DelegationPage } from './DelegationPage.tsx'
import { DeletePage, EverywherePage } from './DeletePage.tsx'
import { DevicesPage } from './DevicesPage.tsx'
import { ExportPage } from './ExportPage.tsx'
import { HomePage } from './HomePage.tsx'
import { MethodsPage } from './MethodsPage.tsx'
import { PasskeysPage } from './PasskeysPage.tsx'
import { PermissionsPage } from './PermissionsPage.tsx'
import type { PageName, PageProps } from './page.ts'
import { RecoveryPage } from './RecoveryPage.tsx'
import css from './settings.css'
import { useSure } from './useSure.tsx'
import { WaitingPage } from './WaitingPage.tsx'

/** No page words what deletes, takes back or reveals: these are the wallet's own words, as those of an approval. */
const t = wordsOf(settingsTexts, { theme: {}, dapp: {} })

interface StartProps extends ScreenProps {
  readonly start: PageName
}

/** The settings as a screen that begins at one of their pages. */
export function settingsAt(start: PageName): ComponentType<ScreenProps> {
  return props => <Settings {...props} start={start} />
}

/** The settings of a logged-in visitor; without a login, the login screens come first. */
export function Settings(props: StartProps) {
  useCss(css)
  const { frame, close } = props
  const login = useLogin(frame, close)
  const isIn = useChecked(login)
  if (!login || isIn === undefined) return <LoginWaiting t={t} />
  if (!isIn) return <LoginStep {...props} login={login} />
  return <Book {...props} login={login} />
}

const pages: Readonly<Record<Exclude<PageName, 'home'>, ComponentType<PageProps>>> = {
  waiting: WaitingPage,
  methods: MethodsPage,
  recovery: RecoveryPage,
  devices: DevicesPage,
  passkeys: PasskeysPage,
  delegation: DelegationPage,
  permissions: PermissionsPage,
  export: ExportPage,
  everywhere: EverywherePage,
  delete: DeletePage,
}

function Book({ frame, login, start, done, close }: StartProps & { readonly login: Login }) {
  const [facts, setFacts] = useState<Facts>()
  const [failure, setFailure] = useState<unknown>()
  const [page, setPage] = useState<PageName>(start)
  const { sure, prove, doubt, below, draw } = useSure({ login, t })
  const state = useSyncExternalStore(login.watch, login.get)
  // Another tab has logged out, or another visitor in, and a press here would act for them.
  const isOver =
    state.at === 'out' ||
    ('user' in state && facts !== undefined && state.user.account !== facts.user.account)

  const reload = useCallback(async () => {
    try {
      setFacts(await readFacts(login))
      setFailure(undefined)
    } catch (error) {
      setFailure(error)
    }
  }, [login])
  useEffect(() => void reload(), [reload])
  useEffect(() => {
    if (isOver) done()
  }, [isOver, done])

  const isRead = facts !== undefined
  // A visitor who began at another page reached the first one by going back, and goes back no further.
  const isFirst = page === start || page === 'home'
  // Escape goes back one page in here; from the first page it leaves the settings and reaches the embedding page.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the element is there once the facts are
  useEffect(() => {
    const root = isRead ? below.current?.parentNode : undefined
    const hear = (event: Event) => {
      const { key, isComposing } = event as KeyboardEvent
      if (key !== 'Escape' || isComposing || event.defaultPrevented) return
      if (doubt) doubt.settle(false)
      else if (!isFirst) setPage('home')
      else return
      event.preventDefault()
    }
    root?.addEventListener('keydown', hear)
    return () => root?.removeEventListener('keydown', hear)
  }, [isRead, isFirst, doubt])

  if (facts === undefined && failure === undefined) return <LoginWaiting t={t} />
  if (facts === undefined)
    return (
      <LoginPanel title={t('settings.unread')} onSubmit={reload}>
        <Failure failure={failure} t={t} />
        <StepActions verb={t('settings.retry')} leave={{ words: t('login.later'), go: close }} />
      </LoginPanel>
    )
  const { locale } = frame.page.theme
  const words = (time: string, style: Intl.DateTimeFormatOptions) =>
    new Intl.DateTimeFormat(locale, style).format(new Date(time))
  const day = (time: string) => words(time, { dateStyle: 'medium' })
  const moment = (time: string) => words(time, { dateStyle: 'medium', timeStyle: 'short' })
  const back = () => (isFirst ? done() : setPage('home'))
  const given: PageProps = { frame, login, facts, t, day, moment, sure, prove, reload, go: setPage, back }
  const Page = page === 'home' ? undefined : pages[page]
  return draw(Page ? <Page key={page} {...given} /> : <HomePage {...given} />)
}
