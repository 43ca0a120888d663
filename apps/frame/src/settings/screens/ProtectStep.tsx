import { useCss } from 'latchkey/ui'
import { useEffect } from 'react'
import type { Login } from '../../login/createLogin.ts'
import { wordsOf } from '../../login/screens/loginWords.ts'
import type { ScreenProps } from '../../screens/screen.ts'
import { settingsTexts } from '../settingsTexts.ts'
import { type FirstReason, ProtectPanel } from './ProtectPanel.tsx'
import css from './settings.css'
import { useSure } from './useSure.tsx'

/** No page words what protects a wallet: these are the wallet's own words. */
const t = wordsOf(settingsTexts, { theme: {}, dapp: {} })

/** The end of a first login: the wallet is there and can be protected now or later, or, with `why`, first. */
export function ProtectStep({
  frame,
  login,
  why,
}: Pick<ScreenProps, 'frame'> & { readonly login: Login; readonly why?: FirstReason }) {
  useCss(css)
  const { sure, draw } = useSure({ login, t })
  // A visitor who closes the card has put it off as well.
  useEffect(() => () => void login.settled(), [login])
  return draw(
    <ProtectPanel
      frame={frame}
      login={login}
      t={t}
      sure={sure}
      {...(why !== undefined && { why })}
      // The login's state moves on by itself.
      finished={async () => undefined}
      leave={
        why === undefined
          ? { words: t('protect.later'), go: () => void login.settled() }
          : { words: t('login.cancel'), go: () => void login.cancel() }
      }
    />,
  )
}
